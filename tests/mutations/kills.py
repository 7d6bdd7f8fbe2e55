#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the command line at random moments while it edits files in place.

    kills.py --bin build/release/bin [--count 1000] [--seed 1] [MODEL…]

MODELs are copied; without any, samples and a model of a few megabytes made of one. Each round renames a node and back
in place, or moves an ONNX model's values into a file beside it, and ends the program by SIGKILL after a time that is
drawn from the whole of what an edit takes and a fifth more. Wanted after each: the file is the old one or the new one,
byte for byte, the new one where the program had ended well before; where it is the new one, so is the file of values.
The window's journal has its own: core.formats.project.edit_journal_soak. Exit status: 0 where every file was whole.
"""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def large_model(path):
    """About five megabytes of NNVM JSON."""
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    for i in range(40000):
        nodes.append({"op": "relu", "name": f"layer_{i}", "attrs": {"filler": "some more of the text"},
                      "inputs": [[i, 0, 0]]})
    path.write_text(json.dumps({"nodes": nodes, "arg_nodes": [0], "heads": [[40000, 0, 0]]}))


class Case:
    """A file, the edit that leads from each of its states to the next, and the states."""

    def __init__(self, cli, folder, model):
        self.cli = cli
        self.path = folder / model.name
        shutil.copy(model, self.path)
        self.states = [self.read()]
        self.edits = []
        for options in self.ways():
            if self.edit(options).wait() != 0:
                raise RuntimeError(f"{model}: cannot be edited by {options}")
            self.edits.append(options)
            self.states.append(self.read())
        self.restore(0)
        start = time.monotonic()
        self.edit(self.edits[0]).wait()
        self.seconds = time.monotonic() - start
        self.restore(0)

    def ways(self):
        yield ["--rename", "#0=another name"]
        if self.path.suffix == ".onnx":
            yield ["--move-out", f"{self.largest()}=values.bin"]

    def largest(self):
        told = subprocess.run([self.cli, "weights", self.path, "--json"], capture_output=True, text=True).stdout
        return max(json.loads(told)["weights"], key=lambda tensor: tensor["bytes"])["name"]

    def read(self):
        """The bytes of the model and of what belongs to it."""
        values = self.path.with_name("values.bin")
        return self.path.read_bytes(), values.read_bytes() if values.exists() else b""

    def restore(self, state):
        for path, content in zip((self.path, self.path.with_name("values.bin")), self.states[state]):
            path.write_bytes(content)

    def edit(self, options):
        return subprocess.Popen([self.cli, "edit", self.path, *options, "-o", self.path], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def kill(self, chance):
        """(what is wrong or nothing, whether it was killed in the middle)."""
        at = chance.randrange(len(self.edits))
        self.restore(at)
        running = self.edit(self.edits[at])
        time.sleep(chance.uniform(0, self.seconds * 1.2))
        running.kill()
        code = running.wait()
        model, values = self.read()
        before, after = self.states[at], self.states[at + 1]
        if code == 0 and model != after[0]:
            return "the program was done, and the file is not the new one", False
        if model not in (before[0], after[0]):
            return f"the file is neither the old nor the new one, {len(model)} bytes", True
        if model == after[0] and values != after[1]:
            return "the model is the new one, its values are not", True
        return "", code != 0

    def strays(self):
        """How many files were left behind; they are removed."""
        found = [path for path in self.path.parent.iterdir() if path not in (self.path, self.path.with_name("values.bin"))]
        for path in found:
            path.unlink()
        return len(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        models = arguments.models
        if not models:
            large_model(root / "large.json")
            models = [root / "large.json", ROOT / "resources/samples/resnet50.json"]
        cases = []
        for i, model in enumerate(models):
            (root / str(i)).mkdir()
            cases.append(Case(arguments.bin.resolve() / "nervure-cli", root / str(i), model))
        wrong = middle = strays = 0
        for number in range(arguments.count):
            case = cases[number % len(cases)]
            problem, was_killed = case.kill(chance)
            middle += was_killed
            strays += case.strays()
            if problem:
                wrong += 1
                print(f"{number}: {case.path.name}: {problem}")
        print(f"{arguments.count} kills, {middle} in the middle, {wrong} files not whole, {strays} files left behind")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
