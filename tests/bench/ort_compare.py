#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our run times beside ONNX Runtime's on the same networks, paired in time.

    ort_compare.py [--cli nervure-cli] [--device D] [--rounds N] [--repeat N] [--threads N]
                   [--network NAME ...] [--check] [--json]

How is said in pairing.py. --check compares the results on the same weights instead, before softmax.

Exit status 77, with the reason in one line, where Python has no onnxruntime, onnx or numpy.
"""
import contextlib
import json
import pathlib
import sys
import tempfile

import nnvm_to_onnx
from pairing import ROOT, SKIPPED, Failed, cli, compare, fail, parsed, time_ours, timed

NETWORKS = ["resnet18", "resnet18_v1", "resnet50", "resnet50_v1", "mobilenet", "vgg16",
            "squeezenet1.1"]
TVM_LINE = ("for context: TVM 0.5's OpenCL output on such a PoCL needs 2100 ms for resnet18 and "
            "590 ms for mobilenet")


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
        return timed(self.run_theirs, self.options.repeat)

    def time_ours(self):
        return time_ours(self.options, self.path)

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


def main(words):
    options = parsed(words, "our run times beside ONNX Runtime's", NETWORKS)
    try:
        import numpy  # noqa: F401
        import onnx  # noqa: F401
        import onnxruntime
    except ImportError as error:
        print(f"skipped: Python has no {error.name} (pip install onnxruntime onnx)")
        return SKIPPED
    try:
        compare(options, NETWORKS,
                lambda name: contextlib.nullcontext(Network(options, name, onnxruntime)),
                ("ONNX Runtime", "onnxruntime", onnxruntime.__version__, "onnxruntime_ms"))
    except (Failed, nnvm_to_onnx.UnknownOperator) as error:
        return fail("ort_compare", error)
    if not options.json:
        print(TVM_LINE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
