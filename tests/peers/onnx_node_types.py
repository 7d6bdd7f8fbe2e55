#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares inference with ONNX's own node tests.

    onnx_node_types.py --cli build/release/bin/nervure-cli --work build/onnx-node [OPERATOR …]

Writes the models of the Python package `onnx` (its backend node tests) into WORK, lets `nervure-cli info` infer
them, and compares type and shape of every output with those of the recorded outputs. Only models whose inputs
and outputs are dense tensors of numbers or truth values count. Inputs that decide shapes, which a model's user
gives with the model, are given as initializers where the test has them as inputs: the file without them says
nothing of them. Exit status: 0 where nothing is wrong and at least 97 % are known, 77 where Python has no onnx.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

try:
    import numpy
    import onnx
    from onnx import numpy_helper
    from onnx.backend.test.case.node import collect_testcases
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

# Inputs that say how large a result is, by operator and place.
DECIDING = {
    "AffineGrid": [1], "BlackmanWindow": [0], "CenterCropPad": [1], "Col2Im": [1, 2], "Compress": [1],
    "ConstantOfShape": [0], "DFT": [1, 2], "Expand": [1], "HammingWindow": [0], "HannWindow": [0], "Loop": [0, 1],
    "MaxUnpool": [2], "MelWeightMatrix": [0, 1], "OneHot": [1], "Pad": [1, 3], "Range": [0, 1, 2],
    "Reshape": [1], "Resize": [2, 3], "Slice": [1, 2, 3, 4], "Split": [1], "SplitToSequence": [1],
    "Squeeze": [1], "STFT": [1, 3], "Tile": [1, 2], "TopK": [1], "Unsqueeze": [1], "Upsample": [1],
    "ReduceL1": [1], "ReduceL2": [1], "ReduceLogSum": [1], "ReduceLogSumExp": [1], "ReduceMax": [1],
    "ReduceMean": [1], "ReduceMin": [1], "ReduceProd": [1], "ReduceSum": [1], "ReduceSumSquare": [1],
}
# What only a run can tell: how many elements pass a condition.
DATA_DECIDES = {"NonZero", "Unique", "NonMaxSuppression", "ImageDecoder", "StringNormalizer", "StringSplit",
                "Loop"}
KNOWN_SHARE = 0.97


def is_dense(value):
    return isinstance(value, numpy.ndarray) and value.dtype.kind in "biufcV" or isinstance(value, numpy.generic)


def type_name(value):
    code = onnx.helper.np_dtype_to_tensor_dtype(value.dtype)
    name = onnx.TensorProto.DataType.Name(code).lower()
    return {"float": "float32", "double": "float64"}.get(name, name)


def type_text(value):
    value = numpy.asarray(value)
    return f"{type_name(value)}[{', '.join(str(size) for size in value.shape)}]"


def deciding_inputs(model):
    """Names of inputs that decide shapes."""
    return {node.input[place] for node in model.graph.node for place in DECIDING.get(node.op_type, [])
            if place < len(node.input)}


def give_deciding_inputs(model, inputs, names):
    """Makes initializers of the inputs that decide shapes."""
    for value, given in zip(model.graph.input, inputs):
        if value.name in names and is_dense(given):
            model.graph.initializer.append(numpy_helper.from_array(numpy.asarray(given), value.name))


def cases(work, operators):
    """(name, path, operators of the model, expected types) of the models that count."""
    deciding = {} # by test: functions written out have the inputs of the operator that they stand for
    for case in collect_testcases(None):
        if case.kind != "node" or case.model is None or case.name in deciding or not case.data_sets:
            continue
        deciding[case.name] = deciding_inputs(case.model) | deciding.get(case.name.removesuffix("_expanded"), set())
        inputs, outputs = case.data_sets[0]
        if not all(is_dense(value) for value in list(inputs) + list(outputs)):
            continue
        if any(numpy.asarray(value).dtype.kind == "c" for value in outputs):
            continue
        used = {node.op_type for node in case.model.graph.node}
        if operators and not used & operators:
            continue
        model = onnx.ModelProto()
        model.CopyFrom(case.model)
        give_deciding_inputs(model, inputs, deciding[case.name])
        path = work / f"{case.name}.onnx"
        path.write_bytes(model.SerializeToString())
        yield case.name, path, used, [type_text(value) for value in outputs]


def inferred(cli, path):
    run = subprocess.run([cli, "info", str(path), "--json"], capture_output=True, text=True)
    try:
        answer = json.loads(run.stdout)
        found = [finding["message"] for finding in answer.get("diagnostics", [])
                 if finding.get("severity") == "error"]
        return [output.get("type", "?") for output in answer["outputs"]], found
    except (ValueError, KeyError):
        return [], [run.stderr.strip() or f"exit status {run.returncode}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--quiet", action="store_true", help="only counts and what is wrong")
    parser.add_argument("operators", nargs="*")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    todo = list(cases(arguments.work, set(arguments.operators)))
    with ThreadPoolExecutor(max_workers=2) as pool:
        answers = list(pool.map(lambda case: inferred(arguments.cli, case[1]), todo))
    wrong, unknown = [], collections.defaultdict(list)
    for (name, _, used, expected), (found, errors) in zip(todo, answers):
        if found == expected and not errors:
            continue
        is_partial = not errors and len(found) == len(expected) and all(
            agrees(a, b) for a, b in zip(found, expected))
        if is_partial:
            reason = "data decides" if used & DATA_DECIDES else "not followed"
            unknown[reason].append((name, found, expected))
        else:
            wrong.append((name, found, expected, errors))
    for name, found, expected, errors in wrong:
        print(f"wrong: {name}: {found}, expected {expected} {' '.join(errors)}")
    count = 0
    for reason, list_ in sorted(unknown.items()):
        count += len(list_)
        for name, found, expected in [] if arguments.quiet else list_:
            print(f"unknown ({reason}): {name}: {found}, expected {expected}")
    known = len(todo) - len(wrong) - count
    share = known / len(todo) if todo else 1
    print(f"{known} of {len(todo)} known and equal ({share:.2%}), {count} not wholly known, {len(wrong)} wrong")
    sys.exit(0 if not wrong and (share >= KNOWN_SHARE or arguments.operators) else 1)


def agrees(found, expected):
    """Whether what was found is the expected type with some sizes, the rank or all unknown."""
    if found in ("?", expected):
        return True
    if "[" not in found:
        return expected.split("[")[0] == found
    if found.split("[")[0] not in (expected.split("[")[0], "?"):
        return False
    sizes = [text for text in found.split("[")[1][:-1].split(", ") if text]
    wanted = [text for text in expected.split("[")[1][:-1].split(", ") if text]
    return len(sizes) == len(wanted) and all(a == b or not a.lstrip("-").isdigit() for a, b in zip(sizes, wanted))


if __name__ == "__main__":
    main()
