#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our run times beside ONNX Runtime's on the same networks, paired in time.

    ort_compare.py [--cli nervure-cli] [--device D] [--rounds N] [--repeat N] [--threads N]
                   [--network NAME ...] [--check] [--json]
                   [--onnx FILE ... [--shape DIMENSION=NUMBER ...]]

The samples become ONNX models by `nervure-cli convert`. --onnx takes models of ONNX's own instead, with seeded
inputs. How is said in pairing.py. --check compares the results on the same weights instead, before softmax.

Exit status 77, with the reason in one line, where Python has no onnxruntime or numpy.
"""
import contextlib
import json
import pathlib
import sys
import tempfile

import nnvm_weights
from pairing import ROOT, SKIPPED, Failed, cli, compare, fail, parsed, time_ours, timed

NETWORKS = ["resnet18", "resnet18_v1", "resnet50", "resnet50_v1", "mobilenet", "vgg16",
            "squeezenet1.1"]
TVM_LINE = ("for context: TVM 0.5's OpenCL output on such a PoCL needs 2100 ms for resnet18 and "
            "590 ms for mobilenet")


def session_of(onnxruntime, model, options):
    """ONNX Runtime's, of a path or of bytes."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])


class OnnxModel:
    """A model of ONNX's on both sides."""

    def __init__(self, options, path, onnxruntime):
        import numpy as np

        self.options = options
        self.path = path
        self.session = session_of(onnxruntime, str(path), options)
        numbers = dict(word.split("=") for word in options.shape)
        names = {size for given in self.session.get_inputs() for size in given.shape if isinstance(size, str)}
        self.words = [word for name in sorted(names) for word in ("--shape", f"{name}={numbers.get(name, 1)}")]
        self.values = {}
        random = np.random.default_rng(0)
        for given in self.session.get_inputs():
            sizes = [size if isinstance(size, int) else int(numbers.get(size, 1)) for size in given.shape]
            is_whole = "int" in given.type
            self.values[given.name] = (random.integers(0, 100, sizes).astype("int64" if "64" in given.type else "int32")
                                       if is_whole else random.standard_normal(sizes).astype("float32"))

    def run_theirs(self):
        return self.session.run(None, self.values)[0]

    def time_theirs(self):
        return timed(self.run_theirs, self.options.repeat)

    def time_ours(self):
        return time_ours(self.options, self.path, *self.words)

    def difference(self):
        """The largest difference between the first results, in units of the largest number in them."""
        import numpy as np

        with tempfile.TemporaryDirectory() as folder:
            words = list(self.words)
            for i, (name, value) in enumerate(self.values.items()):
                np.save(pathlib.Path(folder) / f"{i}.npy", value)
                words += ["--input", f"{name}={folder}/{i}.npy"]
            results = pathlib.Path(folder) / "results.npz"
            cli(self.options, "run", self.path, "--device", self.options.device, *words, "--output", results)
            with np.load(results) as arrays:
                ours = arrays[self.session.get_outputs()[0].name]
        theirs = self.run_theirs()
        return float(np.abs(ours.reshape(theirs.shape) - theirs).max() / np.abs(theirs).max())


class Network:
    """One network on both sides."""

    def __init__(self, options, name, onnxruntime):
        self.options = options
        self.path = ROOT / "resources" / "samples" / f"{name}.json"
        if not self.path.exists():
            raise Failed(f"{name}: no such network, expected one of {', '.join(NETWORKS)}")
        inferred = cli(options, "pass", self.path, "--passes", "InferShape")
        self.graph = inferred["graph"]
        if options.check:
            self.graph = nnvm_weights.without_softmax(self.graph)
        self.weights = nnvm_weights.random_weights(self.graph, inferred["attrs"]["shape"])
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.onnx"
            graph, params = self.write(folder)
            cli(options, "convert", graph, model, "--to", "onnx", "--params", params)
            self.session = session_of(onnxruntime, str(model), options)

    def write(self, folder):
        """Graph and weights as files that nervure-cli reads."""
        import numpy as np

        graph, params = pathlib.Path(folder) / "graph.json", pathlib.Path(folder) / "params.npz"
        graph.write_text(json.dumps(self.graph), encoding="utf-8")
        np.savez(params, **{k: v for k, v in self.weights.items() if k != "data"})
        return graph, params

    def run_theirs(self):
        return self.session.run(None, {"data": self.weights["data"]})[0]

    def time_theirs(self):
        return timed(self.run_theirs, self.options.repeat)

    def time_ours(self):
        return time_ours(self.options, self.path)

    def difference(self):
        """The largest difference between the results, in units of the largest number in them."""
        import numpy as np

        with tempfile.TemporaryDirectory() as folder:
            graph, params = self.write(folder)
            data, results = pathlib.Path(folder) / "data.npy", pathlib.Path(folder) / "results.npz"
            np.save(data, self.weights["data"])
            cli(self.options, "run", graph, "--device", self.options.device, "--params",
                params, "--input", f"data={data}", "--output", results)
            with np.load(results) as arrays:
                ours = arrays[arrays.files[0]]
        theirs = self.run_theirs()
        return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def extend(parser):
    parser.add_argument("--onnx", nargs="+", type=pathlib.Path, default=[], metavar="FILE")
    parser.add_argument("--shape", action="append", default=[], metavar="DIMENSION=NUMBER")


def main(words):
    options = parsed(words, "our run times beside ONNX Runtime's", NETWORKS, extend)
    try:
        import numpy  # noqa: F401
        import onnxruntime
    except ImportError as error:
        print(f"skipped: Python has no {error.name} (pip install onnxruntime)")
        return SKIPPED
    models = {path.stem if path.stem != "model" else path.parent.name: path for path in options.onnx}

    def network_of(name):
        network = (OnnxModel(options, models[name], onnxruntime) if name in models
                   else Network(options, name, onnxruntime))
        return contextlib.nullcontext(network)

    try:
        compare(options, list(models) or NETWORKS, network_of,
                ("ONNX Runtime", "onnxruntime", onnxruntime.__version__, "onnxruntime_ms"))
    except Failed as error:
        return fail("ort_compare", error)
    if not options.json:
        print(TVM_LINE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
