// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure {

namespace {

/// Attributes of MXNet's Pad: for each dimension, how much in front and how much behind.
struct MXNetPadAttrs {
    std::string mode = "constant";
    IntTuple padWidth;
    double constantValue = 0;

    [[nodiscard]] std::int64_t front(std::size_t i) const { return padWidth[2 * i]; }
    [[nodiscard]] std::int64_t behind(std::size_t i) const { return padWidth[2 * i + 1]; }
};

Status checkPadding(const MXNetPadAttrs &attrs, const Shape &data)
{
    if (data.size() != 4 && data.size() != 5) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected 4 or 5 dimensions",
                         shapeText(data));
    }
    if (attrs.padWidth.size() != 2 * data.size()) {
        return makeError("infer-shape", "pad_width has {} numbers, expected two for each of {}",
                         attrs.padWidth.size(), shapeText(data));
    }
    constexpr std::int64_t most = std::int64_t{1} << 31;
    const bool fits = std::all_of(attrs.padWidth.begin(), attrs.padWidth.end(),
                                  [](std::int64_t number) { return number >= 0 && number < most; });
    const bool isSpatial = attrs.front(0) + attrs.behind(0) + attrs.front(1) + attrs.behind(1) == 0;
    if (!fits || !isSpatial) {
        return makeError("infer-shape",
                         "pad_width is {}, expected 0 for the first two dimensions and else at "
                         "least 0",
                         attrText(attrs.padWidth));
    }
    return {};
}

/// A reflection has no more than the data has beside its edge, and without data there is no edge.
Status checkReflection(const MXNetPadAttrs &attrs, const Shape &data)
{
    for (std::size_t i = 2; attrs.mode != "constant" && i < data.size(); ++i) {
        const std::int64_t most = std::max(attrs.front(i), attrs.behind(i));
        const std::int64_t needed = attrs.mode == "reflect" ? most + 1 : 1;
        if (most > 0 && !isUnknownSize(data[i]) && data[i] < needed) {
            return makeError("infer-shape", "pad_width is {}, expected less than the sizes of {}",
                             attrText(attrs.padWidth), shapeText(data));
        }
    }
    return {};
}

Status mxnetPadShape(const MXNetPadAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkPadding(attrs, in[0]));
    RETURN_IF_FAILED(checkReflection(attrs, in[0]));
    Shape result = in[0];
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] =
            isUnknownSize(result[i]) ? unknownSize : result[i] + attrs.front(i) + attrs.behind(i);
    }
    return assignOutput(out, 0, result);
}

/// One dimension of `data`, with what lies at its ends repeated or reflected.
Entry extended(const Lowering &op, Entry data, const Shape &shape, std::size_t axis, bool isEdge)
{
    const auto &attrs = op.attrs<MXNetPadAttrs>();
    const std::int64_t size = shape[axis];
    const std::int64_t front = attrs.front(axis);
    const std::int64_t behind = attrs.behind(axis);
    std::vector<Entry> parts;
    if (isEdge && front > 0) {
        const Entry first = sliceOf(op, data, shape, axis, 0, 1);
        parts.insert(parts.end(), static_cast<std::size_t>(front), first);
    } else if (front > 0) {
        parts.push_back(sliceOf(op, data, shape, axis, front, 0, -1));
    }
    parts.push_back(data);
    if (isEdge && behind > 0) {
        const Entry last = sliceOf(op, data, shape, axis, size - 1, size);
        parts.insert(parts.end(), static_cast<std::size_t>(behind), last);
    } else if (behind > 0) {
        // Positions below 0 count from the end, so that before the first is -size - 1.
        const std::int64_t end = size - 2 - behind;
        parts.push_back(sliceOf(op, data, shape, axis, size - 2, end < 0 ? -size - 1 : end, -1));
    }
    return joined(op, std::move(parts), axis);
}

Result<Entry> lowerMxPad(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetPadAttrs>();
    Shape shape = op.shape(0);
    if (attrs.mode == "constant") {
        IntTuple front;
        IntTuple behind;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            front.push_back(attrs.front(i));
            behind.push_back(attrs.behind(i));
        }
        return padded(op, op.in(0), front, behind, attrs.constantValue);
    }
    constexpr std::int64_t mostRepeated = 256; // each is an input of a concatenation
    Entry data = op.in(0);
    for (std::size_t axis = 2; axis < shape.size(); ++axis) {
        const bool isEdge = attrs.mode == "edge";
        if (isEdge && attrs.front(axis) + attrs.behind(axis) > mostRepeated) {
            return makeError("not-supported", "pad_width {} of mode edge is not supported",
                             attrText(attrs.padWidth));
        }
        data = extended(op, data, shape, axis, isEdge);
        shape[axis] += attrs.front(axis) + attrs.behind(axis);
    }
    return data;
}

} // namespace

void registerMxPad(OpRegistry &ops)
{
    using A = MXNetPadAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "Pad")
                .alias("pad")
                .summary("data with more around it")
                .category(OpCategory::Layout)
                .attr(field("mode", &A::mode,
                            "what is around: a number, the edge repeated, or a reflection")
                          .required()
                          .oneOf({"constant", "edge", "reflect"}))
                .attr(field("pad_width", &A::padWidth,
                            "for each dimension, how much in front and how much behind")
                          .required())
                .attr(field("constant_value", &A::constantValue, "the number"))
                .inputs({"data"})
                .shape(mxnetPadShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerMxPad))
                .build());
}

} // namespace nervure
