#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our run times beside ONNX Runtime's on the same networks, paired in time.

    ort_compare.py [--cli nervure-cli] [--device D] [--rounds N] [--repeat N] [--threads N]
                   [--network NAME ...] [--check] [--json]

A round is `repeat` runs of ONNX Runtime and as many of ours, which of them first by turns; its
figure is the ratio of their medians. Rounds in which ONNX Runtime's own least and median time are
too far apart are thrown out: its threads had no core of their own then, which says nothing of
kernels. The table has the medians of all rounds left, and the least and greatest ratio.

Ours are whole runs without event times, input upload to output read (`unprofiled_wall_ms` of
`nervure-cli profile`). --check compares the results on the same weights instead, before softmax.

Exit status 77, with the reason in one line, where Python has no onnxruntime, onnx or numpy.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import nnvm_to_onnx

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORKS = ["resnet18", "resnet18_v1", "resnet50", "resnet50_v1", "mobilenet", "vgg16",
            "squeezenet1.1"]
SKIPPED = 77
WARMUP = 3
# A median this many times the least time: ONNX Runtime was disturbed.
MOST_SPREAD = 1.25
TVM_LINE = ("for context: TVM 0.5's OpenCL output on such a PoCL needs 2100 ms for resnet18 and "
            "590 ms for mobilenet")


class Failed(Exception):
    """Something that ends the comparison, as one line."""


def cli(options, *words):
    """What nervure-cli answers, as JSON."""
    try:
        done = subprocess.run([options.cli, *map(str, words), "--json"], capture_output=True,
                              text=True, check=False)
    except OSError as error:
        raise Failed(f"{options.cli}: {error.strerror}") from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise Failed(f"{options.cli} {words[0]} ended with {done.returncode}: {lines[-1]}")
    return json.loads(done.stdout)


def summary(times):
    return {"min": min(times), "median": statistics.median(times)}


def is_disturbed(theirs):
    return theirs["median"] > MOST_SPREAD * theirs["min"]


class Network:
    """One network on both sides."""

    def __init__(self, options, name, onnxruntime):
        self.options = options
        self.path = ROOT / "resources" / "samples" / f"{name}.json"
        if not self.path.exists():
            raise Failed(f"{name}: no such network, expected one of {', '.join(NETWORKS)}")
        inferred = cli(options, "pass", self.path, "--passes", "InferShape")
        self.graph, shapes = inferred["graph"], inferred["attrs"]["shape"]
        if options.check:
            self.graph = nnvm_to_onnx.without_softmax(self.graph)
        self.weights = nnvm_to_onnx.random_weights(self.graph, shapes)
        model = nnvm_to_onnx.onnx_bytes(self.graph, shapes, self.weights)
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = options.threads
        settings.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, settings,
                                                    providers=["CPUExecutionProvider"])

    def run_theirs(self):
        return self.session.run(None, {"data": self.weights["data"]})[0]

    def time_theirs(self):
        times = []
        for i in range(WARMUP + self.options.repeat):
            start = time.perf_counter()
            self.run_theirs()
            if i >= WARMUP:
                times.append((time.perf_counter() - start) * 1e3)
        return summary(times)

    def time_ours(self):
        profile = cli(self.options, "profile", self.path, "--device", self.options.device,
                      "--warmup", WARMUP, "--repeat", self.options.repeat)
        wall = profile["unprofiled_wall_ms"]
        return {"min": wall["min"], "median": wall["median"]}

    def difference(self):
        """The largest difference between the results, in units of the largest number in them."""
        import numpy as np

        with tempfile.TemporaryDirectory() as folder:
            graph, params, data, results = (
                pathlib.Path(folder) / file
                for file in ("graph.json", "params.npz", "data.npy", "results.npz"))
            graph.write_text(json.dumps(self.graph), encoding="utf-8")
            np.savez(params, **{k: v for k, v in self.weights.items() if k != "data"})
            np.save(data, self.weights["data"])
            cli(self.options, "run", graph, "--device", self.options.device, "--params",
                params, "--input", f"data={data}", "--output", results)
            with np.load(results) as arrays:
                ours = arrays[arrays.files[0]]
        theirs = self.run_theirs()
        return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def paired_rounds(rounds, time_ours, time_theirs):
    """Both times of each round; who is first changes from round to round."""
    pairs = []
    for i in range(rounds):
        if i % 2 == 0:
            ours, theirs = time_ours(), time_theirs()
        else:
            theirs, ours = time_theirs(), time_ours()
        pairs.append((ours, theirs))
    return pairs


def compared(pairs):
    """What the rounds say together; without a quiet round there are no figures."""
    kept = [pair for pair in pairs if not is_disturbed(pair[1])]
    result = {"rounds": len(pairs), "kept": len(kept)}
    if kept:
        ratios = [ours["median"] / theirs["median"] for ours, theirs in kept]
        result["ours_ms"] = statistics.median(ours["median"] for ours, _ in kept)
        result["onnxruntime_ms"] = statistics.median(theirs["median"] for _, theirs in kept)
        result["ratio"] = {"median": statistics.median(ratios), "low": min(ratios),
                           "high": max(ratios)}
    return result


def row(name, result):
    if not result["kept"]:
        return f"{name:14} no round of {result['rounds']} was quiet enough to compare"
    ratio = result["ratio"]
    return (f"{name:14} {result['ours_ms']:9.2f} {result['onnxruntime_ms']:9.2f} "
            f"{ratio['median']:7.2f}  [{ratio['low']:.2f}-{ratio['high']:.2f}]  "
            f"{result['kept']}/{result['rounds']}")


def compare(options, onnxruntime):
    """Prints as it goes: the whole takes minutes."""
    results = {}
    if not options.json:
        print(f"ONNX Runtime {onnxruntime.__version__}, {options.threads} threads; "
              f"medians of {options.repeat} runs a round; ratio: ours / theirs")
        if not options.check:
            print(f"{'network':14} {'ours ms':>9} {'theirs ms':>9} {'ratio':>7}  spread  rounds")
    for name in options.network or NETWORKS:
        network = Network(options, name, onnxruntime)
        if options.check:
            results[name] = {"relative_difference": network.difference()}
            line = f"{name:14} relative difference {results[name]['relative_difference']:.2g}"
        else:
            results[name] = compared(paired_rounds(options.rounds, network.time_ours,
                                                   network.time_theirs))
            line = row(name, results[name])
        if not options.json:
            print(line, flush=True)
    if options.json:
        print(json.dumps({"onnxruntime": onnxruntime.__version__, "networks": results}, indent=1))
    else:
        print(TVM_LINE)


def parsed(words):
    def positive(text):
        if int(text) < 1:
            raise ValueError
        return int(text)

    parser = argparse.ArgumentParser(description="our run times beside ONNX Runtime's")
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/nervure-cli"))
    parser.add_argument("--device", default="pocl")
    parser.add_argument("--rounds", type=positive, default=8)
    parser.add_argument("--repeat", type=positive, default=20)
    parser.add_argument("--threads", type=positive, default=2)
    parser.add_argument("--network", action="append", help=", ".join(NETWORKS))
    parser.add_argument("--check", action="store_true", help="compare results, not times")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def main(words):
    options = parsed(words)
    try:
        import numpy  # noqa: F401
        import onnx  # noqa: F401
        import onnxruntime
    except ImportError as error:
        print(f"skipped: Python has no {error.name} (pip install onnxruntime onnx)")
        return SKIPPED
    try:
        compare(options, onnxruntime)
    except (Failed, nnvm_to_onnx.UnknownOperator) as error:
        print(f"ort_compare: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
