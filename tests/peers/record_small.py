#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the small models of tests/golden/peers, with their inputs and what ONNX Runtime computes, by exporters.

    $(packaging/peers torch) tests/peers/record_small.py [FOLDER]

A folder each: model.onnx, input_I.npy, output_I.npy in the order of the graph. They hold what went wrong in files of
exporters, at a few kB each: constants of many elements, masks, recurrent layers, quantized values. Seeds are fixed, so
that another run gives the same files with the same packages.
"""
import pathlib
import sys
import tempfile

import numpy
import onnx
import torch
from torch import nn

import exported_models
from exported_models import floats, tokens
from onnx_exported import quantum_of, quiet, run_peer, session

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "golden" / "peers"


class Detector(nn.Module):
    """Grid, strides and bins as constants of more than 64 elements, as YOLOv5 and v8 have them."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 4, 3, 2, 1, bias=False), nn.BatchNorm2d(4), nn.SiLU(),
                                  nn.Conv2d(4, 35, 3, 2, 1))
        self.register_buffer("bins", torch.arange(8, dtype=torch.float32))

    def forward(self, image):
        joined = self.body(image)
        _, _, h, w = joined.shape
        y, x = torch.meshgrid(torch.arange(h).float() + 0.5, torch.arange(w).float() + 0.5, indexing="ij")
        anchors = torch.stack((x, y)).view(1, 2, -1)
        box, scores = joined.flatten(2).split((32, 3), 1)
        box = (box.view(1, 4, 8, -1).softmax(2) * self.bins.view(1, 1, 8, 1)).sum(2)
        low, high = anchors - box[:, :2], anchors + box[:, 2:]
        return torch.cat((torch.cat(((low + high) / 2, high - low), 1) * 4, scores.sigmoid()), 1)


class Attention(nn.Module):
    """A block of GPT-2: a table of positions, a causal mask of many elements, a gate by tanh."""

    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(20, 8), nn.Embedding(12, 8)
        self.norm, self.join, self.out = nn.LayerNorm(8), nn.Linear(8, 24), nn.Linear(8, 8)
        self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 8)
        self.register_buffer("mask", torch.tril(torch.ones(12, 12, dtype=torch.bool)))
        self.register_buffer("lowest", torch.tensor(torch.finfo(torch.float32).min))

    def forward(self, ids):
        x = self.words(ids) + self.places(torch.arange(12))
        q, k, v = (part.view(1, 12, 2, 4).transpose(1, 2) for part in self.join(self.norm(x)).split(8, 2))
        scores = torch.where(self.mask, q @ k.transpose(2, 3) / 2, self.lowest)
        x = x + self.out((scores.softmax(3) @ v).transpose(1, 2).reshape(1, 12, 8))
        return x + self.down(nn.functional.gelu(self.up(x), approximate="tanh"))


