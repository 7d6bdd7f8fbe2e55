// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>

namespace nervure::onnx {

namespace {

/// One element a channel, as stretched over data.
Operand perChannel(const OnnxLowering &op, const Operand &x, std::size_t rank)
{
    Shape dims(rank, 1);
    dims[1] = x.count();
    return op.reshape(x, dims);
}

/// Mean and variance along axes.
struct Moments {
    Operand mean;
    Operand centered;
    Operand variance;
};

Moments momentsOf(const OnnxLowering &op, const Operand &x, const Numbers &axes)
{
    const Operand mean = op.reduce("mean", x, axes);
    const Operand centered = op.binary("sub", x, mean);
    return {mean, centered, op.reduce("mean", op.binary("mul", centered, centered), axes)};
}

double epsilonOf(const OnnxLowering &op)
{
    return op.attrs().number("epsilon", 1e-5);
}

/// (x - mean) / sqrt(variance + epsilon) of groups along axes, the mean being 0 if it is not centered.
Operand standardized(const OnnxLowering &op, const Operand &x, const Numbers &axes,
                     bool isCentered = true)
{
    return op.make("standardize", {x},
                   attrsOf({{"axis", attrText(IntTuple(axes))},
                            {"epsilon", attrText(epsilonOf(op))},
                            {"center", attrText(isCentered)}}),
                   x.dims, x.type);
}

/// What a value is multiplied by to have a deviation of 1.
Operand inverseDeviation(const OnnxLowering &op, const Operand &variance, double epsilon)
{
    return op.scalar("rdiv", op.unary("sqrt", op.scalar("add", variance, epsilon)), 1);
}

Operand inFloat(const OnnxLowering &op, std::size_t i)
{
    return op.cast(op.in(i), computedType(op.in(i).type));
}

/// With the statistics of this batch, which the running ones take up.
Lowered batchNormTraining(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    Numbers axes = countingTo(x.rank());
    requireFit(axes.size() > 1);
    axes.erase(axes.begin() + 1);
    const Moments moments = momentsOf(op, x, axes);
    const auto along = [&](std::size_t i) {
        return perChannel(op, op.cast(op.in(i), x.type), x.rank());
    };
    const Operand scale =
        op.binary("mul", along(1), inverseDeviation(op, moments.variance, epsilonOf(op)));
    const Operand y = op.binary("add", op.binary("mul", moments.centered, scale), along(2));
    std::vector<Operand> outputs{op.cast(y, op.outType())};
    const double momentum = op.attrs().number("momentum", 0.9);
    for (std::size_t i = 1; i < op.outputCount() && i < 3; ++i) {
        const Operand &now = i == 1 ? moments.mean : moments.variance;
        const Operand then = op.scalar("mul", op.cast(op.in(i + 2), x.type), momentum);
        const Operand added = op.scalar("mul", op.reshape(now, {now.count()}), 1 - momentum);
        outputs.push_back(op.cast(op.binary("add", then, added), op.outType(i)));
    }
    return outputs;
}

Lowered batchNorm(const OnnxLowering &op)
{
    if (op.attrs().integer("training_mode") != 0) {
        return batchNormTraining(op);
    }
    const Operand &x = op.in(0);
    std::vector<Operand> operands{x};
    for (std::size_t i = 1; i < 5; ++i) {
        operands.push_back(op.cast(op.in(i), x.type));
    }
    return std::vector{op.make("batch_norm", operands,
                               attrsOf({{"axis", "1"}, {"epsilon", attrText(epsilonOf(op))}}),
                               x.dims, x.type)};
}

/// Each channel of each image by itself.
Lowered instanceNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    const Numbers axes = countingFrom(2, x.rank());
    const auto along = [&](std::size_t i) {
        return perChannel(op, op.cast(op.in(i), x.type), x.rank());
    };
    const Operand scaled = op.binary("mul", standardized(op, x, axes), along(1));
    return op.result(op.binary("add", scaled, along(2)));
}

/// Groups of channels; before version 21 scale and bias are a group's.
Lowered groupNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    const std::int64_t groups = op.attrs().integer("num_groups");
    const Operand apart =
        op.reshape(x, {x.dims[0], groups, quotient(quotient(x.count(), x.dims[0]), groups)});
    const Operand normalized = standardized(op, apart, {2});
    const bool isPerGroup = op.version() < 21;
    const Operand value = isPerGroup ? normalized : op.reshape(normalized, x.dims);
    const auto along = [&](std::size_t i) {
        return perChannel(op, op.cast(op.in(i), x.type), value.rank());
    };
    const Operand y = op.binary("add", op.binary("mul", value, along(1)), along(2));
    return op.result(op.reshape(y, x.dims));
}

