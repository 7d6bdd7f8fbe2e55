// SPDX-License-Identifier: Apache-2.0
// Layers that move elements, add or leave out some.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

struct KerasFlattenAttrs {
    std::string dataFormat = "channels_last";
};
struct KerasReshapeAttrs {
    IntTuple targetShape;
};
struct KerasPermuteAttrs {
    IntTuple dims;
};
struct KerasRepeatAttrs {
    std::int64_t n = 1;
};
struct KerasEdgeAttrs {
    std::string padding = "1";
    std::string cropping = "1";
    std::string dataFormat = "channels_last";
};

using Edge = KerasEdgeAttrs;

Status flattenShape(const KerasFlattenAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkLeastKerasRank(in[0], 1));
    return assignOutput(out, 0, {in[0][0], sizeOf(Shape(in[0].begin() + 1, in[0].end()))});
}

/// Channels are the last, wherever they were.
Result<Entry> lowerFlatten(const Lowering &op)
{
    const std::size_t rank = op.shape(0).size();
    Entry data = op.in(0);
    if (isChannelsFirst(op.attrs<KerasFlattenAttrs>().dataFormat) && rank > 2) {
        data = channelsAsGiven(op, data, "channels_last", rank);
    }
    return op.reshape(data, op.outShape());
}

Status reshapeShape(const KerasReshapeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkLeastKerasRank(in[0], 1));
    Shape result{in[0][0]};
    std::int64_t known = 1;
    std::size_t open = 0;
    for (const std::int64_t size : attrs.targetShape) {
        if (size < -1) {
            return makeError("infer-shape", "target_shape has {}, expected sizes and one -1", size);
        }
        open = size == -1 ? result.size() : open;
        ASSIGN_OR_RETURN(known, kerasProduct(known, size == -1 ? 1 : size));
        result.push_back(size == -1 ? unknownSize : size);
    }
    const Shape values(in[0].begin() + 1, in[0].end());
    if (isUnknown(values)) {
        return assignOutput(out, 0, result);
    }
    const std::int64_t count = sizeOf(values);
    if (open != 0 ? known == 0 || count % known != 0 : count != known) {
        return makeError("infer-shape", "{} elements do not make the target_shape {}", count,
                         attrText(attrs.targetShape));
    }
    if (open != 0) {
        result[open] = count / known;
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerReshape(const Lowering &op)
{
    return op.reshape(op.in(0), op.outShape());
}

Status checkPermutation(const IntTuple &dims, std::size_t rank)
{
    IntTuple sorted = dims;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (sorted[i] != static_cast<std::int64_t>(i) + 1 || sorted.size() + 1 != rank) {
            return makeError("infer-shape", "dims is {}, expected each of 1 to {} once",
                             attrText(dims), rank - 1);
        }
    }
    return {};
}

Status permuteShape(const KerasPermuteAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkLeastKerasRank(in[0], 1));
    RETURN_IF_FAILED(checkPermutation(attrs.dims, in[0].size()));
    Shape result{in[0][0]};
    for (const std::int64_t dim : attrs.dims) {
        result.push_back(in[0][static_cast<std::size_t>(dim)]);
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerPermute(const Lowering &op)
{
    IntTuple axes{0};
    const auto &dims = op.attrs<KerasPermuteAttrs>().dims;
    axes.insert(axes.end(), dims.begin(), dims.end());
    return KerasFormula(op).transposed(op.in(0), axes);
}

Status repeatShape(const KerasRepeatAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkKerasRank(in[0], 2));
    return in[0].hasRank() ? assignOutput(out, 0, {in[0][0], attrs.n, in[0][1]}) : Status();
}

Result<Entry> lowerRepeat(const Lowering &op)
{
    const Shape &shape = op.shape(0);
    const Entry row = op.reshape(op.in(0), {shape[0], 1, shape[1]});
    return op.make("broadcast_to", {row}, attrsOf({{"shape", attrText(op.outShape())}}));
}

/// What is in front of and behind each dimension: one number for all, one for each, or two.
Result<std::vector<KerasPadding>> edgesOf(const std::string &text, std::size_t rank)
{
    const auto numbers = kerasIntegers(text);
    std::vector<KerasPadding> edges(rank);
    const bool areAll = numbers.size() == 1;
    const bool areEach = numbers.size() == rank && rank > 1;
    if (!areAll && !areEach && numbers.size() != 2 * rank) {
        return makeError("infer-shape", "found {}, expected a number, or pairs for {} dimensions",
                         quoted(text), rank);
    }
    for (std::size_t i = 0; i < rank; ++i) {
        edges[i] = areAll    ? KerasPadding{numbers[0], numbers[0]}
                   : areEach ? KerasPadding{numbers[i], numbers[i]}
                             : KerasPadding{numbers[2 * i], numbers[2 * i + 1]};
        constexpr std::int64_t most = 1 << 24;
        if (edges[i].front < 0 || edges[i].behind < 0 || edges[i].front > most
            || edges[i].behind > most) {
            return makeError("infer-shape", "found {}, expected numbers from 0 to {}", quoted(text),
                             most);
        }
    }
    return edges;
}

