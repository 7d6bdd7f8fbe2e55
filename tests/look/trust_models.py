#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of tests/look/trust, and what ONNX Runtime says of those that the window saved.

    trust_models.py make FOLDER       first.onnx, second.onnx (of another operator set) and steps/, of which one has a
                                      weight transposed among right rewrites
    trust_models.py check FOLDER      compares the files that trust saved with the models that they were made of
"""
import pathlib
import sys

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


def floats(*shape, seed):
    return (numpy.random.default_rng(seed).standard_normal(shape) / 3).astype(numpy.float32)


def value(name, shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def save(path, nodes, inputs, outputs, tensors, opset):
    graph = helper.make_graph(nodes, path.stem, inputs, outputs,
                              [numpy_helper.from_array(array, name) for name, array in tensors.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=7)
    model.producer_name = "trust_models"
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def network(path, transposed=False, rewritten=0):
    """A classifier of opset 11, whose Softmax flattens what comes after its axis."""
    square = floats(8, 8, seed=3)
    tensors = {"conv_w": floats(8, 3, 3, 3, seed=1), "conv_b": floats(8, seed=2),
               "mix_w": numpy.ascontiguousarray(square.T) if transposed else square, "fc_w": floats(8, 5, seed=4)}
    nodes = [helper.make_node("Conv", ["image", "conv_w", "conv_b"], ["c"], "conv", pads=[1, 1, 1, 1]),
             helper.make_node("Relu", ["c"], ["r"], "relu"),
             helper.make_node("GlobalAveragePool", ["r"], ["p"], "pool"),
             helper.make_node("Flatten", ["p"], ["f"], "flatten"),
             helper.make_node("MatMul", ["f", "mix_w"], ["m"], "mix"),
             helper.make_node("MatMul", ["m", "fc_w"], ["scores"], "fc"),
             helper.make_node("Softmax", ["scores"], ["probabilities"], "softmax")]
    if rewritten:  # a rewrite that is right: the same value by an Identity more
        nodes[2].input[0] = "again"
        nodes.insert(2, helper.make_node("Identity", ["r"], ["again"], "again"))
    if rewritten > 1:
        nodes[4 + 1].input[0] = "more"
        nodes.insert(5, helper.make_node("Identity", ["f"], ["more"], "more"))
    save(path, nodes, [value("image", [1, 3, 16, 16])], [value("probabilities", [1, 5])], tensors, 11)


def second(path):
    """What comes behind: takes `probabilities`, by opset 13."""
    save(path, [helper.make_node("Softmax", ["probabilities"], ["s"], "again_softmax", axis=-1),
                helper.make_node("MatMul", ["s", "end_w"], ["end"], "end_matmul")],
         [value("probabilities", [1, 5])], [value("end", [1, 2])], {"end_w": floats(5, 2, seed=5)}, 13)


def same(path):
    """As second(), by the first model's operator set."""
    save(path, [helper.make_node("MatMul", ["probabilities", "end_w"], ["end"], "end_matmul")],
         [value("probabilities", [1, 5])], [value("end", [1, 2])], {"end_w": floats(5, 2, seed=5)}, 11)


def make(folder):
    (folder / "steps").mkdir(parents=True, exist_ok=True)
    network(folder / "first.onnx")
    second(folder / "second.onnx")
    same(folder / "same.onnx")
    network(folder / "steps" / "0-start.onnx")
    network(folder / "steps" / "1-identity.onnx", rewritten=1)
    network(folder / "steps" / "2-weights.onnx", rewritten=1, transposed=True)
    network(folder / "steps" / "3-identity.onnx", rewritten=2, transposed=True)


def run(model, batch=1, **more):
    session = onnxruntime.InferenceSession(model if isinstance(model, bytes) else str(model),
                                           providers=["CPUExecutionProvider"])
    inputs = {"image": floats(batch, 3, 16, 16, seed=9), **more}
    names = [given.name for given in session.get_inputs()]
    return dict(zip([out.name for out in session.get_outputs()], session.run(None, {k: inputs[k] for k in names})))


def with_outputs(path, *names):
    model = onnx.load(path)
    model.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
    return model.SerializeToString()


def check_cut(folder):
    return numpy.abs(run(folder / "cut.onnx")["m"] - run(with_outputs(folder / "first.onnx", "m"))["m"]).max()


def check_merged(folder):
    first = run(folder / "first.onnx")["probabilities"]
    return numpy.abs(run(folder / "merged.onnx")["end"] - run(folder / "same.onnx", probabilities=first)["end"]).max()


def check_dynamic(folder):
    once = run(folder / "first.onnx")["probabilities"].shape
    found = run(folder / "dynamic.onnx", batch=4)["probabilities"].shape
    return 0 if found == (4, *once[1:]) else 1


def check(folder):
    wrong = 0
    for name, compare in (("cut", check_cut), ("merged", check_merged), ("dynamic", check_dynamic)):
        path = folder / f"{name}.onnx"
        if not path.exists():
            print(f"{name}: was not saved")
            wrong += 1
            continue
        try:
            onnx.checker.check_model(str(path), full_check=True)
            error = compare(folder)
            print(f"{name}: {'right' if error < 1e-5 else f'wrong, off by {error}'}; "
                  f"opset {', '.join(f'{o.domain} {o.version}'.strip() for o in onnx.load(path).opset_import)}")
            wrong += int(error >= 1e-5)
        except Exception as error:  # whatever the peers do not like
            print(f"{name}: is not taken: {str(error).splitlines()[0]}")
            wrong += 1
    return wrong


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[2])
    sys.exit(make(place) if sys.argv[1] == "make" else check(place))
