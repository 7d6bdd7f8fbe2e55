# SPDX-License-Identifier: Apache-2.0
"""Random weights for NNVM's JSON graphs, for comparing run times and results.

random_weights() needs numpy.
"""
import math


def is_true(attrs, key, default):
    return str(attrs.get(key, default)).lower() in ("true", "1")


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
