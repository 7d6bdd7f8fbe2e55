// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

struct KerasNormalizationAttrs {
    std::string axis = "-1";
    double epsilon = 1e-3;
    bool center = true;
    bool scale = true;
    std::int64_t groups = 32;
    double momentum = 0.99;
    bool training = false;
};

using Norm = KerasNormalizationAttrs;

/// The arrays of a normalization, by their places among the inputs; those that are not there are 1 and 0.
struct NormArrays {
    explicit NormArrays(const Norm &attrs)
        : gamma(attrs.scale ? 1 : 0),
          beta(attrs.center ? gamma + 1 : 0),
          next(1 + (attrs.scale ? 1U : 0U) + (attrs.center ? 1U : 0U))
    {}

    std::size_t gamma;
    std::size_t beta;
    std::size_t next; ///< behind them
};

Status assignArrays(const Norm &attrs, const Shape &shape, Shapes &in)
{
    const NormArrays arrays(attrs);
    if (arrays.gamma != 0) {
        RETURN_IF_FAILED(assignInput(in, arrays.gamma, "gamma", shape));
    }
    return arrays.beta != 0 ? assignInput(in, arrays.beta, "beta", shape) : Status();
}

/// The dimensions that axis names, in their order.
Result<std::vector<std::size_t>> axesOf(const Norm &attrs, const Shape &shape)
{
    std::vector<std::size_t> axes;
    for (const std::int64_t number : kerasIntegers(attrs.axis)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, shape));
        axes.push_back(axis);
    }
    std::sort(axes.begin(), axes.end());
    if (axes.empty()) {
        return makeError("infer-shape", "axis is {}, expected a dimension", quoted(attrs.axis));
    }
    return axes;
}

Status batchNormShape(const Norm &attrs, Shapes &in, Shapes &out)
{
    const NormArrays arrays(attrs);
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), arrays.next + 2, 1));
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, axesOf(attrs, in[0]));
    if (axes.size() != 1) {
        return makeError("infer-shape", "axis has {} dimensions, expected 1", axes.size());
    }
    const Shape channels{in[0][axes[0]]};
    RETURN_IF_FAILED(assignArrays(attrs, channels, in));
    RETURN_IF_FAILED(assignInput(in, arrays.next, "moving_mean", channels));
    return assignInput(in, arrays.next + 1, "moving_variance", channels);
}

Status layerNormShape(const Norm &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), NormArrays(attrs).next, 1));
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, axesOf(attrs, in[0]));
    Shape sizes;
    for (const std::size_t axis : axes) {
        sizes.push_back(in[0][axis]);
    }
    return assignArrays(attrs, sizes, in);
}

/// What was learned, along those dimensions: data * gamma + beta.
Entry scaled(const Lowering &op, Entry data, const std::vector<std::size_t> &axes)
{
    const NormArrays arrays(op.attrs<Norm>());
    const KerasFormula f(op);
    Shape along(op.shape(0).size(), 1);
    for (const std::size_t axis : axes) {
        along[axis] = op.shape(0)[axis];
    }
    if (arrays.gamma != 0) {
        data = f.times(data, op.reshape(op.in(arrays.gamma), along));
    }
    return arrays.beta != 0 ? f.plus(data, op.reshape(op.in(arrays.beta), along)) : data;
}

/// Less the mean, divided by the deviation, over these dimensions.
Entry standardized(const Lowering &op, Entry data, const IntTuple &axes)
{
    return op.make(
        "standardize", {data},
        attrsOf({{"axis", attrText(axes)}, {"epsilon", formatNumber(op.attrs<Norm>().epsilon)}}));
}

IntTuple allBut(std::size_t axis, std::size_t rank)
{
    IntTuple axes;
    for (std::size_t i = 0; i < rank; ++i) {
        if (i != axis) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
    }
    return axes;
}

/// By mean and deviation that training found; a call as in training takes those of the data.
Result<Entry> lowerBatchNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<Norm>();
    const NormArrays arrays(attrs);
    ASSIGN_OR_RETURN(const auto axes, axesOf(attrs, op.shape(0)));
    if (attrs.training) {
        return scaled(op, standardized(op, op.in(0), allBut(axes[0], op.shape(0).size())), axes);
    }
    const auto all = [&](double value) {
        return op.full(value, {op.shape(0)[axes[0]]}, op.type(0));
    };
    return op.make(
        "batch_norm",
        {op.in(0), arrays.gamma != 0 ? op.in(arrays.gamma) : all(1),
         arrays.beta != 0 ? op.in(arrays.beta) : all(0), op.in(arrays.next),
         op.in(arrays.next + 1)},
        attrsOf({{"axis", attrText(axes[0])}, {"epsilon", formatNumber(attrs.epsilon)}}));
}

