// SPDX-License-Identifier: Apache-2.0
// Layers that change elements, each by itself, or none when nothing is trained.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"

#include "core/support/text.h"

namespace nervure::keras {

namespace {

struct KerasActivationAttrs {
    std::string activation = "linear";
};
struct KerasReluAttrs {
    OptionalNumber maxValue;
    double negativeSlope = 0;
    double threshold = 0;
};
struct KerasSlopeAttrs {
    double alpha = 0.3;
    OptionalNumber negativeSlope; ///< Keras 3 calls it so
};
struct KerasEluAttrs {
    double alpha = 1;
};
struct KerasThetaAttrs {
    double theta = 1;
};
struct KerasPreluAttrs {
    std::string sharedAxes = "None";
};
struct KerasSoftmaxAttrs {
    std::string axis = "-1";
};
struct KerasMaskingAttrs {
    double maskValue = 0;
};
struct KerasRescalingAttrs {
    std::string scale = "1.0";
    std::string offset = "0.0";
};

using Relu = KerasReluAttrs;
using Slope = KerasSlopeAttrs;

Status unchangedShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return keepsShape(in, out);
}

Result<Entry> lowerActivation(const Lowering &op)
{
    return kerasActivated(op, op.in(0), op.attrs<KerasActivationAttrs>().activation);
}

/// Up to max_value; below the threshold the line through it that negative_slope gives.
Result<Entry> lowerRelu(const Lowering &op)
{
    const auto &attrs = op.attrs<Relu>();
    const KerasFormula f(op);
    const Entry x = op.in(0);
    Entry y;
    if (attrs.threshold == 0) {
        y = attrs.negativeSlope == 0 ? f.one("relu", x) : f.leaky(x, attrs.negativeSlope);
    } else {
        const Entry beyond =
            op.make("greater", {x, op.full(attrs.threshold, op.shape(0), op.type(0))});
        y = f.times(x, beyond);
        if (attrs.negativeSlope != 0) {
            const Entry below = f.one("relu", f.plus(f.times(x, -1), attrs.threshold));
            y = f.plus(y, f.times(below, -attrs.negativeSlope));
        }
    }
    // What negative_slope gives stays below 0.
    constexpr double least = -3e38;
    return attrs.maxValue ? f.clipped(y, attrs.negativeSlope == 0 ? 0 : least, *attrs.maxValue) : y;
}

Result<Entry> lowerLeaky(const Lowering &op)
{
    const auto &attrs = op.attrs<Slope>();
    return KerasFormula(op).leaky(op.in(0), attrs.negativeSlope.value_or(attrs.alpha));
}

Result<Entry> lowerElu(const Lowering &op)
{
    return KerasFormula(op).elu(op.in(0), op.attrs<KerasEluAttrs>().alpha);
}

Result<Entry> lowerThresholded(const Lowering &op)
{
    const double theta = op.attrs<KerasThetaAttrs>().theta;
    const Entry beyond = op.make("greater", {op.in(0), op.full(theta, op.shape(0), op.type(0))});
    return KerasFormula(op).times(op.in(0), beyond);
}

Status preluShape(const KerasPreluAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkLeastKerasRank(in[0], 1));
    Shape alpha(in[0].begin() + 1, in[0].end());
    for (const std::int64_t axis : kerasIntegers(attrs.sharedAxes)) {
        if (axis < 1 || axis > static_cast<std::int64_t>(alpha.size())) {
            return makeError("infer-shape", "shared_axes has {}, expected 1 to {}", axis,
                             alpha.size());
        }
        alpha[static_cast<std::size_t>(axis - 1)] = 1;
    }
    // Keras saves the slope of rows of one number as a number, which files hold as [1].
    return alpha.isScalar() ? Status() : assignInput(in, 1, "alpha", alpha);
}

/// relu(x) - alpha * relu(-x).
Result<Entry> lowerPrelu(const Lowering &op)
{
    const KerasFormula f(op);
    Shape alpha = op.shape(1);
    alpha.insert(alpha.begin(), 1);
    const Entry below = f.one("relu", f.one("negative", op.in(0)));
    return f.minus(f.one("relu", op.in(0)), f.times(op.reshape(op.in(1), alpha), below));
}

Result<Entry> lowerSoftmax(const Lowering &op)
{
    const auto axes = kerasIntegers(op.attrs<KerasSoftmaxAttrs>().axis);
    if (axes.size() != 1) {
        return makeError("not-supported", "is over {} dimensions, expected 1", axes.size());
    }
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(axes[0], op.shape(0)));
    return KerasFormula(op).softmax(op.in(0), static_cast<std::int64_t>(axis));
}

Status maskingShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    RETURN_IF_FAILED(keepsShape(in, out));
    return in[0].size() == 0 ? Status()
                             : assignOutput(out, 1, Shape(in[0].begin(), in[0].end() - 1));
}

/// Steps of which all numbers are mask_value become 0; the other ones count.
Result<std::vector<Entry>> lowerMasking(const Lowering &op)
{
    RETURN_IF_FAILED(checkLeastKerasRank(op.shape(0), 1));
    const KerasFormula f(op);
    const double value = op.attrs<KerasMaskingAttrs>().maskValue;
    const auto last = static_cast<std::int64_t>(op.shape(0).size()) - 1;
    const Entry distance = f.one("abs", f.plus(op.in(0), -value));
    const Entry furthest = f.reduced("max", distance, {last}, true);
    Shape steps = op.shape(0);
    steps.back() = 1;
    const Entry isThere = op.make("greater", {furthest, op.full(0, steps, op.type(0))});
    return std::vector{f.times(op.in(0), isThere), op.reshape(isThere, op.outShape(1))};
}

