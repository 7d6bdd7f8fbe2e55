// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_binary.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nervure {

namespace {

/// What is taken along one dimension: from begin on, before end, by step; end is -1 where a negative
/// step goes down to the first element.
struct SliceRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t step = 1;

    [[nodiscard]] std::int64_t count() const
    {
        const std::int64_t length = step > 0 ? end - begin : begin - end;
        const std::int64_t distance = step > 0 ? step : -step;
        return length > 0 ? (length - 1) / distance + 1 : 0;
    }
};

/// NNVM's strided_slice of the input by these ranges.
Entry slicedBy(const Lowering &op, const Shape &from, const std::vector<SliceRange> &ranges)
{
    IntTuple begin;
    IntTuple end;
    IntTuple stride;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        begin.push_back(ranges[i].begin);
        // A negative position counts from behind: before the first one is one size lower.
        end.push_back(ranges[i].end < 0 ? -from[i] - 1 : ranges[i].end);
        stride.push_back(ranges[i].step);
    }
    return op.make(
        "strided_slice", {op.in(0)},
        attrsOf(
            {{"begin", attrText(begin)}, {"end", attrText(end)}, {"stride", attrText(stride)}}));
}

std::vector<SliceRange> wholeRanges(const Shape &shape)
{
    std::vector<SliceRange> ranges;
    for (const std::int64_t size : shape) {
        ranges.push_back({0, size, 1});
    }
    return ranges;
}

struct MXNetSliceAttrs {
    OptionalItems begin;
    OptionalItems end;
    OptionalItems step;
};

Result<SliceRange> sliceRange(const MXNetSliceAttrs &attrs, std::size_t i, std::int64_t size)
{
    const std::int64_t step = i < attrs.step.size() ? attrs.step[i].value_or(1) : 1;
    if (step == 0) {
        return makeError("infer-shape", "step is 0 for dimension {}, expected another number", i);
    }
    const auto placeOf = [size](std::int64_t at) { return at < 0 ? at + size : at; };
    const std::int64_t begin = placeOf(attrs.begin[i].value_or(step < 0 ? size - 1 : 0));
    const std::int64_t end =
        attrs.end[i] ? placeOf(*attrs.end[i]) : (step < 0 ? std::int64_t{-1} : size);
    SliceRange range;
    range.begin = step > 0 ? std::max<std::int64_t>(begin, 0) : std::min(begin, size - 1);
    range.end = std::clamp<std::int64_t>(end, -1, size);
    range.step = std::clamp<std::int64_t>(step, -size, size);
    const bool isInside = range.begin >= 0 && range.begin < size;
    if (!isInside || range.count() < 1) {
        return makeError("infer-shape",
                         "nothing is left of dimension {} of size {}, expected at least one "
                         "position",
                         i, size);
    }
    return range;
}

/// The ranges along the dimensions that are sliced; of an unknown size there is none, and of a size of 0 any
/// part is all.
Result<std::vector<SliceRange>> sliceRanges(const MXNetSliceAttrs &attrs, const Shape &shape)
{
    const std::size_t count = attrs.begin.size();
    if (count > shape.size() || attrs.end.size() != count
        || (!attrs.step.empty() && attrs.step.size() != count)) {
        return makeError("infer-shape",
                         "begin has {} numbers, end {} and step {}, expected as many of each, at "
                         "most {}",
                         count, attrs.end.size(), attrs.step.size(), shape.size());
    }
    std::vector<SliceRange> ranges = wholeRanges(shape);
    for (std::size_t i = 0; i < count; ++i) {
        if (shape[i] > 0) {
            ASSIGN_OR_RETURN(ranges[i], sliceRange(attrs, i, shape[i]));
        }
    }
    return ranges;
}

Status slicedShape(const MXNetSliceAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto ranges, sliceRanges(attrs, in[0]));
    Shape shape = in[0];
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        shape[i] = isUnknownSize(shape[i]) ? unknownSize : ranges[i].count();
    }
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerSlice(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto ranges, sliceRanges(op.attrs<MXNetSliceAttrs>(), op.shape(0)));
    return slicedBy(op, op.shape(0), ranges);
}

struct SliceAxisAttrs {
    int axis = 0;
    std::int64_t begin = 0;
    OptionalInteger end;
};

