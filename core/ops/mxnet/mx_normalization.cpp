// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <utility>

namespace nervure {

namespace {

struct MXNetLrnAttrs {
    float alpha = 1e-4F;
    float beta = 0.75F;
    float knorm = 2;
    std::int64_t nsize = 5;
};

struct InstanceNormAttrs {
    float eps = 1e-3F;
};

struct LayerNormAttrs {
    int axis = -1;
    float eps = 1e-5F;
    bool outputMeanVar = false;
};

struct L2NormalizationAttrs {
    float eps = 1e-10F;
    std::string mode = "instance";
};

struct MXNetDropoutAttrs {
    float p = 0.5F;
    std::string mode = "training";
    IntTuple axes;
    std::string cudnnOff = "False";
};

Status checkGammaAndBeta(Shapes &in, std::int64_t channels)
{
    RETURN_IF_FAILED(assignInput(in, 1, "gamma", {channels}));
    return assignInput(in, 2, "beta", {channels});
}

/// One mean and one variance for each channel of each image.
Status instanceNormShape(const InstanceNormAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 3));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() < 3) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected 3 dimensions or more",
                         shapeText(in[0]));
    }
    const Shape images{in[0][0], in[0][1]};
    RETURN_IF_FAILED(checkGammaAndBeta(in, images[1]));
    RETURN_IF_FAILED(assignOutput(out, 1, images));
    return assignOutput(out, 2, images);
}

Status layerNormShape(const LayerNormAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 3));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, in[0]));
    RETURN_IF_FAILED(checkGammaAndBeta(in, in[0][axis]));
    Shape moments = in[0];
    moments[axis] = 1;
    RETURN_IF_FAILED(assignOutput(out, 1, moments));
    return assignOutput(out, 2, moments);
}

/// The length that each element is divided by; an output that MXNet hides.
Status l2NormalizationShape(const L2NormalizationAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    const Shape &data = in[0];
    if (!data.hasRank()) {
        return {};
    }
    if (data.size() < (attrs.mode == "instance" ? 2U : 3U)) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected more for mode {}",
                         shapeText(data), attrs.mode);
    }
    Shape lengths{data[0]};
    if (attrs.mode == "channel") {
        lengths.insert(lengths.end(), data.begin() + 2, data.end());
    } else if (attrs.mode == "spatial") {
        lengths.push_back(data[1]);
    }
    return assignOutput(out, 1, lengths);
}

/// The mask is 1 along the dimensions that share it.
Status dropoutShape(const MXNetDropoutAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    Shape mask = in[0];
    for (const std::int64_t number : attrs.axes) {
        if (mask.hasRank()) {
            ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, mask));
            mask[axis] = 1;
        }
    }
    return assignOutput(out, 1, mask);
}

Status mergedTypes(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

AttrDict alongAxes(const IntTuple &axes)
{
    return attrsOf({{"axis", attrText(axes)}, {"keepdims", attrText(true)}});
}

/// What a normalization by mean and deviation gives.
struct Normalized {
    Entry value;
    Entry mean;
    Entry variance;  ///< with eps
    Entry deviation; ///< its square root
};

/// (x - mean) / sqrt(variance + eps), of groups along some axes.
Normalized normalized(const Lowering &op, Entry data, const IntTuple &axes, double eps)
{
    Normalized result;
    result.mean = op.make("mean", {data}, alongAxes(axes));
    const Entry centered = op.make("broadcast_sub", {data, result.mean});
    const Entry squares = op.make("elemwise_mul", {centered, centered});
    result.variance =
        op.makeScalar("__add_scalar__", op.make("mean", {squares}, alongAxes(axes)), eps);
    result.deviation = op.make("sqrt", {result.variance});
    result.value = op.make("standardize", {data},
                           attrsOf({{"axis", attrText(axes)}, {"epsilon", attrText(eps)}}));
    return result;
}

/// gamma * x + beta, by channel.
Entry scaledAndShifted(const Lowering &op, Entry x, const Shape &shape, std::size_t axis)
{
    const auto channels = [&](std::size_t input) {
        return alongAxis(op, op.in(input), shape[axis], axis, shape.size());
    };
    const Entry scaled = op.make("broadcast_mul", {x, channels(1)});
    return op.make("broadcast_add", {scaled, channels(2)});
}

IntTuple axesFrom(std::size_t first, std::size_t rank)
{
    IntTuple axes;
    for (std::size_t i = first; i < rank; ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    return axes;
}

Result<Entry> lowerInstanceNorm(const Lowering &op)
{
    const Shape &shape = op.shape(0);
    const Normalized result = normalized(op, op.in(0), axesFrom(2, shape.size()),
                                         static_cast<double>(op.attrs<InstanceNormAttrs>().eps));
    return scaledAndShifted(op, result.value, shape, 1);
}

Result<std::vector<Entry>> lowerLayerNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<LayerNormAttrs>();
    const Shape &shape = op.shape(0);
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, shape));
    const Normalized result =
        normalized(op, op.in(0), {static_cast<std::int64_t>(axis)}, static_cast<double>(attrs.eps));
    return std::vector<Entry>{scaledAndShifted(op, result.value, shape, axis), result.mean,
                              result.deviation};
}

