// SPDX-License-Identifier: Apache-2.0
// Operations that move elements, join and cut tensors.
#include "core/ops/keras/keras_operation.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

namespace nervure::keras {

namespace {

struct KerasMoveAttrs {
    IntTuple shape;
    IntTuple axes;
    std::int64_t axis = 0;
    std::int64_t otherAxis = 0;
    std::string place; ///< of a dimension, or several
};

Status reshapedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shape result = Shape::scalar();
    std::int64_t known = 1;
    std::optional<std::size_t> open;
    for (const std::int64_t size : attrs.shape) {
        if (size < -1 || (size == -1 && open)) {
            return makeError("infer-shape", "its shape is {}, expected sizes and one -1",
                             attrText(attrs.shape));
        }
        open = size == -1 ? std::optional(result.size()) : open;
        ASSIGN_OR_RETURN(known, kerasProduct(known, size == -1 ? 1 : size));
        result.push_back(size);
    }
    const std::int64_t count = sizeOf(in[0]);
    const bool fits = open ? known != 0 && count % known == 0 : count == known;
    if (result.isScalar() || !fits) {
        return makeError("infer-shape", "{} elements do not make the shape {}", count,
                         attrText(attrs.shape));
    }
    if (open) {
        result[*open] = count / known;
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerToShape(const Lowering &op)
{
    return op.reshape(op.in(0), op.outShape());
}

/// Turned around where nothing is said.
Result<IntTuple> permutationOf(const KerasMoveAttrs &attrs, const Shape &shape)
{
    IntTuple axes;
    std::vector<bool> isTaken(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto turned = static_cast<std::int64_t>(shape.size() - 1 - i);
        const std::int64_t given = attrs.axes.empty()      ? turned
                                   : i < attrs.axes.size() ? attrs.axes[i]
                                                           : -1;
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(given, shape));
        if (isTaken[axis] || (!attrs.axes.empty() && attrs.axes.size() != shape.size())) {
            return makeError("infer-shape", "its dimensions are {}, expected each of {} once",
                             attrText(attrs.axes), shape.size());
        }
        isTaken[axis] = true;
        axes.push_back(static_cast<std::int64_t>(axis));
    }
    return axes;
}

Status permutedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const IntTuple axes, permutationOf(attrs, in[0]));
    Shape result = Shape::scalar();
    for (const std::int64_t axis : axes) {
        result.push_back(in[0][static_cast<std::size_t>(axis)]);
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerPermuted(const Lowering &op)
{
    ASSIGN_OR_RETURN(const IntTuple axes, permutationOf(op.attrs<KerasMoveAttrs>(), op.shape(0)));
    return KerasFormula(op).transposed(op.in(0), axes);
}

Result<IntTuple> swappedAxes(const KerasMoveAttrs &attrs, const Shape &shape)
{
    ASSIGN_OR_RETURN(const std::size_t first, dimensionAt(attrs.axis, shape));
    ASSIGN_OR_RETURN(const std::size_t second, dimensionAt(attrs.otherAxis, shape));
    IntTuple axes;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    std::swap(axes[first], axes[second]);
    return axes;
}

Status swappedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const IntTuple axes, swappedAxes(attrs, in[0]));
    Shape result = Shape::scalar();
    for (const std::int64_t axis : axes) {
        result.push_back(in[0][static_cast<std::size_t>(axis)]);
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerSwapped(const Lowering &op)
{
    ASSIGN_OR_RETURN(const IntTuple axes, swappedAxes(op.attrs<KerasMoveAttrs>(), op.shape(0)));
    return KerasFormula(op).transposed(op.in(0), axes);
}

/// A new dimension in the result, counted from its end where the number is negative.
Result<std::size_t> newAxis(std::int64_t axis, const Shape &shape)
{
    Shape longer = shape;
    longer.push_back(1);
    return dimensionAt(axis, longer);
}

Status expandedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, newAxis(attrs.axis, in[0]));
    Shape result = in[0];
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    return assignOutput(out, 0, result);
}

Status squeezedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, operationAxes(attrs.place, in[0]));
    Shape result = in[0];
    for (std::size_t i = axes.size(); i > 0; --i) {
        if (result[axes[i - 1]] != 1 && !isUnknownSize(result[axes[i - 1]])) {
            return makeError("infer-shape", "dimension {} of {} is not 1", axes[i - 1],
                             shapeText(in[0]));
        }
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(axes[i - 1]));
    }
    return result.isScalar() ? makeError("infer-shape", "no dimension is left, expected one")
                             : assignOutput(out, 0, result);
}

Status joinedShapes(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    Shape result;
    for (const Shape &shape : in) {
        if (!shape.hasRank()) {
            return {};
        }
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, shape));
        if (!result.hasRank()) {
            result = shape;
            continue;
        }
        Shape rest = shape;
        rest[axis] = axis < result.size() ? result[axis] : unknownSize;
        if (!mergeShape(result, rest)) {
            return makeError("infer-shape", "{} and {} differ besides dimension {}",
                             shapeText(in[0]), shapeText(shape), axis);
        }
        const bool isOpen = isUnknownSize(result[axis]) || isUnknownSize(shape[axis]);
        result[axis] = isOpen ? unknownSize : result[axis] + shape[axis];
    }
    return result.hasRank() ? assignOutput(out, 0, result)
                            : makeError("infer-shape", "has no inputs, expected at least 1");
}

