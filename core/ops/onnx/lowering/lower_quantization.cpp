// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nervure::onnx {

namespace {

/// The least and greatest whole number of a type that tensors are quantized to.
struct Limits {
    double least = 0;
    double most = 0;
};

std::optional<Limits> limitsOf(DType type)
{
    switch (type) {
    case DType::UInt8: return Limits{0, 255};
    case DType::Int8: return Limits{-128, 127};
    case DType::UInt16: return Limits{0, 65535};
    case DType::Int16: return Limits{-32768, 32767};
    default: return std::nullopt;
    }
}

Diagnostic misfit(const Operand &x, const Operand &numbers)
{
    return makeError("not-supported",
                     "scales or zero points have shape {}, expected one number, one for each place "
                     "of the axis or blocks of {}",
                     shapeText(numbers.dims), shapeText(x.dims));
}

/// Numbers of blocks, each repeated along the axis; the last block may be short.
Result<Operand> stretchedBlocks(const OnnxLowering &op, const Operand &x, const Operand &numbers,
                                std::size_t axis)
{
    const std::int64_t block = op.attrs().integer("block_size");
    Shape outside = x.dims;
    outside[axis] = numbers.rank() == x.rank() ? numbers.dims[axis] : -1;
    const std::int64_t size = x.dims[axis];
    if (numbers.dims != outside || block < 1 || block > size
        || outside[axis] != (size + block - 1) / block) {
        return misfit(x, numbers);
    }
    const Shape apart = numbers.dims.apartAt(axis + 1);
    Shape repeated = apart;
    repeated[axis + 1] = block;
    Shape whole = numbers.dims;
    whole[axis] *= block;
    const Operand all = op.reshape(op.broadcastTo(op.reshape(numbers, apart), repeated), whole);
    return op.slice(all, axis, 0, size);
}

/// Scale or zero point over x: one number, one for each place of the axis, or one for each block of it.
Result<Operand> stretchedOver(const OnnxLowering &op, const Operand &x, const Operand &numbers,
                              std::int64_t axisAttr)
{
    if (numbers.count() == 1) {
        return op.reshape(numbers, Shape::scalar());
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(axisAttr, x.rank()));
    if (numbers.rank() == 1) {
        Shape dims(x.rank(), 1);
        dims[axis] = numbers.dims[0];
        return dims[axis] == x.dims[axis] ? Result(op.reshape(numbers, dims)) : misfit(x, numbers);
    }
    return numbers.dims == x.dims ? Result(numbers) : stretchedBlocks(op, x, numbers, axis);
}

/// Rounded to the nearest, halves to the even one, moved by the zero point and held in the type's range.
Lowered rounded(const OnnxLowering &op, const Operand &scaled,
                const std::optional<Operand> &zeroPoint, DType type)
{
    const auto limits = limitsOf(type);
    if (!limits) {
        return makeError("not-supported", "rounds to {}, expected 1 or 2 bytes", dtypeName(type));
    }
    Operand whole = op.unary("rint", scaled);
    if (zeroPoint) {
        whole = op.binary("add", whole, op.cast(*zeroPoint, whole.type));
    }
    const Operand held =
        op.make("clip", {whole},
                attrsOf({{"a_min", attrText(limits->least)}, {"a_max", attrText(limits->most)}}),
                whole.dims, whole.type);
    return std::vector{op.cast(held, type)};
}

std::int64_t axisAttr(const OnnxLowering &op)
{
    return op.attrs().integer("axis", 1);
}

Lowered quantize(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), DType::Float32);
    ASSIGN_OR_RETURN(const Operand scale,
                     stretchedOver(op, x, op.cast(op.in(1), DType::Float32), axisAttr(op)));
    std::optional<Operand> zeroPoint;
    if (op.has(2)) {
        ASSIGN_OR_RETURN(zeroPoint, stretchedOver(op, x, op.in(2), axisAttr(op)));
    }
    return rounded(op, op.binary("div", x, scale), zeroPoint, op.outType());
}

