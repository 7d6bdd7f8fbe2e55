// SPDX-License-Identifier: Apache-2.0
// Layers that make one value of several.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

struct KerasAxisAttrs {
    std::int64_t axis = -1;
};
struct KerasDotAttrs {
    std::string axes;
    bool normalize = false;
};

using Axis = KerasAxisAttrs;
using Dot = KerasDotAttrs;

/// A value with as many dimensions as the largest: Keras puts what is missing behind the batch.
Shape raisedTo(const Shape &shape, std::size_t rank)
{
    Shape raised = shape;
    raised.insert(raised.begin() + 1, rank - shape.size(), 1);
    return raised;
}

Result<Shape> mergedShape(const Shapes &in)
{
    std::size_t rank = 0;
    for (const Shape &shape : in) {
        if (!shape.hasRank()) {
            return Shape();
        }
        if (shape.isScalar()) {
            return makeError("infer-shape", "an input is a scalar, expected a batch");
        }
        rank = std::max(rank, shape.size());
    }
    Shape result = raisedTo(in[0], rank);
    for (const Shape &shape : in) {
        const Shape raised = raisedTo(shape, rank);
        for (std::size_t i = 0; i < rank; ++i) {
            if (!broadcastSize(result[i], raised[i])) {
                return makeError("infer-shape", "{} and {} do not fit each other", shapeText(in[0]),
                                 shapeText(shape));
            }
        }
    }
    return result;
}

Status mergeShapes(const RuleContext &, Shapes &in, Shapes &out)
{
    if (in.empty()) {
        return makeError("infer-shape", "has no inputs, expected at least 1");
    }
    ASSIGN_OR_RETURN(const Shape result, mergedShape(in));
    return result.hasRank() ? assignOutput(out, 0, result) : Status();
}

/// One after the other, from the first on.
Result<Entry> folded(const Lowering &op, const char *name)
{
    const std::size_t rank = op.outShape().size();
    const auto raised = [&](std::size_t i) {
        const Shape &shape = op.shape(i);
        return shape.size() == rank ? op.in(i) : op.reshape(op.in(i), raisedTo(shape, rank));
    };
    Entry result = raised(0);
    for (std::size_t i = 1; i < op.inputCount(); ++i) {
        result = op.make(name, {result, raised(i)});
    }
    return op.inputCount() == 1 ? op.make("copy", {result}) : result;
}

Result<Entry> lowerAdd(const Lowering &op)
{
    return folded(op, "broadcast_add");
}
Result<Entry> lowerSubtract(const Lowering &op)
{
    return folded(op, "broadcast_sub");
}
Result<Entry> lowerMultiply(const Lowering &op)
{
    return folded(op, "broadcast_mul");
}
Result<Entry> lowerMaximum(const Lowering &op)
{
    return folded(op, "broadcast_max");
}
Result<Entry> lowerMinimum(const Lowering &op)
{
    return folded(op, "broadcast_min");
}
Result<Entry> lowerAverage(const Lowering &op)
{
    ASSIGN_OR_RETURN(const Entry sum, folded(op, "broadcast_add"));
    return KerasFormula(op).times(sum, 1.0 / static_cast<double>(op.inputCount()));
}

Status joinedShape(const Axis &attrs, Shapes &in, Shapes &out)
{
    if (in.empty()) {
        return makeError("infer-shape", "has no inputs, expected at least 1");
    }
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
        const std::int64_t length = shape[axis];
        rest[axis] = axis < result.size() ? result[axis] : unknownSize;
        if (!mergeShape(result, rest)) {
            return makeError("infer-shape", "{} and {} differ besides dimension {}",
                             shapeText(in[0]), shapeText(shape), axis);
        }
        const bool isOpen = isUnknownSize(result[axis]) || isUnknownSize(length);
        result[axis] = isOpen ? unknownSize : result[axis] + length;
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerJoin(const Lowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(op.attrs<Axis>().axis, op.shape(0)));
    return joined(op, op.inputs(), axis);
}

/// The dimensions that are summed, of each side.
Result<std::pair<std::size_t, std::size_t>> dotAxes(const Dot &attrs, const Shape &left,
                                                    const Shape &right)
{
    auto numbers = kerasIntegers(attrs.axes);
    if (numbers.size() == 1) {
        numbers.push_back(numbers[0]);
    }
    if (numbers.size() != 2) {
        return makeError("infer-shape", "axes is {}, expected one or two dimensions",
                         quoted(attrs.axes));
    }
    ASSIGN_OR_RETURN(const std::size_t first, dimensionAt(numbers[0], left));
    ASSIGN_OR_RETURN(const std::size_t second, dimensionAt(numbers[1], right));
    if (first == 0 || second == 0) {
        return makeError("infer-shape", "axes is {}, expected dimensions behind the batch",
                         quoted(attrs.axes));
    }
    return std::pair(first, second);
}

