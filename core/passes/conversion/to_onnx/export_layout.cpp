// SPDX-License-Identifier: Apache-2.0
// NNVM's operators that move elements as ONNX's.
#include "core/passes/conversion/to_onnx/export_node.h"
#include "core/support/text.h"

#include <limits>

namespace nervure {

namespace {

Exported exportReshape(ExportNode &node)
{
    return exportedAs(node.make.reshape(node.in(0), node.outShape()));
}

Exported exportFlatten(ExportNode &node)
{
    return exportedAs(
        node.make.add("Flatten", {node.in(0)}, {{"axis", "1"}}, node.outShape(), node.outType()));
}

/// The places of the dimensions of 1 that one shape has and the other, which is the same without them, lacks.
IntTuple placesOfOnes(const Shape &longer, std::size_t first, std::size_t count)
{
    IntTuple places;
    for (std::size_t i = first; i < std::min(first + count, longer.size()); ++i) {
        places.push_back(static_cast<std::int64_t>(i));
    }
    return places;
}

Exported exportNewDimensions(ExportNode &node)
{
    const std::size_t count = node.outShape().size() - node.inShape(0).size();
    const auto first = dimensionOf(node.integer("axis"), node.inShape(0).size() + 1);
    if (!first || count == 0) {
        return exportReshape(node);
    }
    const IntTuple axes = placesOfOnes(node.outShape(), *first, count);
    return exportedAs(node.make.add("Unsqueeze", {node.in(0), node.make.integers("axes", axes)}, {},
                                    node.outShape(), node.outType()));
}

/// NNVM leaves one dimension of a tensor that has none but those of 1.
Exported exportSqueeze(ExportNode &node)
{
    const Shape &in = node.inShape(0);
    IntTuple axes;
    for (const std::int64_t axis : node.integers("axis")) {
        axes.push_back(static_cast<std::int64_t>(dimensionOf(axis, in.size()).value_or(0)));
    }
    for (std::size_t i = 0; i < in.size() && node.integers("axis").empty(); ++i) {
        if (in[i] == 1) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
    }
    if (axes.empty() || node.outShape().size() + axes.size() != in.size()) {
        return exportReshape(node);
    }
    return exportedAs(node.make.add("Squeeze", {node.in(0), node.make.integers("axes", axes)}, {},
                                    node.outShape(), node.outType()));
}

Exported exportTranspose(ExportNode &node)
{
    const Result<IntTuple> order = transposedOrder(node);
    return order ? exportedAs(node.make.transpose(node.in(0), *order)) : notExported(order.error());
}

Exported exportConcatenation(ExportNode &node)
{
    const Result<std::size_t> axis = node.axis(node.outShape().size());
    if (!axis) {
        return notExported(axis.error());
    }
    if (std::string reason = mixedTypesOf(node, "ONNX"); !reason.empty()) {
        return notExported(std::move(reason));
    }
    std::vector<OnnxTensor> inputs;
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        inputs.push_back(node.in(i));
    }
    return exportedAs(node.make.add("Concat", inputs, {{"axis", std::to_string(*axis)}},
                                    node.outShape(), node.outType()));
}

Exported exportSplit(ExportNode &node)
{
    const Result<std::size_t> axis = node.axis(node.inShape(0).size());
    if (!axis) {
        return notExported(axis.error());
    }
    IntTuple sizes;
    for (std::uint32_t i = 0; i < node.outputCount(); ++i) {
        sizes.push_back(node.outShape(i)[*axis]);
    }
    return {node.make.split(node.in(0), *axis, sizes), {}};
}

/// Slices of some dimensions, by dimension; those that take all of it are left out.
Exported slicedBy(ExportNode &node, const std::vector<StridedRange> &ranges)
{
    constexpr std::int64_t beforeFirst = std::numeric_limits<std::int64_t>::min();
    IntTuple starts;
    IntTuple ends;
    IntTuple axes;
    IntTuple steps;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const StridedRange &range = ranges[i];
        if (range.begin == 0 && range.stride == 1 && range.count == node.inShape(0)[i]) {
            continue;
        }
        const std::int64_t end =
            range.begin + (range.count - 1) * range.stride + (range.stride < 0 ? -1 : 1);
        starts.push_back(range.begin);
        ends.push_back(end < 0 ? beforeFirst : end);
        axes.push_back(static_cast<std::int64_t>(i));
        steps.push_back(range.stride);
    }
    if (axes.empty()) {
        return exportedAs(node.in(0));
    }
    return exportedAs(node.make.add(
        "Slice",
        {node.in(0), node.make.integers("starts", starts), node.make.integers("ends", ends),
         node.make.integers("axes", axes), node.make.integers("steps", steps)},
        {}, node.outShape(), node.outType()));
}