Result<SliceRange> axisRange(const SliceAxisAttrs &attrs, std::int64_t size)
{
    const auto placeOf = [size](std::int64_t at) { return at < 0 ? at + size : at; };
    const SliceRange range{placeOf(attrs.begin), attrs.end ? placeOf(*attrs.end) : size, 1};
    if (range.begin < 0 || range.end > size || range.begin >= range.end) {
        return makeError("infer-shape",
                         "begin and end are {} and {}, expected a part of a dimension of size {}",
                         range.begin, range.end, size);
    }
    return range;
}

Status sliceAxisShape(const SliceAxisAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, in[0]));
    Shape shape = in[0];
    if (shape[axis] > 0) {
        ASSIGN_OR_RETURN(const auto range, axisRange(attrs, shape[axis]));
        shape[axis] = range.count();
    }
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerSliceAxis(const Lowering &op)
{
    const auto &attrs = op.attrs<SliceAxisAttrs>();
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, op.shape(0)));
    std::vector<SliceRange> ranges = wholeRanges(op.shape(0));
    if (op.shape(0)[axis] > 0) {
        ASSIGN_OR_RETURN(ranges[axis], axisRange(attrs, op.shape(0)[axis]));
    }
    return slicedBy(op, op.shape(0), ranges);
}

struct MXNetSliceLikeAttrs {
    IntTuple axes;
};

Result<Shape> cutLike(const MXNetSliceLikeAttrs &attrs, const Shape &from, const Shape &like)
{
    Shape shape = from;
    IntTuple axes = attrs.axes;
    if (axes.empty() && from.size() != like.size()) {
        return makeError("infer-shape",
                         "input 1 (shape_like) has shape {}, expected as many dimensions as input "
                         "0 {}",
                         shapeText(like), shapeText(from));
    }
    for (std::size_t i = 0; attrs.axes.empty() && i < from.size(); ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    for (const std::int64_t number : axes) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(number, from));
        const bool isThere = axis < like.size();
        if (!isThere || (!isUnknownSize(from[axis]) && like[axis] > from[axis])) {
            return makeError("infer-shape",
                             "input 1 (shape_like) has shape {}, expected at most {} of dimension "
                             "{}",
                             shapeText(like), from[axis], axis);
        }
        shape[axis] = like[axis];
    }
    return shape;
}

Status mxnetSliceLikeShape(const MXNetSliceLikeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto shape, cutLike(attrs, in[0], in[1]));
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerSliceLike(const Lowering &op)
{
    return slicedBy(op, op.shape(0), wholeRanges(op.outShape()));
}

void registerSlices(OpRegistry &ops)
{
    using S = MXNetSliceAttrs;
    ops.add(
        OpBuilder<S>(Dialect::MXNet, "slice")
            .alias("crop")
            .summary("part of a tensor: along each dimension from begin to end by step")
            .category(OpCategory::Layout)
            .attr(
                field("begin", &S::begin, "first position of each dimension; None: all").required())
            .attr(field("end", &S::end, "position after the last; None: all").required())
            .attr(field("step", &S::step, "distance of positions; may be negative"))
            .inputs({"data"})
            .shape(slicedShape)
            .type(elementwiseType(1))
            .lower(lowerTo(lowerSlice))
            .build());
    using A = SliceAxisAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "slice_axis")
                .summary("part of a tensor along one dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &A::axis, "the dimension").required())
                .attr(field("begin", &A::begin, "first position").required())
                .attr(field("end", &A::end, "position after the last; None: all").required())
                .inputs({"data"})
                .shape(sliceAxisShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerSliceAxis))
                .build());
    using L = MXNetSliceLikeAttrs;
    ops.add(OpBuilder<L>(Dialect::MXNet, "slice_like")
                .summary("the first part of data, as large as shape_like")
                .category(OpCategory::Layout)
                .attr(field("axes", &L::axes, "dimensions that are cut; none: all"))
                .inputs({"data", "shape_like"})
                .shape(mxnetSliceLikeShape)
                .type(leftType)
                .lower(lowerTo(lowerSliceLike))
                .build());
}

} // namespace

void registerMxSlice(OpRegistry &ops)
{
    registerSlices(ops);
}

} // namespace nervure
