# SPDX-License-Identifier: Apache-2.0
"""Frozen graphs as TensorFlow makes them of functions, with seeded random weights and small inputs.

GRAPHS has (name, function()); the function gives the GraphDef and the arrays of its inputs by name.
"""
import numpy
import tensorflow

GRAPHS = []


def graph(name, *shapes, dtype="float32", keeps_functions=False):
    """Of a function of tensors of these shapes; sizes that are None are 2 in the array."""
    def add(function):
        def make():
            specs = [tensorflow.TensorSpec(shape, dtype, name=f"x{i}") for i, shape in enumerate(shapes)]
            frozen = freeze(tensorflow.function(function, input_signature=specs), keeps_functions)
            random = numpy.random.default_rng(7)
            given = [random.standard_normal([2 if size is None else size for size in shape]) for shape in shapes]
            if dtype.startswith("int"):
                given = [numpy.abs(value * 3) for value in given]
            names = [node.name for node in frozen.node if node.op == "Placeholder"]
            return frozen, {name: value.astype(dtype) for name, value in zip(sorted(names), given)}
        GRAPHS.append((name, make))
        return function
    return add


def freeze(function, keeps_functions):
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
    concrete = function.get_concrete_function()
    frozen = convert_variables_to_constants_v2(concrete, lower_control_flow=not keeps_functions)
    return frozen.graph.as_graph_def()


def weights(*shape, seed=0, scale=0.3):
    values = numpy.random.default_rng(seed).standard_normal(shape) * scale
    return tensorflow.constant(values.astype(numpy.float32))


@graph("convolutions", (None, 12, 10, 3))
def convolutions(x):
    y = tensorflow.nn.conv2d(x, weights(3, 3, 3, 8), strides=2, padding="SAME")
    y = tensorflow.nn.bias_add(y, weights(8, seed=1))
    y = tensorflow.nn.relu6(y)
    y = tensorflow.nn.depthwise_conv2d(y, weights(3, 3, 8, 2, seed=2), [1, 1, 1, 1], "VALID")
    return tensorflow.nn.conv2d(y, weights(1, 1, 16, 4, seed=3), strides=1, padding="SAME", dilations=2)


@graph("transposed convolution", (2, 5, 4, 3))
def transposed_convolution(x):
    return tensorflow.nn.conv2d_transpose(x, weights(4, 3, 6, 3), [2, 10, 8, 6], strides=2, padding="SAME")


@graph("poolings", (1, 9, 7, 4))
def poolings(x):
    return (tensorflow.nn.max_pool2d(x, 3, 2, "SAME"), tensorflow.nn.avg_pool2d(x, 3, 2, "SAME"),
            tensorflow.nn.avg_pool2d(x, [2, 3], [1, 2], "VALID"))


@graph("volumes", (1, 5, 6, 4, 2))
def volumes(x):
    y = tensorflow.nn.conv3d(x, weights(3, 3, 3, 2, 3), strides=[1, 1, 2, 1, 1], padding="SAME")
    return tensorflow.nn.max_pool3d(y, 2, 2, "VALID"), tensorflow.nn.avg_pool3d(y, 2, 1, "SAME")


@graph("batch normalization", (2, 4, 4, 3))
def batch_normalization(x):
    scale, offset = weights(3, seed=1), weights(3, seed=2)
    kept = v1_batch_norm(x, scale, offset, mean=weights(3, seed=3), variance=tensorflow.abs(weights(3, seed=4)) + 1.0)
    return kept, v1_batch_norm(x, scale, offset)


def v1_batch_norm(x, scale, offset, **kept):
    return tensorflow.compat.v1.nn.fused_batch_norm(x, scale, offset, is_training=not kept, **kept)[0]


@graph("resizes", (1, 5, 6, 2))
def resizes(x):
    v1 = tensorflow.compat.v1.image
    return (tensorflow.image.resize(x, [9, 4]), tensorflow.image.resize(x, [11, 13], method="nearest"),
            v1.resize_bilinear(x, [7, 12], align_corners=True), v1.resize_nearest_neighbor(x, [10, 12]))


@graph("attention", (2, 5, 8))
def attention(x):
    query, key, value = (tensorflow.einsum("abc,cd->abd", x, weights(8, 8, seed=i)) for i in range(3))
    scores = tensorflow.nn.softmax(tensorflow.matmul(query, key, transpose_b=True) / 8.0 ** 0.5)
    mean, variance = tensorflow.nn.moments(x, axes=[-1], keepdims=True)
    return tensorflow.matmul(scores, value) + (x - mean) * tensorflow.math.rsqrt(variance + 1e-5)


@graph("recurrence", (2, 6, 4), keeps_functions=True)
def recurrence(x):
    kernel, bias = weights(10, 24, seed=1), weights(24, seed=2)

    def step(i, hidden, cell):
        gates = tensorflow.concat([x[:, i], hidden], 1) @ kernel + bias
        a, b, c, d = tensorflow.split(gates, 4, axis=1)
        cell = tensorflow.sigmoid(b) * cell + tensorflow.sigmoid(a) * tensorflow.tanh(c)
        return i + 1, tensorflow.sigmoid(d) * tensorflow.tanh(cell), cell

    zero = tensorflow.zeros([2, 6])
    return tensorflow.while_loop(lambda i, *_: i < 6, step, (0, zero, zero))[1]


@graph("branches", (3, 3), keeps_functions=True)
def branches(x):
    return tensorflow.cond(tensorflow.reduce_sum(x) > 0, lambda: tensorflow.exp(x), lambda: x @ x)


