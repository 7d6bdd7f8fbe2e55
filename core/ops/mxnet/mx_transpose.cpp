// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace nervure {

namespace {

struct MXNetTransposeAttrs {
    IntTuple axes;
};

/// Which dimension of the input comes at each place of an output of `rank` dimensions.
Result<std::vector<std::size_t>> transposedPlaces(const IntTuple &axes, std::size_t rank)
{
    std::vector<std::size_t> places(rank);
    std::iota(places.rbegin(), places.rend(), std::size_t{0});
    if (axes.empty()) {
        return places;
    }
    std::vector<bool> isTaken(rank, false);
    for (std::size_t i = 0; i < axes.size() && axes.size() == rank; ++i) {
        const auto axis = dimensionAt(axes[i], Shape::ofRank(rank));
        if (!axis || isTaken[*axis]) {
            break;
        }
        isTaken[*axis] = true;
        places[i] = *axis;
    }
    if (axes.size() != rank || std::find(isTaken.begin(), isTaken.end(), false) != isTaken.end()) {
        return makeError("infer-shape", "axes is {}, expected a permutation of {} dimensions",
                         attrText(axes), rank);
    }
    return places;
}

Status mxnetTransposeShape(const MXNetTransposeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank() && !out[0].hasRank()) {
        return {};
    }
    const std::size_t rank = std::max(in[0].size(), out[0].size());
    ASSIGN_OR_RETURN(const auto places, transposedPlaces(attrs.axes, rank));
    if (in[0].hasRank()) {
        Shape shape = Shape::scalar();
        for (const std::size_t place : places) {
            shape.push_back(place < in[0].size() ? in[0][place] : unknownSize);
        }
        RETURN_IF_FAILED(assignOutput(out, 0, shape));
    }
    if (out[0].size() != rank) {
        return {};
    }
    Shape back = Shape::ofRank(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        back[places[i]] = out[0][i];
    }
    return assignInput(in, 0, "data", back);
}

Result<Entry> lowerTranspose(const Lowering &op)
{
    return op.make("transpose", {op.in(0)},
                   attrsOf({{"axes", attrText(op.attrs<MXNetTransposeAttrs>().axes)}}));
}

struct SwapAttrs {
    int first = 0;
    int second = 0;
};

/// Nothing flows back, as in MXNet.
Status swapShape(const SwapAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto first, dimensionAt(attrs.first, in[0]));
    ASSIGN_OR_RETURN(const auto second, dimensionAt(attrs.second, in[0]));
    Shape shape = in[0];
    std::swap(shape[first], shape[second]);
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerSwap(const Lowering &op)
{
    const auto &attrs = op.attrs<SwapAttrs>();
    ASSIGN_OR_RETURN(const auto first, dimensionAt(attrs.first, op.shape(0)));
    ASSIGN_OR_RETURN(const auto second, dimensionAt(attrs.second, op.shape(0)));
    IntTuple axes(op.shape(0).size(), 0);
    std::iota(axes.begin(), axes.end(), 0);
    std::swap(axes[first], axes[second]);
    return op.make("transpose", {op.in(0)}, attrsOf({{"axes", attrText(axes)}}));
}

struct ReverseAttrs {
    IntTuple axis;
};

Status reverseShape(const ReverseAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(mergeAllShapes(in, out));
    for (const std::int64_t axis : attrs.axis) {
        if (in[0].hasRank() && !dimensionAt(axis, in[0])) {
            return dimensionAt(axis, in[0]).error();
        }
    }
    return {};
}

Result<Entry> lowerReverse(const Lowering &op)
{
    Entry value = op.in(0);
    for (const std::int64_t axis : op.attrs<ReverseAttrs>().axis) {
        value = op.make("flip", {value}, attrsOf({{"axis", attrText(axis)}}));
    }
    return value == op.in(0) ? op.make("copy", {value}) : value;
}

