// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>

namespace nervure {

namespace {

struct StridedSliceAttrs {
    IntTuple begin;
    IntTuple end;
    IntTuple stride; ///< empty: every position
};

/// What is taken along one dimension.
struct Range {
    std::int64_t begin = 0;
    std::int64_t count = 0;
    std::int64_t stride = 1;
};

std::int64_t numberAt(const IntTuple &numbers, std::size_t i, std::int64_t otherwise)
{
    return i < numbers.size() ? numbers[i] : otherwise;
}

/// Positions count from the end when negative, and are held at the ends of the dimension. In fixed there
/// may be none.
Result<Range> rangeOf(const StridedSliceAttrs &attrs, std::size_t axis, std::int64_t size,
                      Semantics semantics)
{
    const std::int64_t stride = numberAt(attrs.stride, axis, 1);
    if (stride == 0) {
        return makeError("infer-shape", "stride is 0 for dimension {}, expected another number",
                         axis);
    }
    const std::int64_t least = stride < 0 ? -1 : 0;
    const std::int64_t most = stride < 0 ? size - 1 : size;
    const auto held = [&](std::int64_t position) {
        return std::min(std::max(position < 0 ? size + position : position, least), most);
    };
    const std::int64_t begin = held(numberAt(attrs.begin, axis, 0));
    const std::int64_t end = held(numberAt(attrs.end, axis, size));
    if (stride < 0 ? end >= begin : begin >= end) {
        if (semantics == Semantics::Fixed) {
            return Range{};
        }
        return makeError("infer-shape",
                         "nothing is left of dimension {} of size {} from {} to {}, expected at "
                         "least one position",
                         axis, size, begin, end);
    }
    const std::int64_t last = (stride < 0 ? begin - end : end - begin) - 1;
    // A stride beyond the dimension reaches no second position, however large it is.
    const std::int64_t step = stride < -size ? size : std::min(stride < 0 ? -stride : stride, size);
    const std::int64_t count = last / step + 1;
    return Range{begin, count, stride < 0 ? -step : step};
}

Result<std::vector<Range>> rangesOf(const StridedSliceAttrs &attrs, const Shape &shape,
                                    Semantics semantics)
{
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        ASSIGN_OR_RETURN(const auto range, rangeOf(attrs, i, shape[i], semantics));
        ranges.push_back(range);
    }
    return ranges;
}

Status sliceShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 1));
    const bool isFixed = context.semantics == Semantics::Fixed;
    if (isFixed ? isUnknown(in[0]) : !in[0].hasRank()) {
        return {};
    }
    const Shape source = computedShape(in[0], context.semantics);
    ASSIGN_OR_RETURN(const auto ranges,
                     rangesOf(context.attrs.as<StridedSliceAttrs>(), source, context.semantics));
    Shape shape = Shape::ofRank(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        shape[i] = ranges[i].count;
    }
    return assignOutput(out, 0, shape);
}

/// Inference has refused what exact refuses.
Result<StridedSource> sliced(const StridedSliceAttrs &attrs, const Shape &in)
{
    ASSIGN_OR_RETURN(const auto ranges, rangesOf(attrs, in, Semantics::Fixed));
    const std::vector<std::int64_t> strides = denseStrides(in);
    StridedSource source;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const Range &range = ranges[i];
        source.sizes.push_back(range.count);
        source.strides.push_back(range.stride * strides[i]);
        source.offset += range.begin * strides[i];
    }
    return source;
}

Status sliceReference(const StridedSliceAttrs &attrs, const ReferenceCall &call)
{
    const auto source = sliced(attrs, shapeOf(call.in[0]));
    return source ? stridedReference(*source, call) : Status(source.error());
}

Result<KernelSpec> sliceKernel(const StridedSliceAttrs &attrs, const KernelContext &context)
{
    const auto source = sliced(attrs, context.inShapes[0]);
    return source ? stridedKernel(*source, context) : Result<KernelSpec>(source.error());
}