/// x / sqrt(sum of squares + eps)
Result<std::vector<Entry>> lowerL2Normalization(const Lowering &op)
{
    const auto &attrs = op.attrs<L2NormalizationAttrs>();
    const std::size_t rank = op.shape(0).size();
    const IntTuple axes = attrs.mode == "instance"  ? axesFrom(1, rank)
                          : attrs.mode == "spatial" ? axesFrom(2, rank)
                                                    : IntTuple{1};
    const Entry squares = op.make("elemwise_mul", {op.in(0), op.in(0)});
    const Entry sum = op.make("sum", {squares}, alongAxes(axes));
    const Entry length =
        op.make("sqrt", {op.makeScalar("__add_scalar__", sum, static_cast<double>(attrs.eps))});
    return std::vector<Entry>{op.make("broadcast_div", {op.in(0), length}),
                              op.reshape(length, op.outShape(1))};
}

Result<Entry> lowerLrn(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetLrnAttrs>();
    return op.make("lrn", {op.in(0)},
                   attrsOf({{"size", attrText(attrs.nsize)},
                            {"axis", "1"},
                            {"alpha", attrText(attrs.alpha)},
                            {"beta", attrText(attrs.beta)},
                            {"bias", attrText(attrs.knorm)}}));
}

/// MXNet drops nothing outside of training, unless told to.
Result<Entry> lowerDropout(const Lowering &op)
{
    if (op.attrs<MXNetDropoutAttrs>().mode == "always") {
        return makeError("not-supported", "mode always is not supported");
    }
    return op.make("copy", {op.in(0)});
}

struct GroupNormAttrs {
    int groups = 1;
    float eps = 1e-5F;
    bool outputMeanVar = false;
};

/// gamma and beta have a number for each group, not for each channel.
Status groupNormShape(const GroupNormAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 3));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    const bool fits =
        in[0].size() >= 3 && (isUnknownSize(in[0][1]) || in[0][1] % attrs.groups == 0);
    if (!fits) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected 3 dimensions or more and a "
                         "multiple of {} channels",
                         shapeText(in[0]), attrs.groups);
    }
    RETURN_IF_FAILED(checkGammaAndBeta(in, attrs.groups));
    RETURN_IF_FAILED(assignOutput(out, 1, {in[0][0], attrs.groups}));
    return assignOutput(out, 2, {in[0][0], attrs.groups});
}

Result<std::vector<Entry>> lowerGroupNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<GroupNormAttrs>();
    const Shape &shape = op.shape(0);
    const std::int64_t each = rowSize(shape) / attrs.groups;
    const Shape grouped{shape[0], attrs.groups, each};
    const Normalized result =
        normalized(op, op.reshape(op.in(0), grouped), {2}, static_cast<double>(attrs.eps));
    const Entry value = scaledAndShifted(op, result.value, grouped, 1);
    return std::vector{op.reshape(value, shape), op.reshape(result.mean, op.outShape(1)),
                       op.reshape(result.deviation, op.outShape(2))};
}

OpSpec groupNormSpec()
{
    using A = GroupNormAttrs;
    return OpBuilder<A>(Dialect::MXNet, "GroupNorm")
        .summary("normalizes groups of channels by their mean and variance")
        .category(OpCategory::Normalization)
        .attr(field("num_groups", &A::groups, "number of groups").atLeast(1))
        .attr(field("eps", &A::eps, "added to the variance"))
        .attr(field("output_mean_var", &A::outputMeanVar,
                    "whether mean and deviation are outputs to be seen"))
        .inputs({"data", "gamma", "beta"})
        .outputs({"output", "mean", "std"})
        .visibleOutputs(1)
        .parameters({1, 2})
        .shape(groupNormShape)
        .type(mergedTypes)
        .lower(lowerTo(lowerGroupNorm))
        .build();
}

