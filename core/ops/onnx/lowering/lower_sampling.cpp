// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/sampled_places.h"

#include <array>
#include <string_view>

namespace nervure::onnx {

namespace {

Sampling samplingOf(const OnnxAttrs &attrs)
{
    const std::string_view mode = attrs.text("mode");
    const std::string_view padding = attrs.text("padding_mode");
    Sampling how;
    how.mode = mode == "nearest"                      ? Sampling::Mode::Nearest
               : mode == "cubic" || mode == "bicubic" ? Sampling::Mode::Cubic
                                                      : Sampling::Mode::Linear;
    how.padding = padding == "border"       ? Sampling::Padding::Border
                  : padding == "reflection" ? Sampling::Padding::Reflection
                                            : Sampling::Padding::Zeros;
    how.alignsCorners = attrs.integer("align_corners") != 0;
    return how;
}

/// The grid has a place for each element of the result, its last dimension first: -1 at the beginning of an
/// image, 1 at its end.
Lowered sampleByGrid(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand grid = op.cast(op.in(1), computedType(op.in(1).type));
    const Sampling how = samplingOf(op.attrs());
    const std::size_t rank = x.rank() - 2;
    const std::int64_t points = productOf(grid.dims, 1, grid.rank() - 1);
    std::vector<Operand> places;
    for (std::size_t i = 0; i < rank; ++i) {
        const auto at = static_cast<std::int64_t>(rank - 1 - i);
        const Operand one =
            op.reshape(op.slice(grid, grid.rank() - 1, at, at + 1), {grid.dims[0], points});
        const auto size = static_cast<double>(x.dims[i + 2]);
        const Operand from = op.scalar("add", one, 1);
        places.push_back(how.alignsCorners
                             ? op.scalar("mul", from, (size - 1) / 2)
                             : op.scalar("sub", op.scalar("mul", from, size / 2), 0.5));
    }
    const bool isNearest = how.mode == Sampling::Mode::Nearest;
    const DType type = isNearest ? x.type : isFloat(x.type) ? computedType(x.type) : DType::Float32;
    const Operand result = sampledAt(op, op.cast(x, type), places, how);
    return op.result(op.reshape(result, op.outDims()));
}

/// Matrices times all places of an image, (x, y, 1) or (x, y, z, 1) from -1 to 1.
Lowered affineGrid(const OnnxLowering &op)
{
    const Operand theta = op.cast(op.in(0), computedType(op.in(0).type));
    const OperandDims out = op.outDims();
    const Shape sizes = OperandDims(out.allBut(1)).from(1);
    const bool aligns = op.attrs().integer("align_corners") != 0;
    const std::int64_t points = productOf(sizes, 0, sizes.size());
    std::vector<Operand> rows;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        const auto size = static_cast<double>(sizes[i]);
        const double step = aligns ? (sizes[i] > 1 ? 2 / (size - 1) : 0) : 2 / size;
        Shape along(sizes.size(), 1);
        along[i] = sizes[i];
        const Operand line =
            op.arange(0, 1, sizes[i], theta.type); // its steps are rounded once, at the end
        const Operand place =
            op.scalar("add", op.scalar("mul", line, step), aligns ? -1 : step / 2 - 1);
        rows.push_back(op.reshape(op.broadcastTo(op.reshape(place, along), sizes), {1, points}));
    }
    rows.push_back(op.full(1, {1, points}, theta.type));
    const Operand grid = op.matmul(theta, op.concatenate(rows, 0));
    return op.result(op.reshape(op.transpose(grid, {0, 2, 1}), out));
}

} // namespace

std::span<const LoweringRule> samplingRules()
{
    static constexpr std::array rules{
        LoweringRule{"GridSample", sampleByGrid},
        LoweringRule{"AffineGrid", affineGrid, {}, inputBits(1)},
    };
    return rules;
}

} // namespace nervure::onnx
