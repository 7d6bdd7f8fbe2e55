#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ort_compare.py without ONNX Runtime: fakes/ stands for it, a script for nervure-cli."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import nnvm_weights  # noqa: E402
import pairing  # noqa: E402

# conv2d with bias, batch_norm without scale, relu, softmax.
GRAPH = {
    "nodes": [
        {"op": "null", "name": "data", "inputs": []},
        {"op": "null", "name": "c_weight", "inputs": []},
        {"op": "conv2d", "name": "c", "inputs": [[0, 0, 0], [1, 0, 0]],
         "attrs": {"channels": "8", "kernel_size": "(3, 3)", "padding": "(1, 1)",
                   "strides": "(2, 2)", "use_bias": "False", "groups": "2"}},
        {"op": "null", "name": "b_gamma", "inputs": []},
        {"op": "null", "name": "b_beta", "inputs": []},
        {"op": "null", "name": "b_moving_mean", "inputs": []},
        {"op": "null", "name": "b_moving_var", "inputs": []},
        {"op": "batch_norm", "name": "b", "attrs": {"epsilon": "2e-05", "scale": "False"},
         "inputs": [[2, 0, 0], [3, 0, 0], [4, 0, 0], [5, 0, 0], [6, 0, 0]]},
        {"op": "relu", "name": "r", "inputs": [[7, 0, 0]]},
        {"op": "softmax", "name": "s", "inputs": [[8, 0, 0]]},
    ],
    "heads": [[9, 0, 0]],
    "node_row_ptr": [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12],
}
SHAPES = [[1, 4, 6, 6], [8, 2, 3, 3], [1, 8, 3, 3], [8], [8], [8], [8], [1, 8, 3, 3], [8], [8],
          [1, 8, 3, 3], [1, 8, 3, 3]]

# Answers as nervure-cli does; the unprofiled time is what OURS says.
FAKE_CLI = f"""#!{sys.executable}
import json, os, sys
if sys.argv[1] == "pass":
    print(json.dumps({{"graph": {GRAPH!r}, "attrs": {{"shape": {SHAPES!r}}}}}))
elif sys.argv[1] == "convert":
    assert sys.argv[4:7] == ["--to", "onnx", "--params"] and os.path.exists(sys.argv[7])
    with open(sys.argv[2]) as graph, open(sys.argv[3], "w") as model:
        assert json.load(graph) == {GRAPH!r}
        json.dump({{"inputs": [["data", {SHAPES[0]!r}]]}}, model)
    print("{{}}")
elif sys.argv[1] == "profile" and "OURS" in os.environ:
    ours = float(os.environ["OURS"])
    print(json.dumps({{"unprofiled_wall_ms": {{"median": ours, "min": ours}}}}))
else:
    print("nervure: no device", file=sys.stderr)
    sys.exit(3)
"""


def times(least, median):
    return {"min": least, "median": median}


class Weights(unittest.TestCase):
    def test_gammas_that_do_not_scale_are_known(self):
        self.assertEqual(nnvm_weights.unscaled_gammas(GRAPH), {"b_gamma"})

    def test_variables_have_their_shapes_behind_nodes_of_many_outputs(self):
        variables = nnvm_weights.variables(GRAPH, SHAPES)
        self.assertEqual(variables["b_moving_var"], [8])
        self.assertEqual(variables["c_weight"], [8, 2, 3, 3])

    def test_softmax_at_the_end_is_left_out(self):
        graph = nnvm_weights.without_softmax(GRAPH)
        self.assertEqual(graph["heads"], [[8, 0, 0]])
        self.assertEqual(len(graph["nodes"]) + 1, len(graph["node_row_ptr"]))
        self.assertIs(nnvm_weights.without_softmax(graph), graph)


class Rounds(unittest.TestCase):
    def test_who_is_first_changes(self):
        order = []
        pairing.paired_rounds(3, lambda: order.append("ours"), lambda: order.append("theirs"))
        self.assertEqual(order, ["ours", "theirs", "theirs", "ours", "ours", "theirs"])

    def test_disturbed_rounds_are_thrown_out(self):
        pairs = [(times(9, 10), times(19, 20)), (times(9, 30), times(10, 30)),
                 (times(9, 12), times(10, 10)), (times(9, 11), times(10, 12))]
        result = pairing.compared(pairs, "onnxruntime_ms")
        self.assertEqual((result["rounds"], result["kept"]), (4, 3))
        self.assertAlmostEqual(result["ratio"]["median"], 11 / 12)
        self.assertAlmostEqual(result["ratio"]["low"], 0.5)
        self.assertAlmostEqual(result["ratio"]["high"], 1.2)
        self.assertEqual((result["ours_ms"], result["onnxruntime_ms"]), (11, 12))

    def test_without_a_quiet_round_there_are_no_figures(self):
        result = pairing.compared([(times(1, 1), times(1, 2))], "onnxruntime_ms")
        self.assertNotIn("ratio", result)
        self.assertIn("no round of 1", pairing.row("net", result, "onnxruntime_ms"))


class Program(unittest.TestCase):
    def run_program(self, *words, fakes=True, **variables):
        with tempfile.TemporaryDirectory() as folder:
            cli = pathlib.Path(folder) / "cli"
            cli.write_text(FAKE_CLI, encoding="utf-8")
            cli.chmod(0o755)
            environment = {**os.environ, **variables, "PYTHONDONTWRITEBYTECODE": "1",
                           "PYTHONPATH": str(HERE / "fakes") if fakes else folder}
            if not fakes:
                (pathlib.Path(folder) / "onnxruntime.py").write_text(
                    "raise ImportError(name='onnxruntime')", encoding="utf-8")
            return subprocess.run(
                [sys.executable, str(HERE / "ort_compare.py"), "--cli", str(cli), "--rounds", "2",
                 "--repeat", "3", "--network", "mobilenet", *words],
                capture_output=True, text=True, check=False, env=environment)

    def test_prints_a_row_and_the_context(self):
        done = self.run_program(OURS="5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("ONNX Runtime fake, 2 threads", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^mobilenet ")
        self.assertIn("TVM 0.5", done.stdout)

    def test_json_is_one_document(self):
        done = self.run_program("--json", OURS="5")
        self.assertEqual(json.loads(done.stdout)["networks"]["mobilenet"]["rounds"], 2)

    def test_without_onnxruntime_it_says_so_and_skips(self):
        done = self.run_program(fakes=False)
        self.assertEqual(done.returncode, pairing.SKIPPED)
        self.assertRegex(done.stdout, r"^skipped: Python has no \w+ .*\n$")

    def test_our_failure_is_one_line(self):
        done = self.run_program()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^ort_compare: .* profile ended with 3: .*no device\n$")

    def test_an_unknown_network_is_told(self):
        with contextlib.redirect_stdout(io.StringIO()):
            done = self.run_program("--network", "nothing", OURS="5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing: no such network", done.stderr)


if __name__ == "__main__":
    unittest.main()
