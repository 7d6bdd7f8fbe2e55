#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our run times beside MXNet's on the same files, paired in time.

    mxnet_compare.py [--cli nervure-cli] [--device D] [--rounds N] [--repeat N] [--threads N]
                     [--network NAME ...] [--check] [--json]

How is said in pairing.py. MXNet runs the symbol with its oneDNN kernels and its fusion of them, as
its executor does by default; we run the files that it wrote. --check compares the results instead.

Exit status 77, with the reason in one line, where Python has no MXNet 1.9.1 (it needs numpy
before 1.24).
"""
import contextlib
import os
import pathlib
import sys
import tempfile

import mxnet_networks
from pairing import SKIPPED, Failed, cli, compare, fail, parsed, time_ours, timed

VERSION = "1.9.1"


class Network:
    """One network on both sides; its files lie in `folder`."""

    def __init__(self, options, name, mxnet, folder):
        if name not in mxnet_networks.ALL:
            raise Failed(f"{name}: no such network, expected one of "
                         f"{', '.join(mxnet_networks.ALL)}")
        self.options = options
        build, self.shape = mxnet_networks.ALL[name]
        symbol = build(mxnet)
        self.executor = symbol.simple_bind(mxnet.cpu(), grad_req="null", data=self.shape)
        mxnet_networks.fill(mxnet, self.executor)
        self.folder = folder
        mxnet.model.save_checkpoint(str(folder / name), 0, symbol, {
            key: value for key, value in self.executor.arg_dict.items() if key != "data"
        }, self.executor.aux_dict)
        self.path = folder / f"{name}-symbol.json"
        self.words = ["--shape", f"data={','.join(map(str, self.shape))}"]

    def run_theirs(self):
        return [output.asnumpy() for output in self.executor.forward(is_train=False)]

    def time_theirs(self):
        return timed(self.run_theirs, self.options.repeat)

    def time_ours(self):
        return time_ours(self.options, self.path, *self.words)

    def difference(self):
        """The largest difference between the results, in units of the largest number in them."""
        import numpy as np

        data, results = self.folder / "data.npy", self.folder / "results.npz"
        np.save(data, self.executor.arg_dict["data"].asnumpy())
        cli(self.options, "run", self.path, *self.words, "--device", self.options.device,
            "--input", f"data={data}", "--output", results)
        with np.load(results) as arrays:
            ours = [arrays[file] for file in arrays.files]
        return max(float(np.abs(a - b).max() / np.abs(b).max())
                   for a, b in zip(ours, self.run_theirs()))


@contextlib.contextmanager
def network_of(options, mxnet, name):
    with tempfile.TemporaryDirectory() as folder:
        yield Network(options, name, mxnet, pathlib.Path(folder))


def main(words):
    options = parsed(words, "our run times beside MXNet's", list(mxnet_networks.ALL))
    os.environ["OMP_NUM_THREADS"] = str(options.threads)  # read when MXNet is loaded
    try:
        import mxnet
    except ImportError as error:
        print(f"skipped: Python has no {error.name} (pip install mxnet=={VERSION} 'numpy<1.24')")
        return SKIPPED
    if mxnet.__version__ != VERSION:
        print(f"skipped: Python has MXNet {mxnet.__version__}, expected {VERSION}")
        return SKIPPED
    try:
        compare(options, mxnet_networks.ALL, lambda name: network_of(options, mxnet, name),
                ("MXNet", "mxnet", mxnet.__version__, "mxnet_ms"))
    except Failed as error:
        return fail("mxnet_compare", error)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
