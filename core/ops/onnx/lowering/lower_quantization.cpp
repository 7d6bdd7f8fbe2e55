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

/// Scale or zero point over x: one number, one for each place of the axis, or one for each block of it.
Operand stretchedOver(const OnnxLowering &op, const Operand &x, const Operand &numbers,
                      std::int64_t axisAttr)
{
    if (numbers.count() == 1) {
        return op.reshape(numbers, {});
    }
    const auto rank = static_cast<std::int64_t>(x.rank());
    const auto axis = static_cast<std::size_t>(axisAttr < 0 ? axisAttr + rank : axisAttr);
    if (numbers.rank() == 1) {
        Shape dims(x.rank(), 1);
        dims[axis] = numbers.dims[0];
        return op.reshape(numbers, dims);
    }
    if (numbers.dims == x.dims) {
        return numbers;
    }
    // Blocks: each number repeated along the axis, the last block may be short.
    const std::int64_t block = op.attrs().integer("block_size");
    Shape apart = numbers.dims;
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(axis) + 1, 1);
    Shape repeated = apart;
    repeated[axis + 1] = block;
    Shape whole = numbers.dims;
    whole[axis] *= block;
    const Operand all = op.reshape(op.broadcastTo(op.reshape(numbers, apart), repeated), whole);
    return op.slice(all, axis, 0, x.dims[axis]);
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
    const Operand scale = stretchedOver(op, x, op.cast(op.in(1), DType::Float32), axisAttr(op));
    std::optional<Operand> zeroPoint;
    if (op.has(2)) {
        zeroPoint = stretchedOver(op, x, op.in(2), axisAttr(op));
    }
    return rounded(op, op.binary("div", x, scale), zeroPoint, op.outType());
}

/// (x - zero point) * scale, in float.
Operand real(const OnnxLowering &op, const Operand &x, const Operand &scale,
             const std::optional<Operand> &zeroPoint, std::int64_t axis)
{
    Operand value = op.cast(x, DType::Float32);
    if (zeroPoint) {
        value = op.binary("sub", value,
                          op.cast(stretchedOver(op, x, *zeroPoint, axis), DType::Float32));
    }
    return op.binary("mul", value, op.cast(stretchedOver(op, x, scale, axis), DType::Float32));
}

Lowered dequantize(const OnnxLowering &op)
{
    const auto zeroPoint = op.has(2) ? std::optional(op.in(2)) : std::nullopt;
    return op.result(real(op, op.in(0), op.in(1), zeroPoint, axisAttr(op)));
}

/// To uint8, by the range of the values themselves, which holds 0.
Lowered quantizeByRange(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand zero = op.full(0, {}, x.type);
    const Numbers all = countingTo(x.rank());
    const Operand least = op.binary("min", op.reduce("min", x, all, false), zero);
    const Operand most = op.binary("max", op.reduce("max", x, all, false), zero);
    const Operand scale = op.scalar("div", op.binary("sub", most, least), 255);
    const Operand origin = op.unary("negative", op.binary("div", least, scale));
    ASSIGN_OR_RETURN(const auto point, rounded(op, origin, std::nullopt, DType::UInt8));
    ASSIGN_OR_RETURN(const auto y,
                     rounded(op, op.binary("div", x, scale), point.front(), DType::UInt8));
    return std::vector{y.front(), op.reshape(scale, {}), op.reshape(point.front(), {})};
}

/// Products of whole numbers, put to another scale.
Lowered quantizedMatMul(const OnnxLowering &op)
{
    const Operand &a = op.in(0);
    const Operand &b = op.in(3);
    const auto exact = [&](const Operand &x, std::size_t zeroPoint, std::int64_t axis) {
        const Operand zero = stretchedOver(op, x, op.cast(op.in(zeroPoint), DType::Int32), axis);
        return op.binary("sub", op.cast(x, DType::Int32), zero);
    };
    const Operand product = op.matmul(exact(a, 2, -2), exact(b, 5, -1));
    const Operand value = op.cast(product, DType::Float32);
    const auto scale = [&](std::size_t i, std::int64_t axis) {
        return stretchedOver(op, product, op.cast(op.in(i), DType::Float32), axis);
    };
    const Operand scaled = op.binary(
        "div", op.binary("mul", value, op.binary("mul", scale(1, -2), scale(4, -1))), scale(6, -1));
    return rounded(op, scaled, stretchedOver(op, product, op.in(7), -1), op.outType());
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