OpSpec::ShapeRule edgeShape(std::size_t rank, bool isAdded)
{
    return [rank, isAdded](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Edge>();
        RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        ASSIGN_OR_RETURN(const auto edges, edgesOf(isAdded ? attrs.padding : attrs.cropping, rank));
        if (!in[0].hasRank()) {
            return {};
        }
        Shape result = in[0];
        const std::size_t first = firstSpatialAxis(attrs.dataFormat);
        for (std::size_t i = 0; i < rank; ++i) {
            std::int64_t &size = result[first + i];
            const std::int64_t edge = edges[i].front + edges[i].behind;
            if (isUnknownSize(size) || edge == 0) {
                continue;
            }
            size += isAdded ? edge : -edge;
            if (size < 1) {
                return makeError("infer-shape", "{} of {} elements are left, expected at least 1",
                                 size, in[0][first + i]);
            }
        }
        return assignOutput(out, 0, result);
    };
}

Result<std::vector<Entry>> lowerPadding(const Lowering &op, std::size_t rank)
{
    const auto &attrs = op.attrs<Edge>();
    ASSIGN_OR_RETURN(const auto edges, edgesOf(attrs.padding, rank));
    IntTuple front(rank + 2, 0);
    IntTuple behind(rank + 2, 0);
    for (std::size_t i = 0; i < rank; ++i) {
        front[firstSpatialAxis(attrs.dataFormat) + i] = edges[i].front;
        behind[firstSpatialAxis(attrs.dataFormat) + i] = edges[i].behind;
    }
    return std::vector{padded(op, op.in(0), front, behind)};
}

Result<std::vector<Entry>> lowerCropping(const Lowering &op, std::size_t rank)
{
    const auto &attrs = op.attrs<Edge>();
    ASSIGN_OR_RETURN(const auto edges, edgesOf(attrs.cropping, rank));
    Shape shape = op.shape(0);
    Entry data = op.in(0);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = firstSpatialAxis(attrs.dataFormat) + i;
        if (edges[i].front == 0 && edges[i].behind == 0) {
            continue;
        }
        data = sliceOf(op, data, shape, axis, edges[i].front, shape[axis] - edges[i].behind);
        shape[axis] -= edges[i].front + edges[i].behind;
    }
    return std::vector{data};
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addEdgeLayers(OpRegistry &ops, std::size_t rank, const char *padding, const char *cropping)
{
    OpBuilder<Edge> pad = kerasLayer<Edge>(padding, "zeros around the data", OpCategory::Layout);
    pad.attr(field("padding", &Edge::padding, "how many: for all sides, or for each"))
        .shape(edgeShape(rank, true))
        .lower(lowerTo(LowerAll([rank](const Lowering &op) { return lowerPadding(op, rank); })));
    OpBuilder<Edge> crop =
        kerasLayer<Edge>(cropping, "the data without their edges", OpCategory::Layout);
    crop.attr(field("cropping", &Edge::cropping, "how much: of all sides, or of each"))
        .shape(edgeShape(rank, false))
        .lower(lowerTo(LowerAll([rank](const Lowering &op) { return lowerCropping(op, rank); })));
    if (rank > 1) {
        pad.attr(kerasDataFormatField<Edge>());
        crop.attr(kerasDataFormatField<Edge>());
    }
    ops.add(pad.build());
    ops.add(crop.build());
}

void addAllStructure(OpRegistry &ops)
{
    ops.add(kerasLayer<KerasFlattenAttrs>("Flatten", "each value as one row", OpCategory::Layout)
                .attr(kerasDataFormatField<KerasFlattenAttrs>())
                .shape(flattenShape)
                .lower(lowerTo(lowerFlatten))
                .build());
    ops.add(kerasLayer<KerasReshapeAttrs>("Reshape", "the same elements in another shape",
                                          OpCategory::Layout)
                .attr(field("target_shape", &KerasReshapeAttrs::targetShape,
                            "the shape without the batch; -1: what is left"))
                .shape(reshapeShape)
                .lower(lowerTo(lowerReshape))
                .build());
    ops.add(
        kerasLayer<KerasPermuteAttrs>("Permute", "dimensions in another order", OpCategory::Layout)
            .attr(field("dims", &KerasPermuteAttrs::dims,
                        "which dimension becomes the first, the second, …; the batch is none"))
            .shape(permuteShape)
            .lower(lowerTo(lowerPermute))
            .build());
    ops.add(
        kerasLayer<KerasRepeatAttrs>("RepeatVector", "each row several times", OpCategory::Layout)
            .attr(field("n", &KerasRepeatAttrs::n, "how often").atLeast(1).atMost(kerasMost))
            .shape(repeatShape)
            .lower(lowerTo(lowerRepeat))
            .build());
    addEdgeLayers(ops, 1, "ZeroPadding1D", "Cropping1D");
    addEdgeLayers(ops, 2, "ZeroPadding2D", "Cropping2D");
    addEdgeLayers(ops, 3, "ZeroPadding3D", "Cropping3D");
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsStructure(OpRegistry &ops)
{
    keras::addAllStructure(ops);
}

} // namespace nervure