Result<Entry> lowerJoined(const Lowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis,
                     dimensionAt(op.attrs<KerasMoveAttrs>().axis, op.shape(0)));
    return op.inputCount() == 1 ? op.make("copy", {op.in(0)}) : joined(op, op.inputs(), axis);
}

Status stackedShape(const KerasMoveAttrs &attrs, Shapes &in, Shapes &out)
{
    Shape each;
    for (const Shape &shape : in) {
        if (!mergeShape(each, shape)) {
            return makeError("infer-shape", "{} and {} differ", shapeText(in[0]), shapeText(shape));
        }
    }
    if (!each.hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, newAxis(attrs.axis, each));
    Shape result = each;
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis),
                  static_cast<std::int64_t>(in.size()));
    return assignOutput(out, 0, result);
}

Result<Entry> lowerStacked(const Lowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, newAxis(op.attrs<KerasMoveAttrs>().axis, op.shape(0)));
    std::vector<Entry> parts;
    for (const Entry &part : op.inputs()) {
        Shape shape = op.shape(0);
        shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
        parts.push_back(op.reshape(part, shape));
    }
    return joined(op, std::move(parts), axis);
}

Status flippedShape(const KerasMoveAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return keepsShape(in, out);
}

Result<Entry> lowerFlipped(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto axes, operationAxes(op.attrs<KerasMoveAttrs>().place, op.shape(0)));
    Entry data = op.in(0);
    for (const std::size_t axis : axes) {
        data = op.make("flip", {data}, attrsOf({{"axis", attrText(axis)}}));
    }
    return data;
}

OpBuilder<KerasMoveAttrs> moving(const std::string &name, const char *summary)
{
    return kerasOperation<KerasMoveAttrs>(name, summary, OpCategory::Layout);
}

void addShapes(OpRegistry &ops)
{
    for (const char *name : {"ops.Reshape", "tf.reshape"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(moving(name, "the same elements in another shape")
                    .attr(field(isOfKeras ? "newshape" : "shape", &KerasMoveAttrs::shape,
                                "the shape with the batch; -1: what is left")
                              .required())
                    .inputs({"x"})
                    .shape(reshapedShape)
                    .lower(lowerTo(lowerToShape))
                    .build());
    }
    for (const char *name : {"ops.Transpose", "tf.transpose", "tf.compat.v1.transpose"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(moving(name, "dimensions in another order")
                    .attr(field(isOfKeras ? "axes" : "perm", &KerasMoveAttrs::axes,
                                "which dimension becomes the first, the second, …"))
                    .inputs({"x"})
                    .shape(permutedShape)
                    .lower(lowerTo(lowerPermuted))
                    .build());
    }
    ops.add(moving("ops.Swapaxes", "two dimensions in each other's place")
                .attr(field("axis1", &KerasMoveAttrs::axis, "one").required())
                .attr(field("axis2", &KerasMoveAttrs::otherAxis, "the other").required())
                .inputs({"x"})
                .shape(swappedShape)
                .lower(lowerTo(lowerSwapped))
                .build());
    for (const char *name : {"ops.ExpandDims", "tf.expand_dims"}) {
        ops.add(moving(name, "one more dimension, of size 1")
                    .attr(field("axis", &KerasMoveAttrs::axis, "its place").required())
                    .inputs({"x"})
                    .shape(expandedShape)
                    .lower(lowerTo(lowerToShape))
                    .build());
    }
    for (const char *name : {"ops.Squeeze", "tf.squeeze", "tf.compat.v1.squeeze"}) {
        ops.add(moving(name, "without dimensions of size 1")
                    .attr(field("axis", &KerasMoveAttrs::place, "which").required())
                    .inputs({"x"})
                    .shape(squeezedShape)
                    .lower(lowerTo(lowerToShape))
                    .build());
    }
}

void addJoins(OpRegistry &ops)
{
    for (const char *name : {"ops.Concatenate", "tf.concat"}) {
        ops.add(moving(name, "all inputs one behind the other along a dimension")
                    .attr(field("axis", &KerasMoveAttrs::axis, "the dimension").required())
                    .shape(joinedShapes)
                    .lower(lowerTo(lowerJoined))
                    .build());
    }
    for (const char *name : {"ops.Stack", "tf.stack"}) {
        ops.add(moving(name, "all inputs side by side along a new dimension")
                    .attr(field("axis", &KerasMoveAttrs::axis, "the new dimension's place"))
                    .shape(stackedShape)
                    .lower(lowerTo(lowerStacked))
                    .build());
    }
    for (const char *name : {"ops.Flip", "tf.reverse"}) {
        ops.add(moving(name, "from the last to the first along some dimensions")
                    .attr(field("axis", &KerasMoveAttrs::place, "which").required())
                    .inputs({"x"})
                    .shape(flippedShape)
                    .lower(lowerTo(lowerFlipped))
                    .build());
    }
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsMoves(OpRegistry &ops)
{
    keras::addShapes(ops);
    keras::addJoins(ops);
}

} // namespace nervure