Exported exportStridedSlice(ExportNode &node)
{
    return slicedBy(node, stridedRanges(node));
}

Exported exportSliceLike(ExportNode &node)
{
    std::vector<StridedRange> ranges;
    for (const std::int64_t size : node.outShape()) {
        ranges.push_back({0, 1, size});
    }
    return slicedBy(node, ranges);
}

Exported exportFlip(ExportNode &node)
{
    const Shape &shape = node.inShape(0);
    const Result<std::size_t> axis = node.axis(shape.size());
    if (!axis) {
        return notExported(axis.error());
    }
    std::vector<StridedRange> ranges;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        ranges.push_back(i == *axis ? StridedRange{shape[i] - 1, -1, shape[i]}
                                    : StridedRange{0, 1, shape[i]});
    }
    return slicedBy(node, ranges);
}

Exported exportPad(ExportNode &node)
{
    const auto widths = node.value<IntTuples>("pad_width");
    const Result<double> value = node.element("pad_value", true);
    return value ? exportedAs(node.make.pad(node.in(0), widths, *value))
                 : notExported(value.error());
}

/// ONNX's indices are whole numbers of 32 or 64 bits.
OnnxTensor asIndices(ExportNode &node, const OnnxTensor &indices)
{
    const bool isTaken = indices.type == DType::Int32 || indices.type == DType::Int64;
    return isTaken ? indices : node.make.cast(indices, DType::Int64);
}

Exported exportTake(ExportNode &node)
{
    const auto axis = node.value<OptionalInteger>("axis");
    OnnxTensor data = node.in(0);
    if (!axis) {
        data = node.make.reshape(data, {*elementCount(data.shape)});
    }
    const auto at = dimensionOf(axis.value_or(0), data.shape.size());
    if (!at) {
        return notExported(noDimension(axis.value_or(0), data.shape.size()));
    }
    return exportedAs(node.make.add("Gather", {data, asIndices(node, node.in(1))},
                                    {{"axis", std::to_string(*at)}}, node.outShape(),
                                    node.outType()));
}

/// NNVM has a position in each column of the indices, ONNX in each row.
Exported exportGatherNd(ExportNode &node)
{
    const OnnxTensor indices = node.make.cast(node.in(1), DType::Int64);
    IntTuple order;
    for (std::size_t i = 1; i < indices.shape.size(); ++i) {
        order.push_back(static_cast<std::int64_t>(i));
    }
    order.push_back(0);
    return exportedAs(node.make.add("GatherND", {node.in(0), node.make.transpose(indices, order)},
                                    {}, node.outShape(), node.outType()));
}

Exported exportGatherElements(ExportNode &node)
{
    return exportedAs(node.make.add("GatherElements", {node.in(0), asIndices(node, node.in(1))},
                                    {{"axis", std::to_string(node.integer("axis"))}},
                                    node.outShape(), node.outType()));
}

Exported exportBroadcast(ExportNode &node)
{
    return exportedAs(node.make.expand(node.in(0), node.outShape()));
}

Exported exportExpandLike(ExportNode &node)
{
    const Result<Shape> whole = expandedShape(node);
    return whole ? exportedAs(
               node.make.expand(node.make.reshape(node.in(0), *whole), node.outShape()))
                 : notExported(whole.error());
}

Exported exportLayoutTransform(ExportNode &node)
{
    const std::string from = node.text("src_layout");
    const std::string to = node.text("dst_layout");
    const auto result = node.make.inLayout(node.in(0), from, to);
    return result ? exportedAs(*result)
                  : notExported("from " + quoted(from) + " to " + quoted(to)
                                + ", ONNX's dimensions are whole");
}

} // namespace

void addLayoutExports(ExportRules &rules)
{
    rules["reshape"] = exportReshape;
    rules["reshape_like"] = exportReshape;
    rules["flatten"] = exportFlatten;
    rules["expand_dims"] = exportNewDimensions;
    rules["squeeze"] = exportSqueeze;
    rules["transpose"] = exportTranspose;
    rules["concatenate"] = exportConcatenation;
    rules["split"] = exportSplit;
    rules["strided_slice"] = exportStridedSlice;
    rules["slice_like"] = exportSliceLike;
    rules["flip"] = exportFlip;
    rules["pad"] = exportPad;
    rules["take"] = exportTake;
    rules["gather_nd"] = exportGatherNd;
    rules["gather_elements"] = exportGatherElements;
    rules["broadcast_to"] = exportBroadcast;
    rules["expand_like"] = exportExpandLike;
    rules["__layout_transform__"] = exportLayoutTransform;
}

} // namespace nervure
