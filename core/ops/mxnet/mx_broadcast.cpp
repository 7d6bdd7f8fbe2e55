// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_binary.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

struct StretchAttrs {
    IntTuple axis;
    IntTuple size;
};

Diagnostic badStretch(const Shape &from, const Shape &to)
{
    return makeError("infer-shape", "input 0 of shape {} does not stretch to {}", shapeText(from),
                     shapeText(to));
}

Status stretchAxesShape(const StretchAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (attrs.axis.size() != attrs.size.size()) {
        return makeError("infer-shape", "axis is {} and size {}, expected as many of each",
                         attrText(attrs.axis), attrText(attrs.size));
    }
    if (isUnknown(in[0])) {
        return {};
    }
    Shape shape = in[0];
    for (std::size_t i = 0; i < attrs.axis.size(); ++i) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis[i], shape));
        if (shape[axis] != 1 || attrs.size[i] < 1) {
            shape[axis] = attrs.size[i];
            return badStretch(in[0], shape);
        }
        shape[axis] = attrs.size[i];
    }
    return assignOutput(out, 0, shape);
}

bool stretches(std::int64_t from, std::int64_t to)
{
    return from == 1 || mayBeEqual(from, to);
}

/// One node of broadcast_to; what has the shape already stays as it is.
Entry stretchedTo(const Lowering &op, const Entry &value, const Shape &from, const Shape &to)
{
    return from == to ? op.make("copy", {value})
                      : op.make("broadcast_to", {value}, attrsOf({{"shape", attrText(to)}}));
}

Result<Entry> lowerStretch(const Lowering &op)
{
    return stretchedTo(op, op.in(0), op.shape(0), op.outShape());
}

struct StretchToAttrs {
    IntTuple shape;
};

Status stretchToShape(const StretchToAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    Shape shape(attrs.shape);
    bool fits = shape.size() == in[0].size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
        fits = shape[i] == 0 || (shape[i] > 0 && stretches(in[0][i], shape[i]));
        shape[i] = shape[i] == 0 ? in[0][i] : shape[i];
    }
    return fits ? assignOutput(out, 0, shape) : Status(badStretch(in[0], Shape(attrs.shape)));
}

struct StretchLikeAttrs {
    OptionalTuple lhsAxes;
    OptionalTuple rhsAxes;
};

Result<Shape> stretchedLike(const StretchLikeAttrs &attrs, const Shape &left, const Shape &right)
{
    Shape shape = left;
    if (!attrs.lhsAxes || !attrs.rhsAxes) {
        bool fits = left.size() == right.size();
        for (std::size_t i = 0; fits && i < left.size(); ++i) {
            fits = stretches(left[i], right[i]);
            shape[i] = isUnknownSize(right[i]) && left[i] != 1 ? left[i] : right[i];
        }
        return fits ? Result<Shape>(shape) : badStretch(left, right);
    }
    if (attrs.lhsAxes->size() != attrs.rhsAxes->size() || attrs.lhsAxes->empty()) {
        return makeError("infer-shape", "lhs_axes is {} and rhs_axes {}, expected as many of each",
                         attrText(*attrs.lhsAxes), attrText(*attrs.rhsAxes));
    }
    for (std::size_t i = 0; i < attrs.lhsAxes->size(); ++i) {
        ASSIGN_OR_RETURN(const auto to, dimensionAt((*attrs.lhsAxes)[i], left));
        ASSIGN_OR_RETURN(const auto from, dimensionAt((*attrs.rhsAxes)[i], right));
        if (!mayBeEqual(left[to], 1)) {
            return badStretch(left, right);
        }
        shape[to] = right[from];
    }
    return shape;
}

Status stretchLikeShape(const StretchLikeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto shape, stretchedLike(attrs, in[0], in[1]));
    return assignOutput(out, 0, shape);
}

struct TileAttrs {
    IntTuple reps;
};

Status tileShape(const TileAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shape shape = in[0];
    if (shape.size() < attrs.reps.size()) {
        shape.insert(shape.begin(), attrs.reps.size() - shape.size(), 1);
    }
    const std::size_t lead = shape.size() - attrs.reps.size();
    for (std::size_t i = 0; i < attrs.reps.size(); ++i) {
        const auto size = checkedMultiply(shape[lead + i], attrs.reps[i]);
        if (attrs.reps[i] < 1 || !size) {
            return makeError("infer-shape", "reps is {}, expected numbers from 1 on",
                             attrText(attrs.reps));
        }
        shape[lead + i] = *size;
    }
    return assignOutput(out, 0, shape);
}

