// SPDX-License-Identifier: Apache-2.0
// Operations that make one element of all along some dimensions.
#include "core/ops/keras/keras_operation.h"

namespace nervure::keras {

namespace {

struct KerasReductionAttrs {
    std::string axis;
    bool keepDims = false;
    std::string weights;
    double epsilon = 1e-12;
    std::int64_t order = 2;
};

using Axes = std::vector<std::size_t>;

struct ReducingFunction {
    const char *ours;
    const char *summary;
    std::vector<const char *> names;
};

const std::vector<ReducingFunction> &reducingFunctions()
{
    static const std::vector<ReducingFunction> table{
        {"sum", "the sum along some dimensions", {"ops.Sum", "tf.math.reduce_sum"}},
        {"mean", "the mean along some dimensions", {"ops.Mean", "tf.math.reduce_mean"}},
        {"max", "the largest along some dimensions", {"ops.Max", "ops.Amax", "tf.math.reduce_max"}},
        {"min",
         "the smallest along some dimensions",
         {"ops.Min", "ops.Amin", "tf.math.reduce_min"}},
        {"prod", "the product along some dimensions", {"ops.Prod", "tf.math.reduce_prod"}},
    };
    return table;
}

Shape reducedShape(const Shape &shape, const Axes &axes, bool keepsDimensions)
{
    Shape result = Shape::scalar();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool isReduced = std::find(axes.begin(), axes.end(), i) != axes.end();
        if (!isReduced || keepsDimensions) {
            result.push_back(isReduced ? 1 : shape[i]);
        }
    }
    return result;
}

Status reductionShape(const KerasReductionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, in[0]));
    const Shape result = reducedShape(in[0], axes, attrs.keepDims);
    if (result.isScalar()) {
        return makeError("infer-shape", "is over all dimensions, expected one that is left");
    }
    return assignOutput(out, 0, result);
}

IntTuple asTuple(const Axes &axes)
{
    return {axes.begin(), axes.end()};
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

Result<std::vector<Entry>> lowerReduction(const Lowering &op, const char *ours)
{
    const auto &attrs = op.attrs<KerasReductionAttrs>();
    ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, op.shape(0)));
    return std::vector{KerasFormula(op).reduced(ours, op.in(0), asTuple(axes), attrs.keepDims)};
}

/// The weights along the dimensions of the data: as many, or those of the one dimension.
Result<KerasConstant> averageWeights(const KerasReductionAttrs &attrs, const Shape &shape)
{
    ASSIGN_OR_RETURN(KerasConstant weights, kerasConstant(attrs.weights));
    if (weights.shape.size() == 1) {
        ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, shape));
        Shape along(shape.size(), 1);
        along[axes[0]] = weights.shape[0];
        weights.shape = along;
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool fits = weights.shape.size() == shape.size()
                          && (weights.shape[i] == shape[i] || weights.shape[i] == 1);
        if (!fits) {
            return makeError("infer-shape", "has weights of shape {} for {}",
                             shapeText(weights.shape), shapeText(shape));
        }
    }
    return weights;
}

/// sum(x * weights) / sum(weights).
Result<Entry> lowerWeightedAverage(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasReductionAttrs>();
    ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, op.shape(0)));
    const KerasFormula f(op);
    if (attrs.weights.empty()) {
        return f.reduced("mean", op.in(0), asTuple(axes), false);
    }
    ASSIGN_OR_RETURN(const KerasConstant weights, averageWeights(attrs, op.shape(0)));
    const Entry factor = op.constant(weights.elements, weights.shape, op.type(0));
    const Entry wide =
        op.make("broadcast_to", {factor}, attrsOf({{"shape", attrText(op.shape(0))}}));
    const Entry sum = f.reduced("sum", f.times(op.in(0), factor), asTuple(axes), false);
    return f.over(sum, f.reduced("sum", wide, asTuple(axes), false));
}

Status positionTypes(const RuleContext &rule, DTypes &, DTypes &out)
{
    const bool isOfKeras = rule.node.op.starts_with("ops.");
    return assignOutputType(out, 0, isOfKeras ? DType::Int32 : DType::Int64);
}