/// One number, or one for each channel.
Result<Entry> lowerRescaling(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasRescalingAttrs>();
    const auto scale = parseNumber(attrs.scale);
    const auto offset = parseNumber(attrs.offset);
    if (!scale || !offset) {
        return makeError("not-supported", "scale is {} and offset {}, expected numbers",
                         attrs.scale, attrs.offset);
    }
    const KerasFormula f(op);
    return f.plus(f.times(op.in(0), *scale), *offset);
}

template <typename A>
OpBuilder<A> elementLayer(const char *name, const char *summary,
                          OpCategory category = OpCategory::Activation)
{
    OpBuilder<A> layer = kerasLayer<A>(name, summary, category);
    layer.shape(OpSpec::ShapeRule(unchangedShape));
    return layer;
}

void addActivations(OpRegistry &ops)
{
    ops.add(elementLayer<KerasActivationAttrs>("Activation", "a function of each element")
                .attr(kerasActivationField<KerasActivationAttrs>())
                .lower(lowerTo(lowerActivation))
                .build());
    ops.add(elementLayer<Relu>("ReLU", "0 below a threshold, or a part of what is there")
                .attr(field("max_value", &Relu::maxValue, "what is greater becomes this"))
                .attr(field("negative_slope", &Relu::negativeSlope,
                            "by what factor elements below the threshold go on"))
                .attr(field("threshold", &Relu::threshold, "what is not greater is changed"))
                .lower(lowerTo(lowerRelu))
                .build());
    ops.add(
        elementLayer<Slope>("LeakyReLU", "elements below 0 times a slope")
            .attr(field("alpha", &Slope::alpha, "the slope"))
            .attr(field("negative_slope", &Slope::negativeSlope, "the slope, as Keras 3 calls it"))
            .lower(lowerTo(lowerLeaky))
            .build());
    ops.add(elementLayer<KerasEluAttrs>("ELU", "alpha * (exp(x) - 1) below 0")
                .attr(field("alpha", &KerasEluAttrs::alpha, "the factor"))
                .lower(lowerTo(lowerElu))
                .build());
    ops.add(elementLayer<KerasThetaAttrs>("ThresholdedReLU", "0 up to a threshold")
                .attr(field("theta", &KerasThetaAttrs::theta, "the threshold"))
                .lower(lowerTo(lowerThresholded))
                .build());
    OpBuilder<KerasPreluAttrs> prelu = kerasLayer<KerasPreluAttrs>(
        "PReLU", "elements below 0 times slopes that were learned", OpCategory::Activation);
    ops.add(prelu
                .attr(field("shared_axes", &KerasPreluAttrs::sharedAxes,
                            "dimensions along which the slope is one"))
                .shape(preluShape)
                .lower(lowerTo(lowerPrelu))
                .build());
    ops.add(elementLayer<KerasSoftmaxAttrs>(
                "Softmax", "exp(x) as parts of its sum along a dimension", OpCategory::Reduction)
                .attr(field("axis", &KerasSoftmaxAttrs::axis, "the dimension"))
                .lower(lowerTo(lowerSoftmax))
                .build());
}

/// Layers of training: a run leaves values as they are.
struct Unchanged {
    const char *name;
    const char *summary;
};
constexpr Unchanged unchangedLayers[] = {
    {"Dropout", "training drops elements; a run changes nothing"},
    {"AlphaDropout", "training drops elements and keeps mean and variance; a run changes nothing"},
    {"GaussianDropout", "training multiplies by noise; a run changes nothing"},
    {"GaussianNoise", "training adds noise; a run changes nothing"},
    {"SpatialDropout1D", "training drops channels of sequences; a run changes nothing"},
    {"SpatialDropout2D", "training drops channels of images; a run changes nothing"},
    {"SpatialDropout3D", "training drops channels of volumes; a run changes nothing"},
    {"ActivityRegularization", "training keeps elements small; a run changes nothing"},
    {"Identity", "the value itself"},
};

Result<Entry> lowerUnchanged(const Lowering &op)
{
    return op.make("copy", {op.in(0)});
}

void addAllElements(OpRegistry &ops)
{
    addActivations(ops);
    for (const Unchanged &layer : unchangedLayers) {
        ops.add(elementLayer<NoAttrs>(layer.name, layer.summary, OpCategory::Elementwise)
                    .lower(lowerTo(lowerUnchanged))
                    .build());
    }
    ops.add(elementLayer<KerasMaskingAttrs>(
                "Masking", "0 for steps that stand for nothing, and which ones count",
                OpCategory::Elementwise)
                .attr(field("mask_value", &KerasMaskingAttrs::maskValue,
                            "what all numbers of such a step are"))
                .outputs({"output", "mask"})
                .shape(maskingShape)
                .lower(lowerTo(lowerMasking))
                .build());
    ops.add(elementLayer<KerasRescalingAttrs>("Rescaling", "a factor, and a number that is added",
                                              OpCategory::Elementwise)
                .attr(field("scale", &KerasRescalingAttrs::scale, "the factor"))
                .attr(field("offset", &KerasRescalingAttrs::offset, "what is added"))
                .lower(lowerTo(lowerRescaling))
                .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsElements(OpRegistry &ops)
{
    keras::addAllElements(ops);
}

} // namespace nervure
