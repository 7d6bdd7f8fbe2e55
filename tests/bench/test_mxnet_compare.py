#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mxnet_compare.py without MXNet: modules made here stand for it, a script for nervure-cli."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

# Answers as nervure-cli does; it runs what lies beside the symbol, in the shape that is said.
FAKE_CLI = f"""#!{sys.executable}
import json, os, sys
folder = os.path.dirname(sys.argv[2])
if sys.argv[1] == "profile" and os.path.exists(os.path.join(folder, "small-symbol.json")) \\
        and "data=1,2" in sys.argv:
    print(json.dumps({{"unprofiled_wall_ms": {{"median": 5, "min": 5}}}}))
else:
    print("nervure: no such model", file=sys.stderr)
    sys.exit(3)
"""
MXNET = """
__version__ = "{version}"
def cpu():
    return "cpu"
class model:
    @staticmethod
    def save_checkpoint(prefix, epoch, symbol, arguments, auxiliary):
        assert "data" not in arguments
        open(f"{{prefix}}-symbol.json", "w").close()
"""
NETWORKS = """
class Output:
    def asnumpy(self):
        return [1]
class Symbol:
    arg_dict, aux_dict = {"data": 0, "w": 1}, {}
    def simple_bind(self, context, grad_req, data):
        return self
    def forward(self, is_train):
        return [Output()]
ALL = {"small": (lambda mxnet: Symbol(), (1, 2)), "other": (lambda mxnet: Symbol(), (1, 3))}
def fill(mxnet, executor):
    pass
"""


class Program(unittest.TestCase):
    def run_program(self, *words, mxnet=MXNET.format(version="1.9.1")):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name, text in (("cli", FAKE_CLI), ("mxnet.py", mxnet),
                               ("mxnet_networks.py", NETWORKS)):
                (folder / name).write_text(text, encoding="utf-8")
            (folder / "cli").chmod(0o755)
            # A script finds what lies beside it first, so it is run as a module.
            start = ("import runpy, sys; sys.path[:0] = [sys.argv.pop(1), sys.argv.pop(1)]; "
                     "runpy.run_module('mxnet_compare', run_name='__main__')")
            return subprocess.run(
                [sys.executable, "-B", "-c", start, str(folder), str(HERE), "--cli",
                 str(folder / "cli"), "--rounds", "2", "--repeat", "3", *words],
                capture_output=True, text=True, check=False, env=dict(os.environ))

    def test_prints_a_row(self):
        done = self.run_program("--network", "small")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("MXNet 1.9.1, 2 threads", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^small ")

    def test_json_is_one_document(self):
        done = self.run_program("--json", "--network", "small")
        self.assertEqual(json.loads(done.stdout)["networks"]["small"]["rounds"], 2)

    def test_without_mxnet_it_says_so_and_skips(self):
        done = self.run_program(mxnet="raise ImportError(name='mxnet')")
        self.assertEqual((done.returncode, done.stdout.count("\n")), (77, 1))
        self.assertIn("skipped: Python has no mxnet", done.stdout)

    def test_another_release_is_skipped(self):
        done = self.run_program(mxnet=MXNET.format(version="1.5.0"))
        self.assertEqual(done.returncode, 77)
        self.assertEqual(done.stdout, "skipped: Python has MXNet 1.5.0, expected 1.9.1\n")

    def test_an_unknown_network_is_told(self):
        done = self.run_program("--network", "nothing")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr,
                         "mxnet_compare: nothing: no such network, expected one of small, other\n")

    def test_our_failure_is_one_line(self):
        done = self.run_program("--network", "other")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^mxnet_compare: .* profile ended with 3: .*no such model\n$")


if __name__ == "__main__":
    unittest.main()
