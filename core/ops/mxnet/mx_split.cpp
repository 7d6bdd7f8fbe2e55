// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/numbered_names.h"
#include "core/ops/rules/shape_rules.h"

#include <string>
#include <vector>

namespace nervure {

namespace {

struct SliceChannelAttrs {
    int count = 1;
    int axis = 1;
    bool squeezes = false;
};

/// Also a single output has a number.
std::vector<std::string> channelNames(const SliceChannelAttrs &attrs)
{
    std::vector<std::string> names;
    for (int i = 0; i < attrs.count; ++i) {
        names.push_back("output" + std::to_string(i));
    }
    return names;
}

/// The shape of one part of `shape`, as far as it is known.
Result<Shape> partShape(const SliceChannelAttrs &attrs, Shape shape, std::size_t axis)
{
    const std::int64_t size = shape[axis];
    const bool fits = attrs.squeezes ? size == attrs.count : size % attrs.count == 0;
    if (!isUnknownSize(size) && !fits) {
        return makeError("infer-shape", "dimension {} has size {}, expected {} for {} outputs",
                         axis, size, attrs.squeezes ? "as many" : "a multiple", attrs.count);
    }
    shape[axis] = isUnknownSize(size) ? unknownSize : size / attrs.count;
    if (attrs.squeezes) {
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    return shape.isScalar() ? Shape{1} : shape;
}

/// The whole again, from one part whose rank is known.
Shape wholeShape(const SliceChannelAttrs &attrs, Shape part, std::size_t rank, std::size_t axis)
{
    if (attrs.squeezes && part.size() + 1 == rank) {
        part.insert(part.begin() + static_cast<std::ptrdiff_t>(axis), attrs.count);
        return part;
    }
    if (part.size() != rank) {
        return {};
    }
    part[axis] *= isUnknownSize(part[axis]) ? 1 : attrs.count;
    return part;
}

Status channelsShape(const SliceChannelAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, static_cast<std::size_t>(attrs.count)));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, in[0]));
    ASSIGN_OR_RETURN(const Shape part, partShape(attrs, in[0], axis));
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, part));
        RETURN_IF_FAILED(assignInput(in, 0, "data", wholeShape(attrs, out[i], in[0].size(), axis)));
    }
    return {};
}

Result<std::vector<Entry>> lowerSliceChannel(const Lowering &op)
{
    const auto &attrs = op.attrs<SliceChannelAttrs>();
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, op.shape(0)));
    const Entry first = op.make(
        "split", {op.in(0)},
        attrsOf({{"indices_or_sections", std::to_string(attrs.count)}, {"axis", attrText(axis)}}));
    std::vector<Entry> parts;
    for (int i = 0; i < attrs.count; ++i) {
        const Entry part{first.node, static_cast<std::uint32_t>(i), 0};
        parts.push_back(attrs.squeezes ? op.reshape(part, op.outShape()) : part);
    }
    return parts;
}

struct MXNetSplitAttrs {
    IntTuple indices; ///< where parts begin, of which the first is 0
    int axis = 1;
    bool squeezes = false;
    int sections = 0; ///< equal parts, in place of the indices

    [[nodiscard]] std::size_t count() const
    {
        return sections > 0 ? static_cast<std::size_t>(sections) : indices.size();
    }
};

std::vector<std::string> splitOutputs(const MXNetSplitAttrs &attrs)
{
    return numberedNames("output", attrs.count());
}

/// Where the parts along a dimension of that size begin, and the end.
Result<IntTuple> splitEnds(const MXNetSplitAttrs &attrs, std::int64_t size)
{
    IntTuple ends = attrs.indices;
    if (attrs.sections > 0) {
        ends.clear();
        for (int i = 0; i < attrs.sections; ++i) {
            ends.push_back(size / attrs.sections * i);
        }
    }
    ends.push_back(size);
    const bool isEven = attrs.sections < 1 || size % attrs.sections == 0;
    for (std::size_t i = 1; i < ends.size(); ++i) {
        const std::int64_t part = ends[i] - ends[i - 1];
        if (!isEven || ends.front() != 0 || part < 1 || (attrs.squeezes && part != 1)) {
            return makeError("infer-shape",
                             "parts of a dimension of size {} begin at {}, expected rising "
                             "positions from 0 on{}",
                             size, attrText(ends), attrs.squeezes ? ", one apart" : "");
        }
    }
    return ends;
}

Status splitShape(const MXNetSplitAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, attrs.count()));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, in[0]));
    if (isUnknownSize(in[0][axis])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto ends, splitEnds(attrs, in[0][axis]));
    for (std::size_t i = 0; i < out.size(); ++i) {
        Shape part = in[0];
        part[axis] = ends[i + 1] - ends[i];
        if (attrs.squeezes) {
            part.erase(part.begin() + static_cast<std::ptrdiff_t>(axis));
        }
        RETURN_IF_FAILED(assignOutput(out, i, part.isScalar() ? Shape{1} : part));
    }
    return {};
}

Result<std::vector<Entry>> lowerSplit(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetSplitAttrs>();
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, op.shape(0)));
    ASSIGN_OR_RETURN(const auto ends, splitEnds(attrs, op.shape(0)[axis]));
    std::vector<Entry> parts;
    for (std::size_t i = 0; i < attrs.count(); ++i) {
        const Entry part = sliceOf(op, op.in(0), op.shape(0), axis, ends[i], ends[i + 1]);
        parts.push_back(attrs.squeezes ? op.reshape(part, op.outShape(i)) : part);
    }
    return parts;
}

OpSpec splitSpec()
{
    using A = MXNetSplitAttrs;
    return OpBuilder<A>(Dialect::MXNet, "_split_v2")
        .summary("cuts a tensor into parts along one dimension")
        .category(OpCategory::Layout)
        .attr(field("indices", &A::indices, "where the parts begin, 0 first").required())
        .attr(field("axis", &A::axis, "dimension that is cut"))
        .attr(field("squeeze_axis", &A::squeezes,
                    "whether the dimension, of size 1 then, is left out of the parts"))
        .attr(field("sections", &A::sections, "number of equal parts; 0: as the indices say")
                  .atLeast(0)
                  .atMost(static_cast<double>(mostNumbered)))
        .inputs({"data"})
        .outputs(splitOutputs)
        .shape(splitShape)
        .type(anyCountSameType())
        .lower(lowerTo(lowerSplit))
        .build();
}

} // namespace

void registerMxSplit(OpRegistry &ops)
{
    ops.add(splitSpec());
    using A = SliceChannelAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "SliceChannel")
                .alias("split")
                .summary("cuts a tensor into equal parts along one dimension")
                .category(OpCategory::Layout)
                .attr(field("num_outputs", &A::count, "number of parts")
                          .required()
                          .atLeast(1)
                          .atMost(static_cast<double>(mostNumbered)))
                .attr(field("axis", &A::axis, "dimension that is cut"))
                .attr(field("squeeze_axis", &A::squeezes,
                            "whether the dimension, of size 1 then, is left out of the parts"))
                .inputs({"data"})
                .outputs(channelNames)
                .shape(channelsShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerSliceChannel))
                .build());
}

} // namespace nervure