/// Each dimension with one of its own in front, along which it repeats.
Result<Entry> lowerTile(const Lowering &op)
{
    const IntTuple &reps = op.attrs<TileAttrs>().reps;
    const Shape &to = op.outShape();
    Shape from = op.shape(0);
    from.insert(from.begin(), to.size() - from.size(), 1);
    Shape narrow = Shape::scalar();
    Shape wide = Shape::scalar();
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::size_t lead = to.size() - reps.size();
        if (i >= lead && reps[i - lead] > 1) {
            narrow.push_back(1);
            wide.push_back(reps[i - lead]);
        }
        narrow.push_back(from[i]);
        wide.push_back(from[i]);
    }
    return op.reshape(stretchedTo(op, op.reshape(op.in(0), narrow), narrow, wide), to);
}

struct RepeatAttrs {
    int repeats = 1;
    OptionalInteger axis;
};

Status repeatShape(const RepeatAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank() || (!attrs.axis && isUnknown(in[0]))) {
        return {};
    }
    Shape shape = attrs.axis ? in[0] : Shape{sizeOf(in[0])};
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis.value_or(0), shape));
    if (isUnknownSize(shape[axis])) {
        return assignOutput(out, 0, shape);
    }
    const auto size = checkedMultiply(shape[axis], attrs.repeats);
    if (!size) {
        return makeError("infer-shape", "{} repeats of {} elements overflow", attrs.repeats,
                         shape[axis]);
    }
    shape[axis] = *size;
    return assignOutput(out, 0, shape);
}

/// The dimension with one of its own behind, along which it repeats.
Result<Entry> lowerRepeat(const Lowering &op)
{
    const auto &attrs = op.attrs<RepeatAttrs>();
    Shape narrow = attrs.axis ? op.shape(0) : Shape{sizeOf(op.shape(0))};
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis.value_or(0), narrow));
    const auto place = static_cast<std::ptrdiff_t>(axis) + 1;
    Shape wide = narrow;
    narrow.insert(narrow.begin() + place, 1);
    wide.insert(wide.begin() + place, attrs.repeats);
    return op.reshape(stretchedTo(op, op.reshape(op.in(0), narrow), narrow, wide), op.outShape());
}

void registerStretches(OpRegistry &ops)
{
    using A = StretchAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "broadcast_axis")
                .alias("broadcast_axes")
                .summary("repeats dimensions of 1")
                .category(OpCategory::Layout)
                .attr(field("axis", &A::axis, "the dimensions"))
                .attr(field("size", &A::size, "how often each repeats"))
                .inputs({"data"})
                .shape(stretchAxesShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerStretch))
                .build());
    ops.add(OpBuilder<StretchToAttrs>(Dialect::MXNet, "broadcast_to")
                .summary("repeats dimensions of 1 until the tensor has a shape")
                .category(OpCategory::Layout)
                .attr(field("shape", &StretchToAttrs::shape,
                            "shape of the result, of as many dimensions; 0 keeps the input's size"))
                .inputs({"data"})
                .shape(stretchToShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerStretch))
                .build());
    using L = StretchLikeAttrs;
    ops.add(OpBuilder<L>(Dialect::MXNet, "broadcast_like")
                .summary("repeats dimensions of 1 until lhs has the shape of rhs")
                .category(OpCategory::Layout)
                .attr(field("lhs_axes", &L::lhsAxes, "dimensions of lhs that repeat; None: all"))
                .attr(field("rhs_axes", &L::rhsAxes, "dimensions of rhs that say how often"))
                .inputs({"lhs", "rhs"})
                .shape(stretchLikeShape)
                .type(leftType)
                .lower(lowerTo(lowerStretch))
                .build());
}

} // namespace

void registerMxBroadcast(OpRegistry &ops)
{
    registerStretches(ops);
    ops.add(OpBuilder<TileAttrs>(Dialect::MXNet, "tile")
                .summary("repeats the whole tensor along its dimensions")
                .category(OpCategory::Layout)
                .attr(field("reps", &TileAttrs::reps, "how often, for each of the last dimensions")
                          .required())
                .inputs({"data"})
                .shape(tileShape)
                .type(elementwiseType(1))
                .lower(lowerTo(lowerTile))
                .build());
    ops.add(
        OpBuilder<RepeatAttrs>(Dialect::MXNet, "repeat")
            .summary("repeats each element along a dimension")
            .category(OpCategory::Layout)
            .attr(field("repeats", &RepeatAttrs::repeats, "how often").required().atLeast(1))
            .attr(field("axis", &RepeatAttrs::axis, "the dimension; None: all elements in one row"))
            .inputs({"data"})
            .shape(repeatShape)
            .type(elementwiseType(1))
            .lower(lowerTo(lowerRepeat))
            .build());
}

} // namespace nervure
