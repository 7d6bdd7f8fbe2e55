// SPDX-License-Identifier: Apache-2.0
// NNVM's operators that move elements as LightNet's.
#include "core/passes/conversion/nnvm_raising.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace nervure {

namespace {

Raised reshaped(RaisedNode &node)
{
    return raisedAs(node.make.reshape(node.in(0), node.outShape()));
}

Raised transposed(RaisedNode &node)
{
    const Result<IntTuple> order = transposedOrder(node);
    return order ? raisedAs(node.make.transpose(node.in(0), *order)) : notRaised(order.error());
}

/// LightNet joins two at a time.
Raised concatenated(RaisedNode &node)
{
    const Result<std::size_t> axis = node.axis(node.outShape().size());
    if (!axis) {
        return notRaised(axis.error());
    }
    if (std::string reason = whyNotOneType(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetTensor result = node.in(0);
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        result = node.make.concat(result, node.in(i), *axis);
    }
    return raisedAs(result);
}

Raised divided(RaisedNode &node)
{
    const Result<std::size_t> axis = node.axis(node.in(0).shape.size());
    if (!axis) {
        return notRaised(axis.error());
    }
    std::int64_t start = 0;
    Raised result;
    for (std::uint32_t i = 0; i < node.outputCount(); ++i) {
        const std::int64_t length = node.outShape(i)[*axis];
        result.outputs.push_back(node.isRead(i) ? node.make.slice(node.in(0), *axis, start, length)
                                                : LightNetTensor{});
        start += length;
    }
    return result;
}

/// What is taken along one axis.
struct Range {
    std::size_t axis = 0;
    std::int64_t begin = 0;
    std::int64_t stride = 1;
    std::int64_t count = 0;

    /// Neighbors are a slice, others are listed one by one.
    [[nodiscard]] bool isListed() const { return stride != 1 && count != 1; }
};

const char *const tooMany = "it takes more single positions than a document can list";

LightNetTensor part(RaisedNode &node, const LightNetTensor &tensor, const Range &range)
{
    if (!range.isListed()) {
        return node.make.slice(tensor, range.axis, range.begin, range.count);
    }
    NumberTuple positions;
    for (std::int64_t i = 0; i < range.count; ++i) {
        positions.push_back(static_cast<double>(range.begin + i * range.stride));
    }
    return node.make.pick(tensor, range.axis,
                          node.make.values({range.count}, DType::Int32, positions));
}

Raised sliced(RaisedNode &node)
{
    const std::vector<StridedRange> ranges = stridedRanges(node);
    LightNetTensor result = node.in(0);
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
        const Range range{axis, ranges[axis].begin, ranges[axis].stride, ranges[axis].count};
        if (range.isListed() && range.count > mostListed) {
            return notRaised(tooMany);
        }
        result = part(node, result, range);
    }
    return raisedAs(result);
}

Raised cutAlike(RaisedNode &node)
{
    LightNetTensor result = node.in(0);
    for (std::size_t axis = 0; axis < result.shape.size(); ++axis) {
        result = node.make.slice(result, axis, 0, node.outShape()[axis]);
    }
    return raisedAs(result);
}

Raised flipped(RaisedNode &node)
{
    const LightNetTensor &data = node.in(0);
    const Result<std::size_t> axis = node.axis(data.shape.size());
    if (!axis) {
        return notRaised(axis.error());
    }
    const std::int64_t size = data.shape[*axis];
    return size > mostListed ? notRaised(tooMany)
                             : raisedAs(part(node, data, {*axis, size - 1, -1, size}));
}

Raised padded(RaisedNode &node)
{
    const auto widths = node.value<IntTuples>("pad_width");
    const Result<double> value = node.element("pad_value", true);
    if (!value) {
        return notRaised(value.error());
    }
    LightNetTensor result = node.in(0);
    for (std::size_t axis = 0; axis < widths.size(); ++axis) {
        const std::int64_t front = widths[axis].at(0);
        const std::int64_t behind = widths[axis].at(1);
        if (front < -result.shape[axis]
            || result.shape[axis] + std::min<std::int64_t>(front, 0)
                       + std::min<std::int64_t>(behind, 0)
                   < 1) {
            return notRaised("pad_width cuts all of the input away");
        }
        const std::int64_t cut =
            std::max<std::int64_t>(-front, 0) + std::max<std::int64_t>(-behind, 0);
        result = node.make.slice(result, axis, std::max<std::int64_t>(-front, 0),
                                 result.shape[axis] - cut);
        result = node.make.pad(result, axis, front, behind, *value);
    }
    return raisedAs(result);
}

/// LightNet picks by a list of int32, which NNVM's indices are.
Raised taken(RaisedNode &node)
{
    const auto axis = node.value<OptionalInteger>("axis");
    const LightNetTensor &indices = node.in(1);
    if (indices.type != DType::Int32) {
        return notRaised("indices are not int32, as LightNet's are");
    }
    LightNetTensor data = node.in(0);
    if (!axis) {
        data = node.make.reshape(data, {*elementCount(data.shape)});
    }
    const auto at = dimensionOf(axis.value_or(0), data.shape.size());
    if (!at) {
        return notRaised(noDimension(axis.value_or(0), data.shape.size()));
    }
    const LightNetTensor list = node.make.reshape(indices, {*elementCount(indices.shape)});
    const LightNetTensor result = node.make.pick(data, *at, list);
    return raisedAs(node.make.reshape(result, node.outShape()));
}

Raised broadcast(RaisedNode &node)
{
    return raisedAs(node.make.stretch(node.in(0), node.outShape()));
}

Raised expandedAlike(RaisedNode &node)
{
    const Result<Shape> whole = expandedShape(node);
    return whole
               ? raisedAs(node.make.stretch(node.make.reshape(node.in(0), *whole), node.outShape()))
               : notRaised(whole.error());
}

/// Every size a whole multiple of the input's, so that both count the same elements.
bool isWholeMultiple(const Shape &in, const Shape &out)
{
    return std::equal(in.begin(), in.end(), out.begin(), out.end(),
                      [](std::int64_t a, std::int64_t b) { return a > 0 && b % a == 0; });
}

Raised enlarged(RaisedNode &node)
{
    const LightNetTensor &data = node.in(0);
    const std::string method = node.text("method");
    if (method != "NEAREST_NEIGHBOR") {
        return notRaised("method is " + quoted(method)
                         + ", LightNet finds the places between elements otherwise");
    }
    if (!isWholeMultiple(data.shape, node.outShape())) {
        return notRaised("the sizes are no whole multiples of the input's, where LightNet takes "
                         "other elements");
    }
    if (node.op() == "resize") {
        return raisedAs(node.make.stretch(data, node.outShape()));
    }
    NumberTuple scales;
    for (std::size_t i = 0; i < data.shape.size(); ++i) {
        scales.push_back(static_cast<double>(node.outShape()[i] / data.shape[i]));
    }
    return raisedAs(node.make.add("upsample", {{"src", data}},
                                  {{"mode", LightNetAttrText::print(std::string("TL_NEAREST"))},
                                   {"scales", LightNetAttrText::print(scales)}},
                                  node.outShape(), data.type));
}

Raised relaid(RaisedNode &node)
{
    const std::string from = node.text("src_layout");
    const std::string to = node.text("dst_layout");
    const auto result = inLayout(node.make, node.in(0), from, to);
    return result ? raisedAs(*result)
                  : notRaised("from " + quoted(from) + " to " + quoted(to)
                              + ", LightNet's dimensions are whole");
}

} // namespace

void addLayoutRaising(RaisingRules &rules)
{
    for (const char *op : {"reshape", "reshape_like", "flatten", "squeeze", "expand_dims"}) {
        rules[op] = reshaped;
    }
    rules["transpose"] = transposed;
    rules["concatenate"] = concatenated;
    rules["split"] = divided;
    rules["strided_slice"] = sliced;
    rules["slice_like"] = cutAlike;
    rules["flip"] = flipped;
    rules["pad"] = padded;
    rules["take"] = taken;
    rules["broadcast_to"] = broadcast;
    rules["expand_like"] = expandedAlike;
    rules["upsampling"] = enlarged;
    rules["resize"] = enlarged;
    rules["__layout_transform__"] = relaid;
}

} // namespace nervure
