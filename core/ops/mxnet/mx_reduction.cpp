// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/reduction/reduced_axes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <string>

namespace nervure {

namespace {

struct MXNetReduceAttrs {
    OptionalTuple axis;
    bool keepDimensions = false;
    bool exclude = false;
};

/// The dimensions of a shape of `rank` that are reduced; each may be named once.
Result<IntTuple> axesReduced(const MXNetReduceAttrs &attrs, std::size_t rank)
{
    const IntTuple written = attrs.axis.value_or(IntTuple{});
    ASSIGN_OR_RETURN(IntTuple named, reducedAxes(written, false, rank));
    if (!written.empty() && std::adjacent_find(named.begin(), named.end()) != named.end()) {
        return makeError("infer-shape", "axis is {}, expected each dimension once",
                         attrText(written));
    }
    return reducedAxes(written, attrs.exclude, rank);
}

Status reduceShape(const MXNetReduceAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, axesReduced(attrs, in[0].size()));
    ASSIGN_OR_RETURN(const auto shape, reducedShape(in[0], axes, attrs.keepDimensions));
    return assignOutput(out, 0, shape);
}

/// NNVM's reduction of a value over these dimensions of its shape.
Entry reduced(const Lowering &op, std::string_view name, const Entry &value, const IntTuple &axes,
              bool keepDimensions)
{
    if (axes.empty()) {
        return op.make("copy", {value});
    }
    return op.make(name, {value},
                   attrsOf({{"axis", attrText(axes)}, {"keepdims", attrText(keepDimensions)}}));
}

Result<Entry> lowerReduction(const Lowering &op, const char *name)
{
    const auto &attrs = op.attrs<MXNetReduceAttrs>();
    ASSIGN_OR_RETURN(const auto axes, axesReduced(attrs, op.shape(0).size()));
    const std::string_view full = name;
    if (!full.starts_with("nan")) {
        return reduced(op, full, op.in(0), axes, attrs.keepDimensions);
    }
    // What is not a number counts as the number that changes nothing.
    const Entry isNumber = op.make("broadcast_equal", {op.in(0), op.in(0)});
    const Entry neutral = op.make(full == "nansum" ? "zeros_like" : "ones_like", {op.in(0)});
    return reduced(op, full.substr(3), op.make("where", {isNumber, op.in(0), neutral}), axes,
                   attrs.keepDimensions);
}

struct ReductionName {
    const char *name;
    const char *alias; ///< empty: none
    const char *summary;
};

constexpr ReductionName reductionNames[]{
    {"sum", "sum_axis", "sum of the elements along some dimensions"},
    {"mean", "", "mean of the elements along some dimensions"},
    {"prod", "", "product of the elements along some dimensions"},
    {"nansum", "", "sum along some dimensions, with NaN as 0"},
    {"nanprod", "", "product along some dimensions, with NaN as 1"},
    {"max", "max_axis", "largest element along some dimensions"},
    {"min", "min_axis", "smallest element along some dimensions"},
};

OpSpec reductionSpec(const ReductionName &row)
{
    using A = MXNetReduceAttrs;
    OpBuilder<A> builder(Dialect::MXNet, row.name);
    if (*row.alias != '\0') {
        builder.alias(row.alias);
    }
    return builder.summary(row.summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimensions that are reduced; all if there are none"))
        .attr(field("keepdims", &A::keepDimensions, "whether reduced dimensions stay, as 1"))
        .attr(field("exclude", &A::exclude, "whether axis says which dimensions are not reduced"))
        .inputs({"data"})
        .shape(reduceShape)
        .type(elementwiseType(1))
        .lower([name = row.name](const RewriteCall &call) -> Result<std::vector<Entry>> {
            ASSIGN_OR_RETURN(const Entry entry, lowerReduction(Lowering(call), name));
            return std::vector{entry};
        })
        .build();
}

struct NormAttrs {
    int order = 2;
    OptionalTuple axis;
    std::string type = "None";
    bool keepDimensions = false;
};

Status normShape(const NormAttrs &attrs, Shapes &in, Shapes &out)
{
    return reduceShape({attrs.axis, attrs.keepDimensions, false}, in, out);
}

Status normType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    const auto type = dtypeFromName(context.attrs.as<NormAttrs>().type);
    return type ? assignOutputType(out, 0, *type) : mergeAllTypes(in, out);
}

Result<Entry> lowerNorm(const Lowering &op)
{
    const auto &attrs = op.attrs<NormAttrs>();
    ASSIGN_OR_RETURN(const auto axes,
                     axesReduced({attrs.axis, attrs.keepDimensions, false}, op.shape(0).size()));
    if (attrs.order != 1 && attrs.order != 2) {
        return makeError("not-lowered", "ord {} is not supported, only 1 and 2", attrs.order);
    }
    const Entry value = op.cast(op.in(0), op.type(0), op.outType());
    if (attrs.order == 1) {
        return reduced(op, "sum", op.make("abs", {value}), axes, attrs.keepDimensions);
    }
    const Entry squares = op.make("elemwise_mul", {value, value});
    return op.make("sqrt", {reduced(op, "sum", squares, axes, attrs.keepDimensions)});
}

OpSpec normSpec()
{
    using A = NormAttrs;
    return OpBuilder<A>(Dialect::MXNet, "norm")
        .summary("length of the vectors along some dimensions")
        .category(OpCategory::Reduction)
        .attr(field("ord", &A::order, "1: sum of absolute values; 2: root of the sum of squares"))
        .attr(field("axis", &A::axis, "dimensions that are reduced; all if there are none"))
        .attr(field("out_dtype", &A::type, "type of the result; None: that of the data")
                  .oneOf({"None", "float16", "float32", "float64", "int64", "int32", "int8"}))
        .attr(field("keepdims", &A::keepDimensions, "whether reduced dimensions stay, as 1"))
        .inputs({"data"})
        .shape(normShape)
        .type(normType)
        .lower(lowerTo(lowerNorm))
        .build();
}

struct MomentsAttrs {
    OptionalTuple axes;
    bool keepDimensions = false;

