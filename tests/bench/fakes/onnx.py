# SPDX-License-Identifier: Apache-2.0
"""As much of onnx as nnvm_to_onnx.py calls: a model is a description as text."""
import json


class TensorProto:
    FLOAT = 1


class Model:
    def __init__(self, graph):
        self.graph = graph

    def SerializeToString(self):
        return json.dumps(self.graph).encode()


class helper:
    @staticmethod
    def make_node(op, inputs, outputs, name, **attrs):
        return [op, inputs, outputs, name, attrs]

    @staticmethod
    def make_tensor_value_info(name, _, shape):
        return [name, shape]

    @staticmethod
    def make_graph(nodes, _, inputs, outputs, tensors):
        return {"nodes": nodes, "inputs": inputs, "outputs": outputs, "tensors": tensors}

    @staticmethod
    def make_opsetid(domain, version):
        return [domain, version]

    @staticmethod
    def make_model(graph, **_):
        return Model(graph)


class numpy_helper:
    @staticmethod
    def from_array(value, name):
        return [name, value.shape]


class checker:
    @staticmethod
    def check_model(_):
        pass
