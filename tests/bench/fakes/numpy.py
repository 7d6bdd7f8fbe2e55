# SPDX-License-Identifier: Apache-2.0
"""As much of numpy as ort_compare.py calls: arrays that know their shape."""
import pathlib

float32 = "float32"


class Array:
    def __init__(self, shape):
        self.shape = list(shape)

    def __mul__(self, _):
        return self

    __rmul__ = __add__ = __radd__ = __mul__


class random:
    class default_rng:
        def __init__(self, _):
            pass

        def standard_normal(self, shape, dtype):
            assert dtype == float32
            return Array(shape)


def ones(shape, _):
    return Array(shape)


def tanh(value):
    return value


def ascontiguousarray(value, dtype):
    assert dtype == float32
    return value


def savez(path, **arrays):
    assert "data" not in arrays
    pathlib.Path(path).write_text(" ".join(arrays), encoding="utf-8")