struct SliceLikeAttrs {
    IntTuple axis; ///< empty: all dimensions that both have
};

/// Cuts one dimension of `shape` down to that of `like`. An unknown size of `shape` is below any
/// other for NNVM; `waits` says to leave it unknown.
Status cutDown(Shape &shape, const Shape &source, const Shape &like, std::size_t axis, bool waits)
{
    if (like[axis] > source[axis] && !(waits && isUnknownSize(source[axis]))) {
        return makeError("infer-shape",
                         "dimension {} of input 1 (slice_like) is {}, expected at most {}", axis,
                         like[axis], source[axis]);
    }
    shape[axis] = like[axis];
    return {};
}

/// The dimensions that are cut.
Result<std::vector<std::size_t>> cutAxes(const SliceLikeAttrs &attrs, const Shape &source,
                                         const Shape &like)
{
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; attrs.axis.empty() && i < std::min(source.size(), like.size()); ++i) {
        axes.push_back(i);
    }
    for (const std::int64_t number : attrs.axis) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(number, source));
        if (axis >= like.size()) {
            return makeError("infer-shape",
                             "axis is {}, expected a dimension of input 1 (slice_like) {}", number,
                             shapeText(like));
        }
        axes.push_back(axis);
    }
    return axes;
}

Status sliceLikeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const bool isFixed = context.semantics == Semantics::Fixed;
    if (isFixed && (!in[0].hasRank() || !in[1].hasRank())) {
        return {};
    }
    const Shape source = computedShape(in[0], context.semantics);
    const Shape like = computedShape(in[1], context.semantics);
    ASSIGN_OR_RETURN(const auto axes, cutAxes(context.attrs.as<SliceLikeAttrs>(), source, like));
    Shape shape = source;
    for (const std::size_t axis : axes) {
        RETURN_IF_FAILED(cutDown(shape, source, like, axis, isFixed));
    }
    return assignComputed(out, 0, shape, context.semantics);
}

StridedSource firstPart(const Shape &in, const Shape &out)
{
    return {out, denseStrides(in), 0};
}

Status sliceLikeReference(const SliceLikeAttrs &, const ReferenceCall &call)
{
    return stridedReference(firstPart(shapeOf(call.in[0]), shapeOf(call.out[0])), call);
}

Result<KernelSpec> sliceLikeKernel(const SliceLikeAttrs &, const KernelContext &context)
{
    return stridedKernel(firstPart(context.inShapes[0], context.outShapes[0]), context);
}

} // namespace

void registerStridedSlice(OpRegistry &ops)
{
    using A = StridedSliceAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "strided_slice")
            .summary("part of a tensor: along each dimension from begin to end by stride")
            .category(OpCategory::Layout)
            .attr(
                field("begin", &A::begin, "first position of each dimension, 0 beyond").required())
            .attr(field("end", &A::end, "position after the last, the dimension's size beyond")
                      .required())
            .attr(field("stride", &A::stride, "distance of positions, 1 beyond; may be negative"))
            .inputs({"data"})
            .shape(OpSpec::ShapeRule(sliceShape))
            .type(elementwiseType(1))
            .pattern(OpPattern::Injective)
            .layout(anyLayout())
            .reference(sliceReference)
            .kernel(sliceKernel)
            .build());
    ops.add(OpBuilder<SliceLikeAttrs>(Dialect::Nnvm, "slice_like")
                .summary("the first part of a tensor, as large as another tensor")
                .category(OpCategory::Layout)
                .attr(field("axis", &SliceLikeAttrs::axis, "dimensions that are cut; none: all"))
                .inputs({"data", "slice_like"})
                .shape(OpSpec::ShapeRule(sliceLikeShape))
                .type(elementwiseType(2))
                .pattern(OpPattern::Injective)
                .layout(leftLayout())
                .reference(sliceLikeReference)
                .kernel(sliceLikeKernel)
                .build());
}

} // namespace nervure