    [[nodiscard]] MXNetReduceAttrs reduction() const { return {axes, keepDimensions, false}; }
};

Status momentsShape(const MomentsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    if (!attrs.axes) {
        return makeError("attr-invalid", "axes is None, expected all that are meant, as in MXNet");
    }
    Shapes mean{out[0]};
    RETURN_IF_FAILED(reduceShape(attrs.reduction(), in, mean));
    RETURN_IF_FAILED(assignOutput(out, 0, mean[0]));
    return assignOutput(out, 1, mean[0]);
}

/// The mean, and that of the squares of the distances from it.
Result<std::vector<Entry>> lowerMoments(const Lowering &op)
{
    const auto &attrs = op.attrs<MomentsAttrs>();
    ASSIGN_OR_RETURN(const auto axes, axesReduced(attrs.reduction(), op.shape(0).size()));
    const Entry mean = reduced(op, "mean", op.in(0), axes, true);
    const Entry centered = op.make("broadcast_sub", {op.in(0), mean});
    const Entry squares = op.make("elemwise_mul", {centered, centered});
    const Entry variance = reduced(op, "mean", squares, axes, true);
    return std::vector{op.reshape(mean, op.outShape(0)), op.reshape(variance, op.outShape(1))};
}

OpSpec momentsSpec()
{
    using A = MomentsAttrs;
    return OpBuilder<A>(Dialect::MXNet, "moments")
        .summary("mean and variance over some dimensions")
        .category(OpCategory::Reduction)
        .attr(field("axes", &A::axes, "dimensions that are reduced"))
        .attr(field("keepdims", &A::keepDimensions, "whether reduced dimensions stay, as 1"))
        .inputs({"data"})
        .outputs({"output0", "output1"})
        .shape(momentsShape)
        .type(anyCountSameType())
        .lower(lowerTo(lowerMoments))
        .build();
}

struct PositionAttrs {
    OptionalInteger axis;
    bool keepDimensions = false;
};

/// A single dimension is reduced whatever the axis.
Status positionShape(const PositionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shape shape = in[0];
    if (!attrs.axis || shape.size() == 1) {
        return assignOutput(out, 0, Shape(attrs.keepDimensions ? shape.size() : 1, 1));
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(*attrs.axis, shape));
    shape[axis] = 1;
    if (!attrs.keepDimensions) {
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    return assignOutput(out, 0, shape);
}

Result<Entry> positionsAlong(const Lowering &op, const char *name, const PositionAttrs &attrs)
{
    const bool isWhole = !attrs.axis || op.shape(0).size() == 1;
    IntTuple axes;
    if (!isWhole) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(*attrs.axis, op.shape(0)));
        axes.push_back(static_cast<std::int64_t>(axis));
    }
    return op.make(name, {op.in(0)},
                   attrsOf({{"axis", attrText(axes)},
                            {"keepdims", attrText(attrs.keepDimensions)},
                            {"dtype", attrText(op.outType())}}));
}

template <bool isLargest>
Result<Entry> lowerPositions(const Lowering &op)
{
    return positionsAlong(op, isLargest ? "argmax" : "argmin", op.attrs<PositionAttrs>());
}

OpBuilder<PositionAttrs> declarePositions(const char *name, const char *summary)
{
    using A = PositionAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimension that is searched; None: all elements in one row"))
        .attr(field("keepdims", &A::keepDimensions, "whether the dimension stays, as 1"))
        .inputs({"data"})
        .shape(positionShape)
        .type(elementwiseType(1));
    return builder;
}

constexpr int channelAxis = 1;

Status channelShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    return positionShape({channelAxis, false}, in, out);
}

Result<Entry> lowerChannelPositions(const Lowering &op)
{
    return positionsAlong(op, "argmax", {channelAxis, false});
}

} // namespace

void registerMxReduction(OpRegistry &ops)
{
    for (const ReductionName &row : reductionNames) {
        ops.add(reductionSpec(row));
    }
    ops.add(normSpec());
    ops.add(momentsSpec());
    ops.add(declarePositions("argmax", "position of the first largest element along a dimension")
                .lower(lowerTo(lowerPositions<true>))
                .build());
    ops.add(declarePositions("argmin", "position of the first smallest element along a dimension")
                .lower(lowerTo(lowerPositions<false>))
                .build());
    ops.add(OpBuilder<>(Dialect::MXNet, "argmax_channel")
                .summary("position of the first largest element along dimension 1")
                .category(OpCategory::Reduction)
                .acceptsAnyKey()
                .inputs({"data"})
                .shape(channelShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerChannelPositions))
                .build());
}

} // namespace nervure
