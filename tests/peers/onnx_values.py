#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs ONNX's own tests by value.

    onnx_values.py --cli build/release/bin/onnx_value_runner --work build/onnx-values [--device NAME]

Writes the node tests of the Python package `onnx` with dense inputs and outputs, and its light and pytorch models
with their recorded outputs, into WORK, a folder each, and lets one process run and compare them all. Exit status:
0 where at least PASSING_SHARE of the node tests and all of the others pass, 77 where Python has no onnx.
"""
import argparse
import pathlib
import subprocess
import sys

try:
    import numpy
    import onnx
    from onnx import numpy_helper
    from onnx.backend.test.case.node import collect_testcases
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

# Not computed: what is random, pictures' files, training, trees, graphs that FlexAttention holds, states that
# grow in a Loop, and optional values whose type the model does not say.
PASSING_SHARE = 0.97


def is_dense(value):
    return isinstance(value, (numpy.ndarray, numpy.generic)) and value.dtype.kind in "biufV"


def write(folder, model, inputs, outputs):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(model)
    for kind, values in (("input", inputs), ("output", outputs)):
        for i, value in enumerate(values):
            array = numpy.asarray(value)
            # NumPy's files have no bfloat16.
            is_bfloat16 = array.dtype.name == "bfloat16"
            name = f"{kind}_{i}.bfloat16.npy" if is_bfloat16 else f"{kind}_{i}.npy"
            numpy.save(folder / name, array.astype(numpy.float32) if is_bfloat16 else array)


def write_node_tests(work):
    seen = set()
    for case in collect_testcases(None):
        if case.kind != "node" or case.model is None or case.name in seen or not case.data_sets:
            continue
        inputs, outputs = case.data_sets[0]
        if all(is_dense(value) for value in list(inputs) + list(outputs)):
            seen.add(case.name)
            write(work / case.name, case.model.SerializeToString(), inputs, outputs)


def read_tensor(path):
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


def write_recorded(work, data):
    """The models that stand beside their inputs and outputs."""
    for kind in ("pytorch-converted", "pytorch-operator"):
        for model in sorted((data / kind).glob("*/model.onnx")):
            values = model.parent / "test_data_set_0"
            count = len(list(values.glob("output_*.pb")))
            inputs = [read_tensor(values / f"input_{i}.pb") for i in range(len(list(values.glob("input_*.pb"))))]
            outputs = [read_tensor(values / f"output_{i}.pb") for i in range(count)]
            write(work / model.parent.name, model.read_bytes(), inputs, outputs)


def write_light(work, data):
    """Networks whose inputs count up from 0 to 1."""
    for path in sorted((data / "light").glob("*.onnx")):
        model = onnx.load(path)
        initializers = {tensor.name for tensor in model.graph.initializer}
        inputs = []
        for value in model.graph.input:
            if value.name not in initializers:
                shape = [dim.dim_value or 1 for dim in value.type.tensor_type.shape.dim]
                count = numpy.prod(shape)
                inputs.append((numpy.arange(count).reshape(shape) / count).astype(numpy.float32))
        output = read_tensor(path.with_name(path.stem + "_output_0.pb"))
        write(work / path.stem, path.read_bytes(), inputs, [output])


def passed_of(runner, device, folder):
    run = subprocess.run([runner, device, folder], capture_output=True, text=True)
    lines = run.stdout.strip().splitlines() or [f"exit status {run.returncode}"]
    print("\n".join(lines))
    words = lines[-1].split()
    return (int(words[0]), int(words[2])) if len(words) == 4 and words[0].isdigit() else (0, 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True, help="onnx_value_runner")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--device", default="reference")
    arguments = parser.parse_args()
    data = pathlib.Path(onnx.__file__).parent / "backend/test/data"
    write_node_tests(arguments.work / "node")
    write_recorded(arguments.work / "recorded", data)
    write_light(arguments.work / "light", data)
    passed, count = passed_of(arguments.cli, arguments.device, arguments.work / "node")
    is_good = passed >= PASSING_SHARE * count
    # The references take minutes for the large networks.
    others = ["recorded"] + (["light"] if arguments.device != "reference" else [])
    for other in others:
        passed, count = passed_of(arguments.cli, arguments.device, arguments.work / other)
        is_good = is_good and passed == count
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