struct BlockAttrs {
    int size = 1;
};

/// (n, c, h, w) with blocks of channels spread over positions, or positions gathered in channels.
Status blockShape(const BlockAttrs &attrs, bool toSpace, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shape shape = in[0];
    const std::int64_t size = attrs.size;
    const bool fits =
        shape.size() == 4
        && (toSpace ? shape[1] % (size * size) == 0 : shape[2] % size == 0 && shape[3] % size == 0);
    if (!fits) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected four dimensions that blocks of {} "
                         "divide",
                         shapeText(shape), size);
    }
    shape[1] = toSpace ? shape[1] / (size * size) : shape[1] * size * size;
    shape[2] = toSpace ? shape[2] * size : shape[2] / size;
    shape[3] = toSpace ? shape[3] * size : shape[3] / size;
    return assignOutput(out, 0, shape);
}

template <bool toSpace>
Status spaceShape(const BlockAttrs &attrs, Shapes &in, Shapes &out)
{
    return blockShape(attrs, toSpace, in, out);
}

template <bool toSpace>
Result<Entry> lowerBlocks(const Lowering &op)
{
    const std::int64_t size = op.attrs<BlockAttrs>().size;
    const Shape &from = op.shape(0);
    const Shape &to = op.outShape();
    const Shape parts = toSpace ? Shape{from[0], size, size, to[1], from[2], from[3]}
                                : Shape{from[0], from[1], to[2], size, to[3], size};
    const IntTuple axes = toSpace ? IntTuple{0, 3, 4, 1, 5, 2} : IntTuple{0, 3, 5, 1, 2, 4};
    const Entry moved =
        op.make("transpose", {op.reshape(op.in(0), parts)}, attrsOf({{"axes", attrText(axes)}}));
    return op.reshape(moved, to);
}

template <bool toSpace>
OpSpec blockSpec(const char *name, const char *summary)
{
    return OpBuilder<BlockAttrs>(Dialect::MXNet, name)
        .summary(summary)
        .category(OpCategory::Layout)
        .attr(field("block_size", &BlockAttrs::size, "height and width of a block")
                  .required()
                  .atLeast(1)
                  .atMost(1 << 15))
        .inputs({"data"})
        .shape(spaceShape<toSpace>)
        .type(elementwiseType(1))
        .lower(lowerTo(lowerBlocks<toSpace>))
        .build();
}

} // namespace

void registerMxTranspose(OpRegistry &ops)
{
    ops.add(OpBuilder<MXNetTransposeAttrs>(Dialect::MXNet, "transpose")
                .summary("dimensions in another order")
                .category(OpCategory::Layout)
                .attr(field("axes", &MXNetTransposeAttrs::axes,
                            "which dimension comes at each place; none: all in reverse"))
                .inputs({"data"})
                .shape(mxnetTransposeShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerTranspose))
                .build());
    ops.add(OpBuilder<SwapAttrs>(Dialect::MXNet, "SwapAxis")
                .alias("swapaxes")
                .summary("two dimensions change places")
                .category(OpCategory::Layout)
                .attr(field("dim1", &SwapAttrs::first, "one dimension"))
                .attr(field("dim2", &SwapAttrs::second, "the other one"))
                .inputs({"data"})
                .shape(swapShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerSwap))
                .build());
    ops.add(OpBuilder<ReverseAttrs>(Dialect::MXNet, "reverse")
                .alias("flip")
                .summary("reverses the order of the elements along some dimensions")
                .category(OpCategory::Layout)
                .attr(field("axis", &ReverseAttrs::axis, "the dimensions").required())
                .inputs({"data"})
                .shape(reverseShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerReverse))
                .build());
    ops.add(blockSpec<true>("depth_to_space", "blocks of channels, spread over positions"));
    ops.add(blockSpec<false>("space_to_depth", "blocks of positions, gathered in channels"));
}

} // namespace nervure