/// The dimensions from the axis on.
Result<Numbers> lastAxes(const OnnxLowering &op, std::size_t rank)
{
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis", -1), rank));
    return countingFrom(axis, rank);
}

Lowered layerNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    ASSIGN_OR_RETURN(const Numbers axes, lastAxes(op, x.rank()));
    Operand y = op.binary("mul", standardized(op, x, axes), op.cast(op.in(1), x.type));
    if (op.has(2)) {
        y = op.binary("add", y, op.cast(op.in(2), x.type));
    }
    std::vector<Operand> outputs{op.cast(y, op.outType())};
    if (op.outputCount() == 1) {
        return outputs;
    }
    const Moments moments = momentsOf(op, x, axes);
    const Operand inverse = inverseDeviation(op, moments.variance, epsilonOf(op));
    for (std::size_t i = 1; i < op.outputCount() && i < 3; ++i) {
        const Operand &moment = i == 1 ? moments.mean : inverse;
        outputs.push_back(op.cast(op.reshape(moment, op.outDims(i)), op.outType(i)));
    }
    return outputs;
}

Lowered rmsNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    ASSIGN_OR_RETURN(const Numbers axes, lastAxes(op, x.rank()));
    const Operand normalized = op.cast(standardized(op, x, axes, false), op.in(0).type);
    return op.result(op.binary("mul", op.cast(normalized, x.type), op.cast(op.in(1), x.type)));
}

Lowered lrn(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::int64_t size = op.attrs().integer("size");
    const OnnxAttrs &attrs = op.attrs();
    if (size % 2 == 0 || x.rank() != 4) {
        return makeError("not-supported",
                         "looks at {} channels of {} dimensions, expected an odd "
                         "number and 4",
                         size, x.rank());
    }
    return std::vector{op.make("lrn", {x},
                               attrsOf({{"size", std::to_string(size)},
                                        {"axis", "1"},
                                        {"alpha", attrText(attrs.number("alpha", 1e-4))},
                                        {"beta", attrText(attrs.number("beta", 0.75))},
                                        {"bias", attrText(attrs.number("bias", 1))}}),
                               x.dims, x.type)};
}

/// By the length along an axis; what has none stays 0.
Lowered lpNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis", -1), x.rank()));
    const Numbers axes{static_cast<std::int64_t>(axis)};
    const bool isFirst = op.attrs().integer("p", 2) == 1;
    const Operand sum =
        op.reduce("sum", isFirst ? op.unary("abs", x) : op.binary("mul", x, x), axes);
    const Operand length = isFirst ? sum : op.unary("sqrt", sum);
    const Operand isZero = op.compare("equal", length, 0);
    const Operand divisor = op.where(isZero, op.full(1, Shape::scalar(), x.type), length);
    return op.result(op.binary("div", x, divisor));
}

Lowered meanVarianceNorm(const OnnxLowering &op)
{
    const Operand x = inFloat(op, 0);
    Numbers axes = op.attrs().integers("axes");
    ASSIGN_OR_RETURN(axes, axesOf(axes.empty() ? Numbers{0, 2, 3} : axes, x.rank()));
    const Moments moments = momentsOf(op, x, axes);
    const Operand deviation = op.scalar("add", op.unary("sqrt", moments.variance), 1e-9);
    return op.result(op.binary("div", moments.centered, deviation));
}

} // namespace

std::span<const LoweringRule> normalizationRules()
{
    static constexpr std::array rules{
        LoweringRule{"BatchNormalization", batchNorm},
        LoweringRule{"InstanceNormalization", instanceNorm},
        LoweringRule{"GroupNormalization", groupNorm},
        LoweringRule{"LayerNormalization", layerNorm},
        LoweringRule{"RMSNormalization", rmsNorm},
        LoweringRule{"LRN", lrn},
        LoweringRule{"LpNormalization", lpNorm},
        LoweringRule{"MeanVarianceNormalization", meanVarianceNorm},
    };
    return rules;
}

} // namespace nervure::onnx
