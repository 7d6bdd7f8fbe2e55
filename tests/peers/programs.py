# SPDX-License-Identifier: Apache-2.0
"""Our program, as the comparisons with others call it."""
import json
import shutil
import subprocess

import numpy

SECONDS = 300


class Ours:
    def __init__(self, cli):
        self.cli = cli

    def call(self, *words):
        return subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, errors="replace",
                              timeout=SECONDS)

    def run(self, path, inputs, device, folder):
        """(outputs by name, or None; why not)."""
        shutil.rmtree(folder / "out", ignore_errors=True)
        words = ["run", path, "--device", device, "--output", folder / "out", "--json"]
        for i, (name, value) in enumerate(inputs.items()):
            numpy.save(folder / f"in{i}.npy", value)
            words += ["--input", f"{name}={folder / f'in{i}.npy'}"]
        words += [word for name, value in inputs.items() if numpy.ndim(value)
                  for word in ("--shape", f"{name}={','.join(map(str, value.shape))}")]
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


def refusal(done, told):
    lines = [line for line in done.stderr.splitlines() if "error" in line]
    for key in ("error", "errors", "diagnostics"):
        for item in [told[key]] if isinstance(told.get(key), dict) else told.get(key, []):
            if isinstance(item, dict) and item.get("severity", "error") == "error":
                lines.append(item.get("message", ""))
    return lines[0] if lines and done.returncode == 1 else f"exit status {done.returncode}: {done.stderr[-200:]}"
