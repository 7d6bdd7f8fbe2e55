#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often comparisons of times err, and what they find.

comparison_study.py BIN [--pairs N] [--device D] [--only WORDS] compares, with nervure-cli of the folder BIN, a small
network with itself, and with one in which a layer was made 20 % slower on purpose: a convolution of 5 rows has 6 of
them. It does so as `whatif` does (rounds of one process), as `compare` does with models (processes that take turns)
and as `compare` does with results that were saved; half of the comparisons beside a load, which is as many busy
processes as there are processors, each of them awake half of the time.

Equal models: the runs in which anything, and the layers of all runs, that were called different. A slower layer: in how
many runs it stands first, in how many it is called slower, and the layers that were called different and are not.
"""
import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SHAPE = ("--shape", "data=1,64,56,56")
CHANGED = "changed"
# Works and sleeps by turns, as other programs do.
BUSY = """
import random, time
while True:
    end = time.perf_counter() + random.expovariate(1 / 0.05)
    while time.perf_counter() < end:
        pass
    time.sleep(random.expovariate(1 / 0.05))
"""


class Network:
    """An NNVM graph as text, a chain of convolutions."""

    def __init__(self):
        self.nodes = []
        self.last = self.variable("data")

    def variable(self, name):
        self.nodes.append({"op": "null", "name": name, "inputs": []})
        return len(self.nodes) - 1

    def apply(self, operator, name, parameters=(), **attributes):
        inputs = [self.last] + [self.variable(f"{name}_{part}") for part in parameters]
        self.nodes.append({"op": operator, "name": name, "attrs": attributes,
                           "inputs": [[node, 0, 0] for node in inputs]})
        self.last = len(self.nodes) - 1

    def convolution(self, name, channels, kernel, stride):
        padding = kernel[1] // 2
        self.apply("conv2d", name, ("weight", "bias"), channels=str(channels),
                   kernel_size=str(kernel), strides=str((stride, stride)),
                   padding=str((padding, padding)))
        self.apply("relu", name + "_relu")

    def text(self):
        variables = [i for i, node in enumerate(self.nodes) if node["op"] == "null"]
        return json.dumps({"nodes": self.nodes, "arg_nodes": variables, "heads": [[self.last, 0, 0]]})


def network(is_slower):
    """With a stride of 2 the results of 5 rows and of 6 have the same shape."""
    net = Network()
    for i in range(3):
        net.convolution(f"wide{i}", 64, (3, 3), 1)
    net.convolution(CHANGED, 128, (6 if is_slower else 5, 5), 2)
    for i in range(4):
        net.convolution(f"narrow{i}", 128, (3, 3), 1)
    net.apply("max_pool2d", "pool", pool_size="(2, 2)", strides="(2, 2)")
    for i in range(4):
        net.convolution(f"small{i}", 128, (3, 3), 1)
    net.apply("global_avg_pool2d", "average")
    net.apply("flatten", "flat")
    net.apply("dense", "classes", ("weight", "bias"), units="100")
    net.apply("softmax", "probabilities")
    return net.text()


@contextlib.contextmanager
def load(is_wanted):
    count = os.cpu_count() if is_wanted else 0
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


class Study:
    def __init__(self, options, folder):
        self.options = options
        self.files = {False: folder / "model.json", True: folder / "slower.json"}
        for is_slower, file in self.files.items():
            file.write_text(network(is_slower), encoding="utf-8")
        self.saved = [folder / "first.json", folder / "second.json"]

    def cli(self, *words):
        """What nervure-cli answers; 4: something is different."""
        device = ("--device", self.options.device) if self.options.device else ()
        command = [pathlib.Path(self.options.bin) / "nervure-cli", *words]
        command += [] if words[1] == self.saved[0] else [*SHAPE, *device]
        done = subprocess.run([*map(str, command), "--json", "-q"], capture_output=True,
                              text=True, check=False)
        if done.returncode not in (0, 4):
            sys.exit(f"{words[0]} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def whatif(self, is_slower):
        change = ("--set", CHANGED + ".kernel_size=(6,5)") if is_slower else ("--against", "device")
        return self.cli("whatif", self.files[False], *change)

    def models(self, is_slower):
        return self.cli("compare", self.files[False], self.files[is_slower])

    def results(self, is_slower):
        """Results of one model only can be compared: the slower one is told to be the other."""
        for file, slow in zip(self.saved, (False, is_slower)):
            document = json.loads(self.cli("profile", self.files[slow]))
            document.pop("model", None)
            file.write_text(json.dumps(document), encoding="utf-8")
        return self.cli("compare", *self.saved)


def is_called(thing):
    return thing["verdict"] in ("faster", "slower")


def concerns(layer):
    return CHANGED in layer["first"]


class Tally:
    """What comparisons of one kind said."""

    def __init__(self, is_slower):
        self.is_slower = is_slower
        self.runs = self.layers = self.wrong_runs = self.wrong_layers = 0
        self.first = self.called = 0
        self.ratios = []

    def add(self, document):
        rows = document["layers"]
        others = [row for row in rows if not (self.is_slower and concerns(row))]
        wrong = sum(map(is_called, others))
        whole = 0 if self.is_slower else sum(map(is_called, (document["device"], document["wall"])))
        self.runs += 1
        self.layers += len(others)
        self.wrong_layers += wrong
        self.wrong_runs += wrong + whole > 0
        changed = next(row for row in rows if concerns(row))
        self.first += concerns(rows[0])
        self.called += changed["verdict"] == "slower"
        self.ratios.append(changed["ratio"])

    def text(self):
        wrong = (f"wrong: {self.wrong_runs} of {self.runs} runs, "
                 f"{self.wrong_layers} of {self.layers} layers")
        if not self.is_slower:
            return wrong
        return (f"first: {self.first} of {self.runs}, called slower: {self.called}, "
                f"by {100 * (statistics.median(self.ratios) - 1):.1f} % (median); {wrong}")


def study(options, folder):
    it = Study(options, folder)
    for words, how in (("whatif", it.whatif), ("models", it.models), ("results", it.results)):
        if options.only and words not in options.only.split(","):
            continue
        for is_slower in (False, True):
            for is_loaded in (False, True):
                tally = Tally(is_slower)
                with load(is_loaded):
                    for _ in range(options.pairs // 2):
                        tally.add(json.loads(how(is_slower)))
                print(f"{words:8} {'one layer slower' if is_slower else 'equal':17}"
                      f"{'loaded' if is_loaded else 'as it is':9} {tally.text()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("bin", help="folder of nervure-cli")
    parser.add_argument("--pairs", type=int, default=50, help="comparisons of each kind")
    parser.add_argument("--device", help="as nervure-cli has it")
    parser.add_argument("--only", help="of whatif, models, results: those")
    options = parser.parse_args()
    print(f"load {' '.join(map(str, os.getloadavg()))}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder:
        study(options, pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
