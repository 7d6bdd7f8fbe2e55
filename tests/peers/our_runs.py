# SPDX-License-Identifier: Apache-2.0
"""Calls of nervure-cli and what they give, for the comparisons with the packages of others."""
import json
import pathlib
import shutil
import subprocess

import numpy

SHARE = 1e-4
SECONDS = 300


class Ours:
    def __init__(self, cli):
        self.cli = cli

    def call(self, *words):
        return subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, errors="replace",
                              timeout=SECONDS)

    def run(self, path, inputs, device, folder, more=()):
        """(outputs by name in the model's order, or None; why not)."""
        folder = pathlib.Path(folder)
        shutil.rmtree(folder / "out", ignore_errors=True)
        words = ["run", path, "--device", device, "--output", folder / "out", "--json", *more]
        for i, (name, value) in enumerate(inputs.items()):
            numpy.save(folder / f"in{i}.npy", value)
            words += ["--input", f"{name}={folder / f'in{i}.npy'}"]
        try:
            done = self.call(*words)
        except subprocess.TimeoutExpired:
            return None, f"no answer in {SECONDS} s"
        try:
            told = json.loads(done.stdout)
        except ValueError:
            told = {}
        if done.returncode != 0:
            return None, refusal(done, told)
        return {output["name"]: numpy.load(output["file"]) for output in told["outputs"]}, ""


def shapes_of(inputs):
    """The options that say the shape of each input; a scalar says its own."""
    return [word for name, value in inputs.items() if numpy.ndim(value)
            for word in ("--shape", f"{name}={','.join(map(str, value.shape))}")]


def refusal(done, told):
    lines = [line for line in done.stderr.splitlines() if "error" in line]
    for key in ("error", "errors", "diagnostics"):
        for item in [told[key]] if isinstance(told.get(key), dict) else told.get(key, []):
            if isinstance(item, dict) and item.get("severity", "error") == "error":
                lines.append(item.get("message", ""))
    return lines[0] if lines and done.returncode == 1 else f"exit status {done.returncode}: {done.stderr[-200:]}"