void addLrnAndDropout(OpRegistry &ops)
{
    using L = MXNetLrnAttrs;
    ops.add(OpBuilder<L>(Dialect::MXNet, "LRN")
                .summary("x divided by a power of the squares in neighboring channels")
                .category(OpCategory::Normalization)
                .attr(field("alpha", &L::alpha, "factor of the mean square"))
                .attr(field("beta", &L::beta, "exponent"))
                .attr(field("knorm", &L::knorm, "added to the scaled mean square"))
                .attr(field("nsize", &L::nsize, "how many channels are looked at; odd")
                          .required()
                          .atLeast(1))
                .inputs({"data"})
                .outputs({"output", "tmp_norm"})
                .visibleOutputs(1)
                .shape(elementwiseShape(1, 2))
                .type(elementwiseType(1, 2))
                .lower(lowerTo(lowerLrn))
                .build());
    using D = MXNetDropoutAttrs;
    ops.add(
        OpBuilder<D>(Dialect::MXNet, "Dropout")
            .summary("drops elements at random while training")
            .category(OpCategory::Normalization)
            .attr(field("p", &D::p, "share of the elements that are dropped").atLeast(0).atMost(1))
            .attr(
                field("mode", &D::mode, "when elements are dropped").oneOf({"always", "training"}))
            .attr(field("axes", &D::axes, "dimensions that share what is dropped"))
            .attr(field("cudnn_off", &D::cudnnOff, "whether cuDNN is not used")
                      .oneOf({"None", "False", "True", "false", "true", "0", "1"}))
            .inputs({"data"})
            .outputs({"output", "mask"})
            .visibleOutputs(1)
            .shape(dropoutShape)
            .type(elementwiseType(1, 2))
            .lower(lowerTo(lowerDropout))
            .build());
}

} // namespace

void registerMxNormalization(OpRegistry &ops)
{
    using I = InstanceNormAttrs;
    ops.add(OpBuilder<I>(Dialect::MXNet, "InstanceNorm")
                .summary("normalizes each channel of each image by its mean and variance")
                .category(OpCategory::Normalization)
                .attr(field("eps", &I::eps, "added to the variance"))
                .inputs({"data", "gamma", "beta"})
                .outputs({"output", "mean", "var"})
                .visibleOutputs(1)
                .parameters({1, 2})
                .shape(instanceNormShape)
                .type(mergedTypes)
                .lower(lowerTo(lowerInstanceNorm))
                .build());
    using L = LayerNormAttrs;
    ops.add(OpBuilder<L>(Dialect::MXNet, "LayerNorm")
                .summary("normalizes along one dimension by its mean and variance")
                .category(OpCategory::Normalization)
                .attr(field("axis", &L::axis, "dimension that is normalized"))
                .attr(field("eps", &L::eps, "added to the variance"))
                .attr(field("output_mean_var", &L::outputMeanVar,
                            "whether mean and deviation are outputs to be seen"))
                .inputs({"data", "gamma", "beta"})
                .outputs({"output", "mean", "std"})
                .visibleOutputs(1)
                .parameters({1, 2})
                .shape(layerNormShape)
                .type(mergedTypes)
                .lower(lowerTo(lowerLayerNorm))
                .build());
    using N = L2NormalizationAttrs;
    ops.add(OpBuilder<N>(Dialect::MXNet, "L2Normalization")
                .summary("x divided by the square root of a sum of squares")
                .category(OpCategory::Normalization)
                .attr(field("eps", &N::eps, "added to the sum of squares"))
                .attr(field("mode", &N::mode,
                            "sum over the instance, the channels of a position, or the positions "
                            "of a channel")
                          .oneOf({"channel", "instance", "spatial"}))
                .inputs({"data"})
                .outputs({"output", "norm"})
                .visibleOutputs(1)
                .shape(l2NormalizationShape)
                .type(mergedTypes)
                .lower(lowerTo(lowerL2Normalization))
                .build());
    ops.add(groupNormSpec());
    addLrnAndDropout(ops);
}

} // namespace nervure
