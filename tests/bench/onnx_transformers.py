#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes ONNX models of the shapes of BERT-base and ViT-B/16, with seeded weights, for ort_compare.py --onnx.

    onnx_transformers.py FOLDER

The operators are those that PyTorch's exporter writes for opset 17: MatMul and Add for a linear layer,
LayerNormalization, and gelu as Div, Erf, Add, Mul, Mul. Sequences of bert_base.onnx have a dimension `seq`,
those of vit_b16.onnx 197 positions.

Exit status 77, with the reason in one line, where Python has no onnx or numpy.
"""
import pathlib
import sys

from pairing import SKIPPED

WIDTH = 768
HEADS = 12
LAYERS = 12
HIDDEN = 3072
WORDS = 30522
PATCHES = 196


class Model:
    """A graph under construction, whose values are named after their nodes."""

    def __init__(self):
        import numpy as np

        self.random = np.random.default_rng(0)
        self.nodes = []
        self.weights = []

    def node(self, op, inputs, name, **attrs):
        from onnx import helper

        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attrs))
        return name

    def array(self, name, value):
        from onnx import numpy_helper

        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, name, *shape):
        """Keeps activations of ordinary size: products of many numbers are scaled."""
        import numpy as np

        scale = 1 / np.sqrt(shape[0]) if len(shape) == 2 else 0.02
        return self.array(name, (self.random.standard_normal(shape) * scale).astype(np.float32))

    def number(self, name, value):
        import numpy as np

        return self.array(name, np.array(value, np.float32))

    def sizes(self, name, *values):
        import numpy as np

        return self.array(name, np.array(values, np.int64))

    def linear(self, x, inner, outer, name):
        product = self.node("MatMul", [x, self.weight(f"{name}.weight", inner, outer)], f"{name}/MatMul")
        return self.node("Add", [self.weight(f"{name}.bias", outer), product], f"{name}/Add")

    def norm(self, x, name):
        import numpy as np

        ones = self.array(f"{name}.weight", np.ones(WIDTH, np.float32))
        return self.node("LayerNormalization", [x, ones, self.weight(f"{name}.bias", WIDTH)],
                         f"{name}/LayerNormalization", axis=-1, epsilon=1e-12)

    def gelu(self, x, name):
        inside = self.node("Div", [x, self.number(f"{name}.root", 2 ** 0.5)], f"{name}/Div")
        weight = self.node("Add", [self.node("Erf", [inside], f"{name}/Erf"), self.number(f"{name}.one", 1)],
                           f"{name}/Add")
        product = self.node("Mul", [x, weight], f"{name}/Mul")
        return self.node("Mul", [product, self.number(f"{name}.half", 0.5)], f"{name}/Mul_1")

    def attention(self, x, name, mask=None):
        apart = self.sizes(f"{name}.apart", 0, -1, HEADS, WIDTH // HEADS)
        heads = {}
        for part in ("query", "key", "value"):
            projected = self.linear(x, WIDTH, WIDTH, f"{name}/{part}")
            shaped = self.node("Reshape", [projected, apart], f"{name}/{part}/Reshape")
            heads[part] = self.node("Transpose", [shaped], f"{name}/{part}/Transpose",
                                    perm=[0, 2, 3, 1] if part == "key" else [0, 2, 1, 3])
        scores = self.node("MatMul", [heads["query"], heads["key"]], f"{name}/MatMul")
        scores = self.node("Div", [scores, self.number(f"{name}.root", (WIDTH / HEADS) ** 0.5)], f"{name}/Div")
        if mask:
            scores = self.node("Add", [scores, mask], f"{name}/Add")
        shares = self.node("Softmax", [scores], f"{name}/Softmax", axis=-1)
        context = self.node("MatMul", [shares, heads["value"]], f"{name}/MatMul_1")
        context = self.node("Transpose", [context], f"{name}/Transpose", perm=[0, 2, 1, 3])
        merged = self.node("Reshape", [context, self.sizes(f"{name}.merged", 0, -1, WIDTH)], f"{name}/Reshape")
        return self.linear(merged, WIDTH, WIDTH, f"{name}/output")

    def feed_forward(self, x, name):
        inner = self.gelu(self.linear(x, WIDTH, HIDDEN, f"{name}/intermediate"), f"{name}/gelu")
        return self.linear(inner, HIDDEN, WIDTH, f"{name}/output")

    def saved(self, path, inputs, output):
        import onnx
        from onnx import helper

        graph = helper.make_graph(self.nodes, path.stem, inputs, [output], self.weights)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def value(name, kind, *dims):
    from onnx import helper

    return helper.make_tensor_value_info(name, kind, dims)


def write_bert(path):
    """Norms behind each half of a layer; a mask is added to the scores."""
    from onnx import TensorProto

    model = Model()
    words = model.node("Gather", [model.weight("words", WORDS, WIDTH), "input_ids"], "/embeddings/Gather")
    places = model.node("Gather", [model.weight("places", 512, WIDTH), "position_ids"], "/embeddings/Gather_1")
    x = model.norm(model.node("Add", [words, places], "/embeddings/Add"), "/embeddings")
    for i in range(LAYERS):
        name = f"/layer.{i}"
        added = model.node("Add", [model.attention(x, f"{name}/attention", "attention_mask"), x], f"{name}/Add")
        x = model.norm(added, f"{name}/attention/norm")
        x = model.norm(model.node("Add", [model.feed_forward(x, name), x], f"{name}/Add_1"), f"{name}/output/norm")
    model.saved(path, [value("input_ids", TensorProto.INT64, "batch", "seq"),
                       value("position_ids", TensorProto.INT64, 1, "seq"),
                       value("attention_mask", TensorProto.FLOAT, "batch", 1, 1, "seq")],
                value(x, TensorProto.FLOAT, "batch", "seq", WIDTH))


def write_vit(path):
    """Patches by a convolution, one position more for the class; norms in front of each half of a layer."""
    from onnx import TensorProto

    model = Model()
    kernel = model.weight("patches.weight", WIDTH, 3, 16, 16)
    patches = model.node("Conv", ["pixels", kernel, model.weight("patches.bias", WIDTH)], "/patches/Conv",
                         kernel_shape=[16, 16], strides=[16, 16])
    rows = model.node("Reshape", [patches, model.sizes("rows", 0, WIDTH, -1)], "/patches/Reshape")
    rows = model.node("Transpose", [rows], "/patches/Transpose", perm=[0, 2, 1])
    x = model.node("Concat", [model.weight("class", 1, 1, WIDTH), rows], "/Concat", axis=1)
    x = model.node("Add", [x, model.weight("places", 1, PATCHES + 1, WIDTH)], "/Add")
    for i in range(LAYERS):
        name = f"/layer.{i}"
        attended = model.attention(model.norm(x, f"{name}/before"), f"{name}/attention")
        x = model.node("Add", [attended, x], f"{name}/Add")
        x = model.node("Add", [model.feed_forward(model.norm(x, f"{name}/after"), name), x], f"{name}/Add_1")
    x = model.norm(x, "/output")
    first = model.node("Gather", [x, model.sizes("first", 0)], "/Gather", axis=1)
    scores = model.linear(first, WIDTH, 1000, "/classifier")
    model.saved(path, [value("pixels", TensorProto.FLOAT, 1, 3, 224, 224)],
                value(scores, TensorProto.FLOAT, 1, 1, 1000))


def main(words):
    if len(words) != 1 or words[0].startswith("-"):
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 2
    try:
        import numpy  # noqa: F401
        import onnx  # noqa: F401
    except ImportError as error:
        print(f"skipped: Python has no {error.name} (pip install onnx)")
        return SKIPPED
    folder = pathlib.Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    write_bert(folder / "bert_base.onnx")
    write_vit(folder / "vit_b16.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
