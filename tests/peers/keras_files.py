#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs files of Keras and compares what they compute with the Keras that wrote them, by value.

    keras_files.py --cli build/release/bin/nervure-cli --work build/keras-files [--device D]… [--only WORDS] [FOLDER]

FOLDER ($NERVURE_KERAS_FILES unless given, else the oracles' models) has files of anybody: .h5, .hdf5, .keras, and .json with weights beside it.
Keras 3 loads what it wrote, tf_keras (which the groups of packaging/peers do not bring) what Keras 2 wrote. A model passes where each output is within SHARE of its
spread (greatest minus smallest element). One that does not run is named with our line that says why, which is no
failure where it is a refusal; one that Keras does not load is left out with Keras's reason. Code in files is never
run: models with a Lambda, or with classes of modules that are not Keras's, are left out.
Prints a table: file, Keras's version, greatest error by spread, verdict. Exit status: 0 where nothing is wrong, 77
where there is nothing to compare with.
"""
import argparse
import json
import logging
import os
import pathlib
import re
import sys
import zipfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
try:
    import numpy
    import h5py
    import tensorflow
    import keras
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
try:
    import tf_keras
except ImportError:
    tf_keras = None
from our_runs import Ours, SHARE

BATCH = 2
FREE = 32  # of other free dimensions: halved a few times it stays whole
SCALES = (1, 100, 0.01)  # of inputs: the first by which no output is constant


class LeftOut(Exception):
    """Why there is nothing to compare with."""


class KerasFile:
    """A file and what it says of itself."""

    def __init__(self, path):
        self.path = path
        self.weights = None
        self.version = ""
        try:
            self.config = self.read()
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            self.config = None
        self.is_model = self.config is not None

    def read(self):
        if self.path.suffix == ".json":
            config = json.loads(self.path.read_text())
            if not isinstance(config, dict) or "class_name" not in config:
                return None
            self.version = str(config.get("keras_version", ""))
            self.weights = self.weights_beside()
        elif self.path.suffix == ".keras" and zipfile.is_zipfile(self.path):
            with zipfile.ZipFile(self.path) as archive:
                config = json.loads(archive.read("config.json"))
                self.version = str(json.loads(archive.read("metadata.json")).get("keras_version", ""))
        else:
            with h5py.File(self.path) as file:
                config = json.loads(file.attrs["model_config"])
                version = file.attrs.get("keras_version", b"1")
                self.version = version.decode() if isinstance(version, bytes) else str(version)
        return config

    def weights_beside(self):
        stem = self.path.with_suffix("")
        for end in (".weights.h5", "_weights.h5", ".h5", ".hdf5"):
            if pathlib.Path(str(stem) + end).exists():
                return pathlib.Path(str(stem) + end)
        others = [path for path in self.path.parent.iterdir() if path.suffix in (".h5", ".hdf5")]
        return others[0] if len(others) == 1 else None

    def check_harmless(self):
        text = json.dumps(self.config)
        if re.search(r'"class_name": "(Lambda|__lambda__)"', text):
            raise LeftOut("it has a Lambda, whose code is not run here")
        modules = set(re.findall(r'"module": "([^"]+)"', text))
        strange = sorted(name for name in modules
                         if name not in ("builtins", "numpy") and not name.startswith(("keras", "tf_keras")))
        if strange:
            raise LeftOut(f"it has classes of {strange[0]}")

    def load(self):
        self.check_harmless()
        framework = keras if self.version[:1] == keras.__version__[:1] else tf_keras
        if framework is None:
            raise LeftOut(f"there is no Keras of version {self.version[:1]}")
        framework.backend.clear_session()
        if self.path.suffix != ".json":
            return framework.models.load_model(str(self.path), compile=False)
        if self.weights is None:
            raise LeftOut("there are no weights beside it")
        model = framework.models.model_from_json(self.path.read_text())
        model.load_weights(str(self.weights))
        return model


def embeddings_of(model):
    """The number of words of each input that Embedding reads, by its place."""
    found = {}
    for layer in model._flatten_layers():
        if type(layer).__name__ != "Embedding":
            continue
        read = [id(tensor) for node in layer._inbound_nodes for tensor in tensorflow.nest.flatten(node.input_tensors)]
        for i, tensor in enumerate(model.inputs):
            if id(tensor) in read or len(model.inputs) == 1:
                found[i] = min(layer.input_dim, found.get(i, layer.input_dim))
    return found


def make_inputs(model, scale):
    random, words = numpy.random.default_rng(7), embeddings_of(model)
    inputs = []
    for i, tensor in enumerate(model.inputs):
        sizes = list(tensor.shape)
        shape = [size or (FREE if place else BATCH) for place, size in enumerate(sizes)]
        dtype = tensor.dtype if isinstance(tensor.dtype, str) else tensor.dtype.name
        if i in words:
            inputs.append(random.integers(0, words[i], shape).astype(dtype))
        elif numpy.dtype(dtype).kind in "iub":
            inputs.append(random.integers(0, 2 if dtype == "bool" else 4, shape).astype(dtype))
        else:
            inputs.append((random.standard_normal(shape) * scale).astype(dtype))
    return inputs


def call_keras(model, inputs):
    given = inputs[0] if len(inputs) == 1 else inputs
    return [numpy.asarray(value) for value in tensorflow.nest.flatten(model(given, training=False))]


def spread_of(value):
    """Greatest minus smallest element; 0 where rounding alone could make it."""
    if value.size == 0 or value.dtype.kind not in "fiu":
        return 0.0
    finite = value[numpy.isfinite(value)].astype(numpy.float64)
    spread = float(numpy.ptp(finite)) if finite.size else 0.0
    return spread if finite.size and spread > 1e-4 * float(numpy.abs(finite).max()) else 0.0


def inputs_and_outputs(model):
    if not model.inputs:
        raise LeftOut("Keras does not know its inputs before it is called")
    for scale in SCALES:
        inputs = make_inputs(model, scale)
        outputs = call_keras(model, inputs)
        if all(spread_of(value) > 0 for value in outputs):
            break
    return inputs, outputs


def compare(found, expected):
    """(greatest error by spread, what is wrong)."""
    if len(found) != len(expected):
        return 0.0, f"{len(found)} outputs, expected {len(expected)}"
    worst = 0.0
    for (name, value), wanted in zip(found.items(), expected):
        if value.shape != wanted.shape:
            return worst, f"{name} is {value.shape}, expected {wanted.shape}"
        a, b = value.astype(numpy.float64), wanted.astype(numpy.float64)
        if not numpy.array_equal(numpy.isfinite(a), numpy.isfinite(b)):
            return worst, f"{name} has infinite elements or NaN at other places"
        finite = numpy.isfinite(b)
        spread = spread_of(wanted) or max(1e-30, float(numpy.abs(b[finite]).max()) if finite.any() else 1.0)
        error = float(numpy.abs(a - b)[finite].max()) / spread if finite.any() else 0.0
        worst = max(worst, error)
        if not error <= SHARE:
            return worst, f"{name} is off by {error:.1e} of its spread"
    return worst, "" if all(spread_of(value) > 0 for value in expected) else "constant"


def check(file, name, arguments, ours):
    """(row of the table, kind of verdict)."""
    words = ["--params", file.weights] if file.weights else []
    told = ours.call("info", file.path, *words, "--json")
    if told.returncode != 0:
        return [name, file.version, "", f"does not open: {told.stderr.strip()[:200]}"], "refused"
    try:
        model = file.load()
        inputs, expected = inputs_and_outputs(model)
    except LeftOut as error:
        return [name, file.version, "", f"left out: {error}"], "left out"
    except Exception as error:  # whatever this Keras does not take
        return [name, file.version, "", f"left out: {type(error).__name__}: {' '.join(str(error).split())[:140]}"], \
            "left out"
    names = [value["name"] for value in json.loads(told.stdout)["inputs"]]
    if len(names) != len(inputs):
        return [name, file.version, "", f"wrong: its inputs are {names}, Keras has {len(inputs)}"], "wrong"
    worst = 0.0
    for device in arguments.device or ["reference"]:
        found, why = ours.run(file.path, dict(zip(names, inputs)), device, arguments.work, words)
        if found is None:
            return [name, file.version, "-", f"does not run: {why}"], "wrong" if "exit status" in why else "refused"
        error, wrong = compare(found, expected)
        worst = max(worst, error)
        if wrong and wrong != "constant":
            return [name, file.version, f"{error:.1e}", f"wrong on {device}: {wrong}"], "wrong"
    return [name, file.version, f"{worst:.1e}", f"right{', constant' if wrong else ''}"], "right"


def default_folder():
    oracles = os.environ.get("NERVURE_ORACLES") or pathlib.Path(__file__).parents[2] / "../shared/oracles"
    return pathlib.Path(os.environ.get("NERVURE_KERAS_FILES") or pathlib.Path(oracles) / "keras" / "models")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--device", action="append", default=[])
    parser.add_argument("--only", default="", help="files whose paths have one of these words, with commas between")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=default_folder())
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"skipped: there is no folder {arguments.folder}")
        sys.exit(77)
    arguments.work = arguments.work.resolve()
    arguments.work.mkdir(parents=True, exist_ok=True)
    logging.disable(logging.WARNING)
    ours, counts = Ours(arguments.cli), {}
    only = [word for word in arguments.only.split(",") if word]
    print("| file | Keras | error by spread | verdict |\n| --- | --- | --- | --- |")
    for path in sorted(pathlib.Path(arguments.folder).rglob("*")):
        name = str(path.relative_to(arguments.folder))
        if path.suffix not in (".h5", ".hdf5", ".keras", ".json") or (only and not any(word in name for word in only)):
            continue
        file = KerasFile(path)
        if not file.is_model:
            continue
        row, kind = check(file, name, arguments, ours)
        print("| " + " | ".join(row) + " |", flush=True)
        counts[kind] = counts.get(kind, 0) + 1
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    sys.exit(1 if counts.get("wrong") else 0 if counts.get("right") else 77)


if __name__ == "__main__":
    main()
