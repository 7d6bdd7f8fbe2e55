// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_window.h"
#include "core/ops/onnx/lowering/sampled_places.h"

#include <array>

namespace nervure::onnx {

namespace {

/// A deformable convolution: (batches and offset groups, kernel height, kernel width, height, width).
struct Deformation {
    const OnnxLowering &op;
    Operand x;      ///< a batch and group each: (groups of all batches, channels, height, width)
    Operand offset; ///< (groups of all batches, places of the kernel, 2, elements of the result)
    Window window;
    Shape out; ///< height and width
    std::int64_t groups = 1;

    [[nodiscard]] std::int64_t places() const { return window.kernel[0] * window.kernel[1]; }
    [[nodiscard]] std::int64_t points() const { return out[0] * out[1]; }
};

Deformation deformationOf(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const DType type = computedType(x.type);
    const std::int64_t groups = op.attrs().integer("offset_group", 1);
    const OperandDims &weight = op.in(1).dims;
    const OperandDims out = op.outDims();
    Deformation of{op,
                   op.reshape(op.cast(x, type), {x.dims[0] * groups, quotient(x.dims[1], groups),
                                                 x.dims[2], x.dims[3]}),
                   {},
                   windowOf(op, x, {weight[2], weight[3]}),
                   {out[2], out[3]},
                   groups};
    of.offset = op.reshape(op.cast(op.in(2), type), {of.x.dims[0], of.places(), 2, of.points()});
    return of;
}

/// Where the kernel's elements lie along dimension `i` for each element of the result, moved by the offsets.
Operand movedPlaces(const Deformation &of, std::size_t i)
{
    const OnnxLowering &op = of.op;
    const Window &window = of.window;
    const DType type = of.x.type;
    Shape steps(4, 1);
    Shape taps(4, 1);
    taps[i] = window.kernel[i];
    steps[i + 2] = of.out[i];
    const auto first = static_cast<double>(-window.before[i]);
    const Operand begin = op.arange(first, static_cast<double>(window.strides[i]), of.out[i], type);
    const Operand tap =
        op.arange(0, static_cast<double>(window.dilations[i]), window.kernel[i], type);
    const Operand regular = op.binary("add", op.reshape(begin, steps), op.reshape(tap, taps));
    const Operand whole =
        op.broadcastTo(regular, {window.kernel[0], window.kernel[1], of.out[0], of.out[1]});
    const auto at = static_cast<std::int64_t>(i);
    const Operand offset =
        op.reshape(op.slice(of.offset, 2, at, at + 1), {of.x.dims[0], of.places() * of.points()});
    return op.binary("add", offset, op.reshape(whole, {1, of.places() * of.points()}));
}

/// All that the kernel is multiplied with: (batch, channels, places of the kernel, elements of the result).
Operand deformedColumns(const Deformation &of)
{
    const OnnxLowering &op = of.op;
    const Operand columns = sampledAt(op, of.x, {movedPlaces(of, 0), movedPlaces(of, 1)}, {});
    Operand apart = op.reshape(columns, {of.x.dims[0], of.x.dims[1], of.places(), of.points()});
    if (op.has(4)) {
        const Operand mask =
            op.reshape(op.cast(op.in(4), apart.type), {of.x.dims[0], 1, of.places(), of.points()});
        apart = op.binary("mul", apart, mask);
    }
    return op.reshape(apart, {quotient(of.x.dims[0], of.groups), of.x.dims[1] * of.groups,
                              of.places(), of.points()});
}

Lowered deformableConvolution(const OnnxLowering &op)
{
    if (op.in(0).rank() != 4) {
        return makeError("not-supported", "convolves {} dimensions, expected 2",
                         op.in(0).rank() - 2);
    }
    const Deformation of = deformationOf(op);
    const Operand columns = deformedColumns(of);
    const OperandDims &weight = op.in(1).dims;
    const std::int64_t groups = op.attrs().integer("group", 1);
    const std::int64_t depth = weight[1] * of.places();
    const Operand kernel = op.reshape(op.cast(op.in(1), columns.type),
                                      {1, groups, quotient(weight[0], groups), depth});
    const Operand product =
        op.matmul(kernel, op.reshape(columns, {columns.dims[0], groups, depth, of.points()}));
    Operand result = op.reshape(product, op.outDims());
    if (op.has(3)) {
        const Operand bias = op.cast(op.in(3), result.type);
        result = op.binary("add", result, op.reshape(bias, {1, weight[0], 1, 1}));
    }
    return op.result(result);
}

} // namespace

std::span<const LoweringRule> deformRules()
{
    static constexpr std::array rules{LoweringRule{"DeformConv", deformableConvolution}};
    return rules;
}

} // namespace nervure::onnx