Result<Entry> lowerPosition(const Lowering &op, const char *ours)
{
    const auto &attrs = op.attrs<KerasReductionAttrs>();
    ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, op.shape(0)));
    return op.make(ours, {op.in(0)},
                   attrsOf({{"axis", attrText(asTuple(axes))},
                            {"keepdims", attrText(attrs.keepDims)},
                            {"dtype", attrText(op.outType())}}));
}
Result<Entry> lowerLargest(const Lowering &op)
{
    return lowerPosition(op, "argmax");
}
Result<Entry> lowerSmallest(const Lowering &op)
{
    return lowerPosition(op, "argmin");
}

Status normalizedShape(const KerasReductionAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return keepsShape(in, out);
}

/// x / max(length, …): TensorFlow bounds the square.
Result<Entry> lowerNormalize(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasReductionAttrs>();
    ASSIGN_OR_RETURN(const Axes axes, operationAxes(attrs.axis, op.shape(0)));
    if (attrs.order != 2) {
        return makeError("not-supported", "order is {}, expected 2", attrs.order);
    }
    const KerasFormula f(op);
    constexpr double most = 3e38;
    const bool isOfKeras = op.rule().node.op.starts_with("ops.");
    const Entry sum = f.reduced("sum", f.times(op.in(0), op.in(0)), asTuple(axes), true);
    const Entry length = isOfKeras ? f.clipped(f.one("sqrt", sum), attrs.epsilon, most)
                                   : f.one("sqrt", f.clipped(sum, attrs.epsilon, most));
    return f.over(op.in(0), length);
}

OpBuilder<KerasReductionAttrs> reducing(const std::string &name, const char *summary)
{
    OpBuilder<KerasReductionAttrs> operation =
        kerasOperation<KerasReductionAttrs>(name, summary, OpCategory::Reduction);
    operation.attr(field("axis", &KerasReductionAttrs::axis, "the dimensions"))
        .inputs({"x"})
        .shape(reductionShape);
    return operation;
}

void addAllReductions(OpRegistry &ops)
{
    for (const ReducingFunction &function : reducingFunctions()) {
        for (const char *name : function.names) {
            ops.add(reducing(name, function.summary)
                        .attr(field("keepdims", &KerasReductionAttrs::keepDims,
                                    "whether they stay, as 1"))
                        .lower(lowerTo(LowerAll([&function](const Lowering &op) {
                            return lowerReduction(op, function.ours);
                        })))
                        .build());
        }
    }
    ops.add(reducing("ops.Average", "the mean along some dimensions, which may have weights")
                .attr(field("weights", &KerasReductionAttrs::weights, "the weights"))
                .lower(lowerTo(lowerWeightedAverage))
                .build());
    for (const char *name : {"ops.Argmax", "ops.Argmin", "tf.math.argmax", "tf.math.argmin"}) {
        const bool isLargest = std::string_view(name).ends_with("max");
        ops.add(reducing(name, "the place of an extreme along a dimension")
                    .attr(field("keepdims", &KerasReductionAttrs::keepDims,
                                "whether the dimension stays, as 1"))
                    .type(OpSpec::TypeRule(positionTypes))
                    .lower(lowerTo(isLargest ? lowerLargest : lowerSmallest))
                    .build());
    }
    ops.add(reducing("ops.Normalize", "vectors divided by their lengths")
                .attr(field("order", &KerasReductionAttrs::order, "of the length"))
                .attr(field("epsilon", &KerasReductionAttrs::epsilon, "the least length"))
                .shape(normalizedShape)
                .lower(lowerTo(lowerNormalize))
                .build());
    ops.add(
        reducing("tf.math.l2_normalize", "vectors divided by their lengths")
            .attr(field("epsilon", &KerasReductionAttrs::epsilon, "the least square of a length"))
            .shape(normalizedShape)
            .lower(lowerTo(lowerNormalize))
            .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsReductions(OpRegistry &ops)
{
    keras::addAllReductions(ops);
}

} // namespace nervure