Shape without(Shape shape, std::size_t axis)
{
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    return shape;
}

Status dotShape(const Dot &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (in[0].size() < 2 || in[1].size() < 2) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, dotAxes(attrs, in[0], in[1]));
    Shape depth{in[0][axes.first]};
    if (!mergeShape(depth, {in[1][axes.second]})) {
        return makeError("infer-shape", "sums over {} of {} and {} of {}, expected as many",
                         in[0][axes.first], shapeText(in[0]), in[1][axes.second], shapeText(in[1]));
    }
    Shape result = without(in[0], axes.first);
    const Shape rest = without(in[1], axes.second);
    result.insert(result.end(), rest.begin() + 1, rest.end());
    if (result.size() == 1) {
        result.push_back(1);
    }
    return assignOutput(out, 0, result);
}

/// The value divided by the length of its vectors along an axis.
Entry normalized(const Lowering &op, Entry x, std::size_t axis)
{
    const KerasFormula f(op);
    const Entry sum = f.reduced("sum", f.times(x, x), {static_cast<std::int64_t>(axis)}, true);
    return f.over(x, f.one("sqrt", f.clipped(sum, 1e-12, 3e38)));
}

/// (batch, rest, summed) of one side, or (batch, summed, rest).
Entry asMatrices(const Lowering &op, Entry x, const Shape &shape, std::size_t axis,
                 bool isSummedLast)
{
    IntTuple axes{0};
    Shape rest = without(shape, axis);
    for (std::size_t i = 1; i < shape.size(); ++i) {
        if (i != axis) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
    }
    axes.insert(isSummedLast ? axes.end() : axes.begin() + 1, static_cast<std::int64_t>(axis));
    const std::int64_t count = sizeOf(Shape(rest.begin() + 1, rest.end()));
    const Shape flat =
        isSummedLast ? Shape{shape[0], count, shape[axis]} : Shape{shape[0], shape[axis], count};
    return op.reshape(KerasFormula(op).transposed(x, axes), flat);
}

Result<Entry> lowerDot(const Lowering &op)
{
    const auto &attrs = op.attrs<Dot>();
    ASSIGN_OR_RETURN(const auto axes, dotAxes(attrs, op.shape(0), op.shape(1)));
    const bool isNormalized = attrs.normalize;
    const Entry left = isNormalized ? normalized(op, op.in(0), axes.first) : op.in(0);
    const Entry right = isNormalized ? normalized(op, op.in(1), axes.second) : op.in(1);
    const Entry product =
        op.make("batch_matmul", {asMatrices(op, left, op.shape(0), axes.first, true),
                                 asMatrices(op, right, op.shape(1), axes.second, false)});
    return op.reshape(product, op.outShape());
}

void addMerge(OpRegistry &ops, const char *name, const char *summary,
              Result<Entry> (*lower)(const Lowering &))
{
    ops.add(OpBuilder(Dialect::Keras, name)
                .summary(summary)
                .category(OpCategory::Elementwise)
                .shape(OpSpec::ShapeRule(mergeShapes))
                .type(anyCountSameType())
                .lower(lowerTo(lower))
                .build());
}

void addAllMerge(OpRegistry &ops)
{
    addMerge(ops, "Add", "the sum of all inputs", lowerAdd);
    addMerge(ops, "Subtract", "the first input less the second", lowerSubtract);
    addMerge(ops, "Multiply", "the product of all inputs", lowerMultiply);
    addMerge(ops, "Average", "the mean of all inputs", lowerAverage);
    addMerge(ops, "Maximum", "the largest of all inputs", lowerMaximum);
    addMerge(ops, "Minimum", "the smallest of all inputs", lowerMinimum);
    ops.add(OpBuilder<Axis>(Dialect::Keras, "Concatenate")
                .summary("all inputs one behind the other along a dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &Axis::axis, "the dimension"))
                .shape(joinedShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerJoin))
                .build());
    ops.add(OpBuilder<Dot>(Dialect::Keras, "Dot")
                .summary("products of two inputs, summed along a dimension of each")
                .category(OpCategory::Convolution)
                .attr(field("axes", &Dot::axes, "the dimension, or one for each input"))
                .attr(field("normalize", &Dot::normalize,
                            "whether vectors are divided by their lengths first"))
                .inputs({"left", "right"})
                .shape(dotShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerDot))
                .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsMerge(OpRegistry &ops)
{
    keras::addAllMerge(ops);
}

} // namespace nervure