/// x - zero point, as `type`.
Result<Operand> centered(const OnnxLowering &op, const Operand &x, const Operand &zeroPoint,
                         std::int64_t axis, DType type)
{
    ASSIGN_OR_RETURN(const Operand zero, stretchedOver(op, x, op.cast(zeroPoint, type), axis));
    return op.binary("sub", op.cast(x, type), zero);
}

/// (x - zero point) * scale, in float.
Lowered dequantize(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    Operand value = op.cast(x, DType::Float32);
    if (op.has(2)) {
        ASSIGN_OR_RETURN(value, centered(op, x, op.in(2), axisAttr(op), value.type));
    }
    ASSIGN_OR_RETURN(const Operand scale,
                     stretchedOver(op, x, op.cast(op.in(1), value.type), axisAttr(op)));
    return op.result(op.binary("mul", value, scale));
}

/// To uint8, by the range of the values themselves, which holds 0.
Lowered quantizeByRange(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand zero = op.full(0, Shape::scalar(), x.type);
    const Numbers all = countingTo(x.rank());
    const Operand least = op.binary("min", op.reduce("min", x, all, false), zero);
    const Operand most = op.binary("max", op.reduce("max", x, all, false), zero);
    const Operand scale = op.scalar("div", op.binary("sub", most, least), 255);
    const Operand origin = op.unary("negative", op.binary("div", least, scale));
    ASSIGN_OR_RETURN(const auto point, rounded(op, origin, std::nullopt, DType::UInt8));
    ASSIGN_OR_RETURN(const auto y,
                     rounded(op, op.binary("div", x, scale), point.front(), DType::UInt8));
    return std::vector{y.front(), op.reshape(scale, Shape::scalar()),
                       op.reshape(point.front(), Shape::scalar())};
}

/// Products of whole numbers, put to another scale. Those of a are by row, the others by column.
Lowered quantizedMatMul(const OnnxLowering &op)
{
    constexpr std::int64_t rows = -2;
    constexpr std::int64_t columns = -1;
    const Operand left =
        op.in(0).rank() == 1 ? op.reshape(op.in(0), {1, op.in(0).count()}) : op.in(0);
    const Operand right =
        op.in(3).rank() == 1 ? op.reshape(op.in(3), {op.in(3).count(), 1}) : op.in(3);
    ASSIGN_OR_RETURN(const Operand a, centered(op, left, op.in(2), rows, DType::Int32));
    ASSIGN_OR_RETURN(const Operand b, centered(op, right, op.in(5), columns, DType::Int32));
    const Operand product = op.cast(op.matmul(a, b), DType::Float32);
    const auto scale = [&](std::size_t i, std::int64_t axis) {
        return stretchedOver(op, product, op.cast(op.in(i), DType::Float32), axis);
    };
    ASSIGN_OR_RETURN(const Operand scaleOfA, scale(1, rows));
    ASSIGN_OR_RETURN(const Operand scaleOfB, scale(4, columns));
    ASSIGN_OR_RETURN(const Operand scaleOfResult, scale(6, columns));
    ASSIGN_OR_RETURN(const Operand zeroPoint, stretchedOver(op, product, op.in(7), columns));
    const Operand scaled = op.binary(
        "div", op.binary("mul", product, op.binary("mul", scaleOfA, scaleOfB)), scaleOfResult);
    ASSIGN_OR_RETURN(const auto y, rounded(op, scaled, zeroPoint, op.outType()));
    return std::vector{op.reshape(y.front(), op.outDims())};
}

} // namespace

std::span<const LoweringRule> quantizationRules()
{
    static constexpr std::array rules{
        LoweringRule{"QuantizeLinear", quantize},
        LoweringRule{"DequantizeLinear", dequantize},
        LoweringRule{"DynamicQuantizeLinear", quantizeByRange},
        LoweringRule{"QLinearMatMul", quantizedMatMul},
    };
    return rules;
}

} // namespace nervure::onnx