class Residual(nn.Module):
    """A block of an image classifier: normalization, a depthwise convolution, a gate, a sum."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(3, 6, 3, 2, 1, bias=False), nn.BatchNorm2d(6), nn.Hardswish())
        self.depth = nn.Sequential(nn.Conv2d(6, 6, 3, 1, 1, groups=6, bias=False), nn.BatchNorm2d(6), nn.ReLU6())
        self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(6, 2, 1), nn.ReLU(), nn.Conv2d(2, 6, 1),
                                  nn.Hardsigmoid())
        self.head = nn.Linear(6, 5)

    def forward(self, image):
        x = self.first(image)
        y = self.depth(x)
        return self.head((x + y * self.gate(y)).mean((2, 3))).softmax(1)


class Decoder(nn.Module):
    """A block of a diffusion decoder: groups, an upsampling, a transposed convolution, a time embedding."""

    def __init__(self):
        super().__init__()
        self.norm, self.conv = nn.GroupNorm(2, 4), nn.Conv2d(4, 4, 3, padding=1)
        self.up, self.time = nn.ConvTranspose2d(4, 2, 4, 2, 1), nn.Linear(80, 4)

    def forward(self, sample, step):
        rates = torch.exp(torch.arange(40).float() * -0.2)
        angles = step.float()[:, None] * rates[None]
        time = self.time(torch.cat((angles.sin(), angles.cos()), 1))
        x = self.conv(nn.functional.silu(self.norm(sample))) + time[:, :, None, None]
        return self.up(nn.functional.interpolate(x, scale_factor=2.0, mode="nearest"))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.cells = kind(4, 6, bidirectional=True, batch_first=True)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        values, _ = self.cells(x)
        return self.head(values)


def quantized(folder, kind):
    """Residual, quantized by ONNX Runtime's tools."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_dynamic, quantize_static

    class Reader(CalibrationDataReader):
        left = [{"image": floats(1, 3, 12, 12, seed=i)} for i in range(4)]

        def get_next(self):
            return self.left.pop() if self.left else None

    inputs = torch_model(folder, Residual(), {"image": floats(1, 3, 12, 12)})
    plain = (folder / "model.onnx").rename(folder / "plain.onnx")
    if kind == "dynamic":
        quantize_dynamic(plain, folder / "model.onnx")
    else:
        # Of the operators of ONNX itself: for the others the tool has some of Microsoft's.
        quantize_static(plain, folder / "model.onnx", Reader(), quant_format=getattr(QuantFormat, kind),
                        op_types_to_quantize=["Conv"] if kind == "QOperator" else None)
    plain.unlink()
    return inputs


def torch_model(folder, network, inputs, dynamo=False, dynamic=None):
    return exported_models.export(folder, network, inputs, dynamo, dynamic)


MODELS = {
    "detector": lambda folder: torch_model(folder, Detector(), {"image": floats(1, 3, 40, 40)}),
    "attention": lambda folder: torch_model(folder, Attention(), {"ids": tokens(1, 12, most=20)}),
    "attention_by_torch_export": lambda folder: torch_model(folder, Attention(), {"ids": tokens(1, 12, most=20)}, True),
    "classifier": lambda folder: torch_model(folder, Residual(), {"image": floats(1, 3, 12, 12)}),
    "diffusion": lambda folder: torch_model(
        folder, Decoder(), {"sample": floats(1, 4, 6, 6), "step": numpy.array([7], numpy.int64)}),
    "lstm": lambda folder: torch_model(folder, Recurrent(nn.LSTM), {"x": floats(2, 5, 4)}),
    "gru": lambda folder: torch_model(folder, Recurrent(nn.GRU), {"x": floats(2, 5, 4)}),
    "quantized_qdq": lambda folder: quantized(folder, "QDQ"),
    "quantized_operators": lambda folder: quantized(folder, "QOperator"),
}


def record(name, make, to):
    with tempfile.TemporaryDirectory() as folder:
        torch.manual_seed(1)
        inputs = make(pathlib.Path(folder))
        path = pathlib.Path(folder) / "model.onnx"
        model = onnx.load(path)
        for node in [*model.graph.node, *(node for function in model.functions for node in function.node)]:
            node.doc_string = ""
            del node.metadata_props[:]
        for value in [*model.graph.value_info, *model.graph.initializer]:
            if hasattr(value, "metadata_props"):
                del value.metadata_props[:]
        onnx.save(model, path)
        outputs = run_peer(path, inputs)
        order = [value.name for value in session(path).get_inputs()]
        to.mkdir(parents=True, exist_ok=True)
        (to / "model.onnx").write_bytes(path.read_bytes())
        for i, key in enumerate(order):
            numpy.save(to / f"input_{i}.npy", inputs[key])
        for i, value in enumerate(outputs.values()):
            assert numpy.ptp(value) > 0, f"{name}: output {i} is constant"
            numpy.save(to / f"output_{i}.npy", value)
            quantum = quantum_of(model, float(numpy.ptp(value)))
            if quantum:
                numpy.save(to / "quantum.npy", numpy.float32(quantum))
        print(f"{name}: {len(model.graph.node)} nodes, {sum(file.stat().st_size for file in to.iterdir())} bytes")


def main():
    quiet()
    to = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for name, make in MODELS.items():
        record(name, make, to / name)


if __name__ == "__main__":
    main()
