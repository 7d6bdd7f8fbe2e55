#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs TensorFlow's frozen graphs and compares what they compute with TensorFlow itself, by value.

    tensorflow_graphs.py --cli build/release/bin/nervure-cli --work build/tensorflow-graphs [--device D]…
                         [--only WORDS] [--files FOLDER]…

made_graphs.py makes some on the spot; with --files those of a folder are taken instead: all frozen graphs (.pb) below
it and all SavedModels, which are frozen first. Inputs are seeded random numbers, or those that were recorded beside a
graph as deeplearning4j's test resources have them (NAME.placeholder.csv and .shape). A graph passes where each output
has TensorFlow's type, shape and, within SHARE of its spread (greatest minus smallest element), values. Outputs that are
random in TensorFlow are not compared. A graph that does not run is named with our line that says why, which is no
failure where it is a refusal; what TensorFlow does not run is left out. Prints a table: graph, nodes, greatest error by
spread, verdict. Exit status: 0 where nothing is wrong, 77 where Python has no TensorFlow.
"""
import argparse
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import numpy
    import tensorflow
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
import made_graphs
from our_runs import Ours, SHARE, shapes_of

OPEN_SIZE = 3
WITHOUT_VALUES = ("NoOp", "Assert", "Placeholder", "Const")
v1 = tensorflow.compat.v1


def read_frozen(path):
    """The GraphDef of a file; None: it holds none."""
    definition = v1.GraphDef()
    try:
        definition.ParseFromString(path.read_bytes())
    except Exception:  # of protobuf's implementations each has its own
        return None
    has_operators = definition.node and all(node.op and node.name for node in definition.node)
    return definition if has_operators else None


def freeze(folder):
    """The GraphDef of a SavedModel's first signature with its variables as constants."""
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
    model = tensorflow.saved_model.load(str(folder))
    if not model.signatures:
        raise ValueError("the SavedModel has no signature")
    frozen = convert_variables_to_constants_v2(list(model.signatures.values())[0])
    return frozen.graph.as_graph_def()


def recorded(folder, name, dtype):
    """The array that stands beside the graph for an input; None: there is none."""
    values = folder / f"{name}.placeholder.csv"
    if not values.exists():
        return None
    sizes = [int(line) for line in (folder / f"{name}.placeholder.shape").read_text().split()]
    words = values.read_text().split()
    sizes = [] if len(words) == 1 and 0 in sizes else sizes  # of a scalar
    if dtype == numpy.bool_:
        return numpy.array([word.lower() == "true" for word in words]).reshape(sizes)
    return numpy.array(words, dtype=numpy.float64).astype(dtype).reshape(sizes)


def made_up(tensor, seed):
    sizes = [] if tensor.shape.rank is None else [size or OPEN_SIZE for size in tensor.shape.as_list()]
    random, dtype = numpy.random.default_rng(seed), numpy.dtype(tensor.dtype.as_numpy_dtype)
    if dtype.kind == "f":
        return random.standard_normal(sizes).astype(dtype)
    if dtype.kind in "iu":
        return random.integers(0, 2, sizes).astype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, sizes).astype(bool)
    raise TypeError(f"an input of {tensor.dtype.name}")


def unread(graph):
    """The values of operators that no other takes any of."""
    read = {tensor.op.name for operator in graph.get_operations() for tensor in operator.inputs}
    return [tensor for operator in graph.get_operations()
            if operator.type not in WITHOUT_VALUES and operator.name not in read for tensor in operator.outputs]


class Peer:
    """A graph in TensorFlow."""

    def __init__(self, definition, folder, given):
        self.graph = tensorflow.Graph()
        with self.graph.as_default():
            tensorflow.import_graph_def(definition, name="")
        tensors = [operator.outputs[0] for operator in self.graph.get_operations() if operator.type == "Placeholder"]
        self.inputs = {}
        for i, tensor in enumerate(tensors):
            name = tensor.op.name
            value = given.get(name)
            if value is None:
                value = recorded(folder, name, tensor.dtype.as_numpy_dtype)
            self.inputs[name] = made_up(tensor, i) if value is None else value
        self.outputs = unread(self.graph)

    def run(self):
        """Values by name; without those that are random."""
        feeds = {f"{name}:0": value for name, value in self.inputs.items()}
        found = []
        for _ in range(2):
            with v1.Session(graph=self.graph) as session:
                found.append(session.run(self.outputs, feeds))
        return {tensor.name: value for tensor, value, again in zip(self.outputs, *found)
                if numpy.array_equal(value, again, equal_nan=numpy.asarray(value).dtype.kind == "f")}