Result<Entry> lowerLayerNorm(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto axes, axesOf(op.attrs<Norm>(), op.shape(0)));
    const IntTuple over(axes.begin(), axes.end());
    return scaled(op, standardized(op, op.in(0), over), axes);
}

Status groupNormShape(const Norm &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), NormArrays(attrs).next, 1));
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, axesOf(attrs, in[0]));
    const std::int64_t channels = in[0][axes[0]];
    const std::int64_t groups = attrs.groups == -1 ? channels : attrs.groups;
    const bool fits = isUnknownSize(channels) || (groups > 0 && channels % groups == 0);
    if (axes.size() != 1 || axes[0] == 0 || !fits) {
        return makeError("infer-shape", "{} channels, expected a multiple of groups {}", channels,
                         attrs.groups);
    }
    return assignArrays(attrs, {channels}, in);
}

/// Over all but the batch and the groups.
Result<Entry> lowerGroupNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<Norm>();
    ASSIGN_OR_RETURN(const auto axes, axesOf(attrs, op.shape(0)));
    const std::size_t axis = axes[0];
    const std::int64_t groups = attrs.groups == -1 ? op.shape(0)[axis] : attrs.groups;
    Shape apart = op.shape(0);
    apart[axis] = groups;
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(axis) + 1, op.shape(0)[axis] / groups);
    IntTuple over;
    for (std::size_t i = 1; i < apart.size(); ++i) {
        if (i != axis) {
            over.push_back(static_cast<std::int64_t>(i));
        }
    }
    const Entry normal = standardized(op, op.reshape(op.in(0), apart), over);
    return scaled(op, op.reshape(normal, op.shape(0)), axes);
}

struct KerasScaleAttrs {
    std::string axis = "-1";
    double epsilon = 1e-6;
};

/// x / sqrt(mean(x * x) + epsilon), times what was learned.
Status rmsNormShape(const KerasScaleAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank()) {
        return {};
    }
    Shape sizes;
    for (const std::int64_t number : kerasIntegers(attrs.axis)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, in[0]));
        sizes.push_back(in[0][axis]);
    }
    return assignInput(in, 1, "scale", sizes);
}

Result<Entry> lowerRmsNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasScaleAttrs>();
    IntTuple axes;
    Shape along(op.shape(0).size(), 1);
    for (const std::int64_t number : kerasIntegers(attrs.axis)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, op.shape(0)));
        axes.push_back(static_cast<std::int64_t>(axis));
        along[axis] = op.shape(0)[axis];
    }
    const Entry normal = op.make("standardize", {op.in(0)},
                                 attrsOf({{"axis", attrText(axes)},
                                          {"center", "False"},
                                          {"epsilon", formatNumber(attrs.epsilon)}}));
    return KerasFormula(op).times(normal, op.reshape(op.in(1), along));
}

Status unitNormShape(const KerasScaleAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return keepsShape(in, out);
}

/// Vectors divided by their lengths.
Result<Entry> lowerUnitNorm(const Lowering &op)
{
    IntTuple axes;
    for (const std::int64_t number : kerasIntegers(op.attrs<KerasScaleAttrs>().axis)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, op.shape(0)));
        axes.push_back(static_cast<std::int64_t>(axis));
    }
    const KerasFormula f(op);
    constexpr double least = 1e-12; // of the square
    const Entry sum = f.reduced("sum", f.times(op.in(0), op.in(0)), axes, true);
    return f.over(op.in(0), f.one("sqrt", f.clipped(sum, least, 3e38)));
}

struct KerasStatisticsAttrs {
    std::string axis = "-1";
    std::string mean = "None";
    std::string variance = "None";
    bool invert = false;
};

using Statistics = KerasStatisticsAttrs;

/// What is kept of the shape: the dimensions that axis names; sizes of others are 1.
Result<Shape> statisticsShape(const Statistics &attrs, const Shape &shape)
{
    Shape kept(shape.size(), 1);
    for (const std::int64_t number : kerasIntegers(attrs.axis)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, shape));
        kept[axis] = shape[axis];
    }
    return kept;
}

