// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace nervure::onnx {

namespace {

double alphaOf(const OnnxLowering &op)
{
    return op.attrs().number("alpha");
}

/// Functions of several steps are computed in float where the values are halves.
Operand input(const OnnxLowering &op)
{
    return op.cast(op.in(0), computedType(op.in(0).type));
}

Operand held(const OnnxLowering &op, const Operand &x, double least, double most)
{
    return op.make("clip", {x}, attrsOf({{"a_min", attrText(least)}, {"a_max", attrText(most)}}),
                   x.dims, x.type);
}

Lowered leakyRelu(const OnnxLowering &op)
{
    return std::vector{op.make("leaky_relu", {op.in(0)},
                               attrsOf({{"alpha", attrText(alphaOf(op))}}), op.in(0).dims,
                               op.in(0).type)};
}

/// scale * (x where positive, else alpha * (e^(x / divisor) - 1))
Operand exponentialUnit(const OnnxLowering &op, const Operand &x, double alpha, double divisor)
{
    const Operand below = divisor == 1 ? x : op.scalar("div", x, divisor);
    const Operand curve = op.scalar("mul", op.unary("expm1", below), alpha);
    return op.where(op.compare("greater", x, 0), x, curve);
}

Lowered elu(const OnnxLowering &op)
{
    return op.result(exponentialUnit(op, input(op), alphaOf(op), 1));
}

Lowered celu(const OnnxLowering &op)
{
    return op.result(exponentialUnit(op, input(op), alphaOf(op), alphaOf(op)));
}

Lowered selu(const OnnxLowering &op)
{
    return op.result(op.scalar("mul", exponentialUnit(op, input(op), alphaOf(op), 1),
                               op.attrs().number("gamma")));
}

Operand hardSigmoidOf(const OnnxLowering &op, const Operand &x, double alpha, double beta)
{
    return held(op, op.scalar("add", op.scalar("mul", x, alpha), beta), 0, 1);
}

Lowered hardSigmoid(const OnnxLowering &op)
{
    return op.result(hardSigmoidOf(op, input(op), alphaOf(op), op.attrs().number("beta")));
}

Lowered hardSwish(const OnnxLowering &op)
{
    const Operand x = input(op);
    return op.result(op.binary("mul", x, hardSigmoidOf(op, x, 1.0 / 6, 0.5)));
}

/// log(1 + e^x) without overflow: max(x, 0) + log(1 + e^-|x|).
Operand softplusOf(const OnnxLowering &op, const Operand &x)
{
    const Operand tail =
        op.unary("log1p", op.unary("exp", op.unary("negative", op.unary("abs", x))));
    return op.binary("add", op.unary("relu", x), tail);
}

Lowered softplus(const OnnxLowering &op)
{
    return op.result(softplusOf(op, input(op)));
}

Lowered mish(const OnnxLowering &op)
{
    const Operand x = input(op);
    return op.result(op.binary("mul", x, op.unary("tanh", softplusOf(op, x))));
}

Lowered softsign(const OnnxLowering &op)
{
    const Operand x = input(op);
    return op.result(op.binary("div", x, op.scalar("add", op.unary("abs", x), 1)));
}

Lowered thresholdedRelu(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    return std::vector{
        op.where(op.compare("greater", x, alphaOf(op)), x, op.full(0, Shape::scalar(), x.type))};
}

Lowered gelu(const OnnxLowering &op)
{
    const Operand x = input(op);
    if (op.attrs().text("approximate") == "tanh") {
        const Operand cube = op.binary("mul", op.binary("mul", x, x), x);
        const Operand inside =
            op.scalar("mul", op.binary("add", x, op.scalar("mul", cube, 0.044715)),
                      std::sqrt(2 / std::numbers::pi));
        const Operand weight = op.scalar("add", op.unary("tanh", inside), 1);
        return op.result(op.scalar("mul", op.binary("mul", x, weight), 0.5));
    }
    const Operand weight =
        op.scalar("add", op.unary("erf", op.scalar("mul", x, 1 / std::numbers::sqrt2)), 1);
    return op.result(op.scalar("mul", op.binary("mul", x, weight), 0.5));
}

Operand swishOf(const OnnxLowering &op, const Operand &x)
{
    const Operand inside = alphaOf(op) == 1 ? x : op.scalar("mul", x, alphaOf(op));
    return op.binary("mul", x, op.unary("sigmoid", inside));
}

Lowered swish(const OnnxLowering &op)
{
    return op.result(swishOf(op, input(op)));
}

Lowered swiGlu(const OnnxLowering &op)
{
    const Operand gate = swishOf(op, input(op));
    return op.result(op.binary("mul", gate, op.cast(op.in(1), gate.type)));
}

/// Values are moved by bias toward 0; those not beyond lambd become 0.
Lowered shrink(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const double bias = op.attrs().number("bias");
    const double lambd = op.attrs().number("lambd");
    const Operand zero = op.full(0, Shape::scalar(), x.type);
    const Operand below = op.where(op.compare("less", x, -lambd), op.scalar("add", x, bias), zero);
    return std::vector{op.where(op.compare("greater", x, lambd), op.scalar("sub", x, bias), below)};
}

/// The slope is stretched to x; before version 7 it has one element a channel.
Lowered prelu(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    Operand slope = op.in(1);
    if (op.version() < 7 && slope.rank() == 1 && x.rank() > 1) {
        Shape dims(x.rank(), 1);
        dims[1] = slope.dims[0];
        slope = op.reshape(slope, dims);
    }
    const Operand below = op.binary("mul", x, slope);
    return std::vector{op.where(op.compare("less", x, 0), below, x)};
}

/// A bound that is there, as a number or an input.
Operand bounded(const OnnxLowering &op, const Operand &x, std::size_t i, std::string_view way)
{
    return op.has(i) ? op.binary(way, x, op.in(i)) : x;
}

Lowered clip(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    constexpr double most = std::numeric_limits<float>::max();
    if (op.version() < 11) {
        return std::vector{
            held(op, x, op.attrs().number("min", -most), op.attrs().number("max", most))};
    }
    const auto least = op.has(1) ? op.knownReals(1) : std::vector<double>{-most};
    const auto greatest = op.has(2) ? op.knownReals(2) : std::vector<double>{most};
    if (isFloat(x.type) && least && greatest && least->front() <= greatest->front()) {
        return std::vector{held(op, x, least->front(), greatest->front())};
    }
    return std::vector{bounded(op, bounded(op, x, 1, "max"), 2, "min")};
}

/// Of the first versions: dimensions from the axis on are one.
Operand asRows(const OnnxLowering &op, const Operand &x, std::size_t axis)
{
    return op.reshape(x, {productOf(x.dims, 0, axis), productOf(x.dims, axis, x.rank())});
}

Lowered softmax(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    if (x.dims.isScalar()) {
        return std::vector{op.full(op.ours() == "softmax" ? 1 : 0, Shape::scalar(), x.type)};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    if (op.version() >= 13) {
        return std::vector{
            op.make(op.ours(), {x}, attrsOf({{"axis", std::to_string(axis)}}), x.dims, x.type)};
    }
    const Operand rows = asRows(op, x, axis);
    return std::vector{op.reshape(
        op.make(op.ours(), {rows}, attrsOf({{"axis", "1"}}), rows.dims, x.type), x.dims)};
}

/// 1 at the first of the largest elements along the axis.
Lowered hardmax(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    const bool isFlat = op.version() < 13;
    const Operand data = isFlat ? asRows(op, x, axis) : x;
    const std::size_t along = isFlat ? 1 : axis;
    Shape places(data.rank(), 1);
    places[along] = data.dims[along];
    const Operand place = op.reshape(op.arange(0, 1, data.dims[along], DType::Int64), places);
    const Operand isLargest = op.compare("equal", op.argReduce("argmax", data, along), place);
    return std::vector{op.reshape(op.cast(isLargest, x.type), x.dims)};
}

} // namespace

std::span<const LoweringRule> activationRules()
{
    static constexpr std::array rules{
        LoweringRule{"LeakyRelu", leakyRelu},
        LoweringRule{"Elu", elu},
        LoweringRule{"Celu", celu},
        LoweringRule{"Selu", selu},
        LoweringRule{"HardSigmoid", hardSigmoid},
        LoweringRule{"HardSwish", hardSwish},
        LoweringRule{"Softplus", softplus},
        LoweringRule{"Mish", mish},
        LoweringRule{"Softsign", softsign},
        LoweringRule{"ThresholdedRelu", thresholdedRelu},
        LoweringRule{"Gelu", gelu},
        LoweringRule{"Swish", swish},
        LoweringRule{"SwiGLU", swiGlu},
        LoweringRule{"Shrink", shrink},
        LoweringRule{"PRelu", prelu},
        LoweringRule{"Clip", clip},
        LoweringRule{"Softmax", softmax, "softmax"},
        LoweringRule{"LogSoftmax", softmax, "log_softmax"},
        LoweringRule{"Hardmax", hardmax},
    };
    return rules;
}

} // namespace nervure::onnx