@graph("slices", (4, 6, 5))
def slices(x):
    return (x[1:3, ::-2, tensorflow.newaxis, -1], x[..., 1:4:2], tensorflow.slice(x, [1, 0, 2], [-1, 3, 2]),
            tensorflow.reverse(x, [0, 2]), tensorflow.roll(x, [1, -2], [0, 1]))


@graph("gathers", (4, 6))
def gathers(x):
    chosen = tensorflow.constant([[3, 0], [1, 1]])
    return (tensorflow.gather(x, [5, 0, 0], axis=1), tensorflow.gather_nd(x, chosen),
            tensorflow.scatter_nd(chosen, x[0, :2], [4, 2]), tensorflow.one_hot([1, 3, 5], 4),
            tensorflow.gather(x, [[1, 0], [2, 2], [0, 3], [4, 5]], batch_dims=1))


@graph("sums", (3, 4, 5))
def sums(x):
    positive = tensorflow.abs(x) + 0.5
    return (tensorflow.reduce_sum(x), tensorflow.reduce_mean(x, [0, 2]), tensorflow.reduce_max(x, -1, keepdims=True),
            tensorflow.reduce_prod(positive, 1), tensorflow.reduce_logsumexp(x, 2), tensorflow.cumsum(x, 1, True, True),
            tensorflow.reduce_any(x > 1.0, 0), tensorflow.reduce_all(x > -1.0))


@graph("orders", (3, 8))
def orders(x):
    values, places = tensorflow.nn.top_k(x, 3)
    return values, places, tensorflow.argmax(x, 1), tensorflow.argmin(x, 0), tensorflow.sort(x, direction="DESCENDING")


@graph("segments", (6, 3))
def segments(x):
    ids = tensorflow.constant([0, 0, 1, 3, 3, 3])
    return tensorflow.math.segment_sum(x, ids), tensorflow.math.unsorted_segment_sum(x, ids[::-1], 5)


@graph("paddings", (2, 3, 4))
def paddings(x):
    edges = [[0, 0], [2, 1], [1, 3]]
    return (tensorflow.pad(x, edges), tensorflow.pad(x, edges, "REFLECT"), tensorflow.pad(x, edges, "SYMMETRIC"),
            tensorflow.pad(x, edges, constant_values=2.5))


@graph("blocks", (2, 4, 6, 8))
def blocks(x):
    return (tensorflow.nn.space_to_depth(x, 2), tensorflow.nn.depth_to_space(x, 2),
            tensorflow.space_to_batch(x, [2, 3], [[0, 0], [0, 0]]),
            tensorflow.batch_to_space(x, [1, 2], [[0, 0], [1, 0]]))


@graph("elements", (4, 5))
def elements(x):
    y = tensorflow.abs(x) + 0.1
    return (tensorflow.math.erf(x), tensorflow.math.floormod(x, y), tensorflow.round(x * 3.0), tensorflow.sign(x),
            tensorflow.nn.elu(x), tensorflow.nn.selu(x), tensorflow.nn.softplus(x), tensorflow.nn.softsign(x),
            tensorflow.nn.leaky_relu(x), tensorflow.math.log1p(y), tensorflow.math.expm1(x),
            tensorflow.math.atan2(x, y),
            tensorflow.math.squared_difference(x, y), tensorflow.pow(y, x), tensorflow.clip_by_value(x, -0.5, 0.5))


@graph("whole numbers", (4, 5), dtype="int32")
def whole_numbers(x):
    return (x // 2, x % 3, tensorflow.bitwise.bitwise_and(x, 3), tensorflow.bitwise.left_shift(x, 1),
            tensorflow.cast(x, tensorflow.bool), tensorflow.cast(x, tensorflow.int8), tensorflow.range(5) * x)


@graph("choices", (4, 5))
def choices(x):
    return (tensorflow.where(x > 0.0, x, 0.1 * x), tensorflow.linalg.band_part(x, 1, 0),
            tensorflow.math.logical_and(x > 0.0, x < 1.0), tensorflow.broadcast_to(x, [3, 4, 5]),
            tensorflow.tile(x, [2, 1]), tensorflow.stack([x, -x], 1), tensorflow.unstack(x, axis=0)[2])


@graph("sizes", (None, None, 4))
def sizes(x):
    shape = tensorflow.shape(x)
    flat = tensorflow.reshape(x, [shape[0], shape[1] * 4])
    return flat, tensorflow.size(x), tensorflow.fill([shape[0], 2], 1.5), tensorflow.expand_dims(flat, 0)


@graph("empty", (0, 3))
def empty(x):
    return tensorflow.concat([x, tensorflow.ones([2, 3])], 0), tensorflow.reduce_sum(x, 0), x + 1.0


@graph("local response", (1, 4, 4, 9))
def local_response(x):
    return tensorflow.nn.lrn(x, depth_radius=2, bias=1.0, alpha=0.1, beta=0.75), tensorflow.nn.l2_normalize(x, 3)


@graph("half floats", (3, 4), dtype="float16")
def half_floats(x):
    return x * 2, tensorflow.cast(x, tensorflow.bfloat16), tensorflow.nn.softmax(x)


@graph("double floats", (3, 4), dtype="float64")
def double_floats(x):
    return tensorflow.matmul(x, x, transpose_b=True), tensorflow.nn.log_softmax(x), tensorflow.norm(x, axis=1)
