# SPDX-License-Identifier: Apache-2.0
"""NNVM's JSON graphs as ONNX models with random weights, for comparing run times and results.

Covers the operators of the networks in resources/samples. translate() needs nothing but Python;
random_weights() needs numpy, onnx_bytes() onnx.
"""
import ast
import math
from typing import NamedTuple


class UnknownOperator(Exception):
    """The graph has an operator that is not translated."""


class OnnxNode(NamedTuple):
    """One node of an ONNX graph, its attributes as Python values."""

    op: str
    name: str
    inputs: list
    attrs: dict


def pair(attrs, key, default):
    """A tuple of two; a single number counts for both."""
    value = ast.literal_eval(str(attrs.get(key, default)))
    values = list(value) if isinstance(value, (tuple, list)) else [value]
    return values * 2 if len(values) == 1 else values


def is_true(attrs, key, default):
    return str(attrs.get(key, default)).lower() in ("true", "1")


def window(attrs, kernel_key):
    pads = pair(attrs, "padding", (0, 0))
    return {"kernel_shape": pair(attrs, kernel_key, (1, 1)),
            "strides": pair(attrs, "strides", (1, 1)),
            "pads": pads if len(pads) == 4 else pads * 2}


def convolution(attrs):
    return "Conv", {**window(attrs, "kernel_size"),
                    "group": int(attrs.get("groups", 1)),
                    "dilations": pair(attrs, "dilation", (1, 1))}


def max_pool(attrs):
    return "MaxPool", {**window(attrs, "pool_size"),
                       "ceil_mode": int(is_true(attrs, "ceil_mode", False))}


TRANSLATIONS = {
    "conv2d": convolution,
    "max_pool2d": max_pool,
    "batch_norm": lambda attrs: ("BatchNormalization",
                                 {"epsilon": float(attrs.get("epsilon", 1e-5))}),
    "dense": lambda attrs: ("Gemm", {"transB": 1}),
    "concatenate": lambda attrs: ("Concat", {"axis": int(attrs.get("axis", 1))}),
    "softmax": lambda attrs: ("Softmax", {"axis": int(attrs.get("axis", -1))}),
    "global_avg_pool2d": lambda attrs: ("GlobalAveragePool", {}),
    "flatten": lambda attrs: ("Flatten", {"axis": 1}),
    "relu": lambda attrs: ("Relu", {}),
    "elemwise_add": lambda attrs: ("Add", {}),
    "dropout": lambda attrs: ("Identity", {}),
}


def entry_name(graph, entry):
    node, index = entry[0], entry[1]
    return graph["nodes"][node]["name"] + (f":{index}" if index else "")


def translate(graph):
    """The operators of a graph as OnnxNodes, each named after its only output that is used."""
    nodes = []
    for node in graph["nodes"]:
        if node["op"] == "null":
            continue
        if node["op"] not in TRANSLATIONS:
            raise UnknownOperator(f"{node['op']} {node['name']!r} has no counterpart here")
        op, attrs = TRANSLATIONS[node["op"]](node.get("attrs", {}))
        inputs = [entry_name(graph, entry) for entry in node["inputs"]]
        nodes.append(OnnxNode(op, node["name"], inputs, attrs))
    return nodes


def without_softmax(graph):
    """The graph up to the softmax at its end, whose ones and zeros would hide differences."""
    last = graph["nodes"][-1]
    if last["op"] != "softmax" or graph["heads"][0][0] != len(graph["nodes"]) - 1:
        return graph
    return {**graph, "nodes": graph["nodes"][:-1], "heads": [last["inputs"][0]],
            "node_row_ptr": graph["node_row_ptr"][:-1]}


def unscaled_gammas(graph):
    """Names of the gammas that batch_norm is told to leave out: they count as ones."""
    return {graph["nodes"][node["inputs"][1][0]]["name"] for node in graph["nodes"]
            if node["op"] == "batch_norm" and not is_true(node.get("attrs", {}), "scale", True)}


def variables(graph, shapes):
    """Name and shape of every variable; `shapes` has one for each entry of the graph."""
    rows = graph["node_row_ptr"]
    return {node["name"]: shapes[rows[i]] for i, node in enumerate(graph["nodes"])
            if node["op"] == "null"}


def random_weights(graph, shapes, seed=0):
    """Values that keep activations of ordinary size through all layers; "data" is among them."""
    import numpy as np

    numbers = np.random.default_rng(seed)
    ones = unscaled_gammas(graph)
    values = {}
    for name, shape in variables(graph, shapes).items():
        value = numbers.standard_normal(shape, dtype=np.float32)
        if name.endswith("_gamma") or name.endswith("_moving_var"):
            value = np.ones(shape, np.float32) if name in ones else 1 + 0.1 * np.tanh(value)
        elif len(shape) > 1 and name != "data":
            value = value * math.sqrt(2 / math.prod(shape[1:]))
        elif name != "data":
            value = value * 0.1
        values[name] = np.ascontiguousarray(value, dtype=np.float32)
    return values


def onnx_bytes(graph, shapes, weights):
    """The graph as a serialised ONNX model, the weights inside, with the input "data"."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes = [helper.make_node(node.op, node.inputs, [node.name], node.name, **node.attrs)
             for node in translate(graph)]
    rows = graph["node_row_ptr"]
    head = graph["heads"][0]
    data = helper.make_tensor_value_info("data", TensorProto.FLOAT,
                                         variables(graph, shapes)["data"])
    result = helper.make_tensor_value_info(entry_name(graph, head), TensorProto.FLOAT,
                                           shapes[rows[head[0]] + head[1]])
    tensors = [numpy_helper.from_array(value, name) for name, value in weights.items()
               if name != "data"]
    model = helper.make_model(helper.make_graph(nodes, "network", [data], [result], tensors),
                              opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()