Status standardShape(const Statistics &attrs, Shapes &in, Shapes &out)
{
    if (in.size() != 1 && in.size() != 3) {
        return makeError("infer-shape", "has {} inputs, expected 1 or 3", in.size());
    }
    RETURN_IF_FAILED(keepsShape(in, out));
    if (!in[0].hasRank() || in.size() == 1) {
        return {};
    }
    ASSIGN_OR_RETURN(const Shape kept, statisticsShape(attrs, in[0]));
    Shape sizes = Shape::scalar();
    for (const std::int64_t size : kept) {
        if (size != 1) {
            sizes.push_back(size);
        }
    }
    sizes = sizes.isScalar() ? Shape{1} : sizes;
    RETURN_IF_FAILED(assignInput(in, 1, "mean", sizes));
    return assignInput(in, 2, "variance", sizes);
}

/// (data - mean) / deviation, or the way back.
Result<Entry> lowerStatistics(const Lowering &op)
{
    const auto &attrs = op.attrs<Statistics>();
    if (op.inputCount() == 1) {
        return makeError("not-supported", "was told its mean, expected arrays that it learned");
    }
    ASSIGN_OR_RETURN(const Shape along, statisticsShape(attrs, op.shape(0)));
    const KerasFormula f(op);
    const Entry mean = op.reshape(op.in(1), along);
    const Entry deviation = f.clipped(f.one("sqrt", op.reshape(op.in(2), along)), 1e-7, 3e38);
    return attrs.invert ? f.plus(f.times(op.in(0), deviation), mean)
                        : f.over(f.minus(op.in(0), mean), deviation);
}

OpBuilder<Norm> normLayer(const char *name, const char *summary, const char *axis)
{
    OpBuilder<Norm> layer = kerasLayer<Norm>(name, summary, OpCategory::Normalization);
    layer.attr(field("axis", &Norm::axis, axis))
        .attr(field("epsilon", &Norm::epsilon, "what is added to the variance"))
        .attr(field("center", &Norm::center, "whether beta is added"))
        .attr(field("scale", &Norm::scale, "whether it is multiplied by gamma"));
    return layer;
}

void addAllNormalization(OpRegistry &ops)
{
    OpBuilder<Norm> batch =
        normLayer("BatchNormalization", "channels with mean 0 and deviation 1, as in training",
                  "the dimension of channels");
    ops.add(
        batch
            .attr(field("momentum", &Norm::momentum, "how slowly training moves mean and variance"))
            .attr(field("training", &Norm::training,
                        "whether mean and deviation are those of the data"))
            .shape(batchNormShape)
            .lower(lowerTo(lowerBatchNorm))
            .build());
    OpBuilder<Statistics> statistics =
        kerasLayer<Statistics>("Normalization", "data less their mean, divided by their deviation",
                               OpCategory::Normalization);
    ops.add(
        statistics.attr(field("axis", &Statistics::axis, "dimensions that have a mean each"))
            .attr(field("mean", &Statistics::mean, "the mean, if it was not learned"))
            .attr(field("variance", &Statistics::variance, "the variance, if it was not learned"))
            .attr(field("invert", &Statistics::invert, "whether it goes the other way"))
            .shape(standardShape)
            .lower(lowerTo(lowerStatistics))
            .build());
    using Scale = KerasScaleAttrs;
    ops.add(kerasLayer<Scale>("RMSNormalization", "each value divided by its root mean square",
                              OpCategory::Normalization)
                .attr(field("axis", &Scale::axis, "the dimensions that the mean is taken over"))
                .attr(field("epsilon", &Scale::epsilon, "what is added to the mean"))
                .shape(rmsNormShape)
                .lower(lowerTo(lowerRmsNorm))
                .build());
    ops.add(kerasLayer<Scale>("UnitNormalization", "vectors divided by their lengths",
                              OpCategory::Normalization)
                .attr(field("axis", &Scale::axis, "the dimensions of a vector"))
                .shape(unitNormShape)
                .lower(lowerTo(lowerUnitNorm))
                .build());
    ops.add(normLayer("LayerNormalization", "each value with mean 0 and deviation 1",
                      "the dimensions that mean and deviation are taken over")
                .shape(layerNormShape)
                .lower(lowerTo(lowerLayerNorm))
                .build());
    OpBuilder<Norm> group =
        normLayer("GroupNormalization", "groups of channels with mean 0 and deviation 1",
                  "the dimension of channels");
    ops.add(group.attr(field("groups", &Norm::groups, "how many groups; -1: each channel is one"))
                .shape(groupNormShape)
                .lower(lowerTo(lowerGroupNorm))
                .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsNormalization(OpRegistry &ops)
{
    keras::addAllNormalization(ops);
}

} // namespace nervure
