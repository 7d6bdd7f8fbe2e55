# SPDX-License-Identifier: Apache-2.0
"""As much of onnxruntime as ort_compare.py calls; a run takes no time of its own."""
import json
import pathlib

__version__ = "fake"


class SessionOptions:
    intra_op_num_threads = 0
    inter_op_num_threads = 0


class InferenceSession:
    def __init__(self, model, settings, providers):
        assert providers == ["CPUExecutionProvider"]
        assert settings.intra_op_num_threads > 0 and settings.inter_op_num_threads == 1
        self.graph = json.loads(pathlib.Path(model).read_text(encoding="utf-8"))

    def run(self, _, inputs):
        assert [list(inputs["data"].shape)] == [shape for _, shape in self.graph["inputs"]]
        return [inputs["data"]]