def named(found, name):
    """Our array for TensorFlow's `op:0`: the operator's name, of others with its number."""
    operator, index = name.rsplit(":", 1)
    for ours in (name, operator if index == "0" else None):
        if ours in found:
            return found[ours]
    return None


def compare(found, expected):
    """(greatest error by spread, what is wrong)."""
    worst, wrong = 0.0, ""
    for name, wanted in expected.items():
        wanted, value = numpy.asarray(wanted), named(found, name)
        if wanted.dtype.name == "bfloat16":  # NumPy's files have none
            wanted = wanted.astype(numpy.float32)
        if value is None:
            wrong = wrong or f"there is no output {name}"
            continue
        if value.shape != wanted.shape or value.dtype != wanted.dtype:
            wrong = wrong or (f"{name} is {value.dtype}{list(value.shape)}, expected "
                              f"{wanted.dtype}{list(wanted.shape)}")
            continue
        if wanted.size == 0 or wanted.dtype.kind in "OSU":
            continue
        a, b = value.astype(numpy.float64), wanted.astype(numpy.float64)
        same = (a == b) | (numpy.isnan(a) & numpy.isnan(b))
        if same.all():
            continue
        finite = b[numpy.isfinite(b)]
        spread = float(numpy.ptp(finite)) if finite.size else 0.0
        spread = spread or float(numpy.abs(finite).max(initial=0.0)) or 1.0
        with numpy.errstate(invalid="ignore"):
            error = float(numpy.abs(a - b)[~same].max()) / spread
        worst = max(worst, error) if error == error else float("nan")
        if not error <= SHARE:
            wrong = wrong or f"{name} is off by {error:.1e} of its spread"
    return worst, wrong


def graphs_below(folder):
    """(name, function that gives (GraphDef, inputs), folder of recorded inputs) of all graphs in a folder."""
    for path in sorted(folder.rglob("*.pb")):
        name = str(path.relative_to(folder))
        if path.name == "saved_model.pb":
            yield name, lambda path=path: (freeze(path.parent), {}), path.parent
        elif read_frozen(path) is not None:
            yield name, lambda path=path: (read_frozen(path), {}), path.parent


def check(name, make, beside, arguments, ours):
    """(row of the table, whether a value is wrong)."""
    folder = arguments.work / name.replace("/", "-").replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        definition, given = make()
        (folder / "model.pb").write_bytes(definition.SerializeToString())
        peer = Peer(definition, beside or folder, given)
        expected = peer.run()
    except Exception as error:  # the peer's own trouble
        lines = str(error).strip().splitlines() or [""]
        return [name, "", "", f"left out: {type(error).__name__}: {lines[0][:120]}"], False
    errors, verdicts, is_wrong = [], [], False
    for device in arguments.device or ["reference"]:
        found, why = ours.run(folder / "model.pb", peer.inputs, device, folder, shapes_of(peer.inputs))
        if found is None:
            errors.append("-")
            verdicts.append(f"does not run: {why}")
            is_wrong = is_wrong or "exit status" in why
            continue
        worst, wrong = compare(found, expected)
        errors.append(f"{worst:.1e}")
        verdicts.append(f"wrong: {wrong}" if wrong else "right")
        is_wrong = is_wrong or bool(wrong)
    return [name, str(len(definition.node)), " ".join(errors), "; ".join(dict.fromkeys(verdicts))], is_wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--device", action="append", default=[])
    parser.add_argument("--only", default="", help="graphs whose names have one of these words, with commas between")
    parser.add_argument("--files", action="append", default=[], type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.work = arguments.work.resolve()
    ours, rows, left, failed = Ours(arguments.cli), 0, 0, 0
    only = [word for word in arguments.only.split(",") if word]
    graphs = [graph for folder in arguments.files for graph in graphs_below(folder.resolve())]
    if not arguments.files:
        graphs = [(name, make, None) for name, make in made_graphs.GRAPHS]
    print("| graph | nodes | error by spread | verdict |\n| --- | --- | --- | --- |")
    for name, make, beside in graphs:
        if only and not any(word in name for word in only):
            continue
        row, is_wrong = check(name, make, beside, arguments, ours)
        print("| " + " | ".join(row) + " |", flush=True)
        rows += 1
        left += row[3].startswith("left out")
        failed += is_wrong
    print(f"{rows - left} graphs, {failed} wrong, {left} left out")
    sys.exit(1 if failed or left == rows else 0)


if __name__ == "__main__":
    main()
