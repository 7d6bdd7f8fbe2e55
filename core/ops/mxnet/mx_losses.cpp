// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

struct RegressionAttrs {
    float gradScale = 1;
};

struct MakeLossAttrs {
    float gradScale = 1;
    float validThresh = 0;
    std::string normalization = "null";
};

struct SmoothL1Attrs {
    double scalar = 1;
};

/// Attributes of WarpCTC, of MXNet's plugin of that name.
struct WarpCtcAttrs {
    int labelLength = 0;
    int inputLength = 0;
};

/// The label has the data's shape, or another of as many elements and the same batch; by default one
/// dimension when the data is a single column.
Status regressionShape(const RegressionAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (isUnknown(in[0])) {
        return {};
    }
    if (!in[1].hasRank()) {
        const bool isColumn = in[0].size() == 2 && in[0][1] == 1;
        in[1] = isColumn ? Shape{in[0][0]} : in[0];
    }
    Shape label = in[1];
    if (mergeShape(label, in[0])) {
        in[1] = label;
        return {};
    }
    const bool isOfBatch = label.size() > 0 && in[0].size() > 0 && label[0] == in[0][0];
    if (!isUnknown(label) && (!isOfBatch || sizeOf(label) != sizeOf(in[0]))) {
        return makeError("infer-shape", "input 1 (label) has shape {}, expected {}",
                         shapeText(label), shapeText(in[0]));
    }
    return {};
}

Status crossEntropyShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    for (const std::size_t i : {0U, 1U}) {
        if (in[i].hasRank() && in[i].size() != 2 - i) {
            return makeError("infer-shape", "input {} has shape {}, expected {} dimensions", i,
                             shapeText(in[i]), 2 - i);
        }
    }
    if (in[0].hasRank()) {
        RETURN_IF_FAILED(assignInput(in, 1, "label", {in[0][0]}));
    }
    return assignOutput(out, 0, {1});
}

/// Rows of the data are the steps of all sequences, step by step; labels stand one behind the other.
Status warpCtcShape(const WarpCtcAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() != 2 || attrs.inputLength < 1) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected 2 dimensions and an "
                         "input_length of at least 1",
                         shapeText(in[0]));
    }
    const std::int64_t steps = in[0][0];
    const auto labels = isUnknownSize(steps)
                            ? std::nullopt
                            : checkedMultiply(attrs.labelLength, steps / attrs.inputLength);
    const bool isKnown = attrs.labelLength > 0 && labels;
    return assignInput(in, 1, "label", {isKnown ? *labels : unknownSize});
}

/// Labels may be whole numbers.
Status warpCtcType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!mergeType(in[0], out[0])) {
        return makeError("infer-type", "input 0 (data) is {}, expected {}", dtypeName(in[0]),
                         dtypeName(out[0]));
    }
    return assignOutputType(out, 0, in[0]);
}

/// What inference gives is the softmax of each step.
Result<Entry> lowerWarpCtc(const Lowering &op)
{
    return op.make("softmax", {op.in(0)}, attrsOf({{"axis", "1"}}));
}

Result<Entry> firstOperand(const Lowering &op)
{
    return op.make("copy", {op.in(0)});
}

Result<Entry> lowerLogistic(const Lowering &op)
{
    return op.make("sigmoid", {op.in(0)});
}

/// With s = scalar^2: s * x^2 / 2 where |x| < 1 / s, else |x| - 1 / (2 * s).
Result<Entry> lowerSmoothL1(const Lowering &op)
{
    const double scalar = op.attrs<SmoothL1Attrs>().scalar;
    const double square = scalar * scalar;
    if (!(square > 0)) {
        return makeError("not-supported", "scalar is {}, expected a number other than 0", scalar);
    }
    const Entry size = op.make("abs", {op.in(0)});
    const Entry near = op.make(
        "clip", {size}, attrsOf({{"a_min", attrText(0.0)}, {"a_max", attrText(1 / square)}}));
    const Entry curve =
        op.makeScalar("__mul_scalar__", op.make("elemwise_mul", {near, near}), square / 2);
    return op.make("elemwise_add", {curve, op.make("elemwise_sub", {size, near})});
}

/// The logarithms at the labels, picked by comparison with 0, 1, …
Result<Entry> lowerCrossEntropy(const Lowering &op)
{
    const Shape &shape = op.shape(0);
    const DType type = op.outType();
    const Entry logs = op.make("log_softmax", {op.in(0)}, attrsOf({{"axis", "1"}}));
    const Entry places =
        op.make("arange", {}, attrsOf({{"count", attrText(shape[1])}, {"dtype", attrText(type)}}));
    const Entry labels = op.reshape(op.in(1), {shape[0], 1});
    const Entry isLabel = op.make("broadcast_equal", {labels, op.reshape(places, {1, shape[1]})});
    const Entry picked = op.make("elemwise_mul", {isLabel, logs});
    const Entry sum = op.reshape(
        op.make("sum", {picked}, attrsOf({{"axis", "(0, 1)"}, {"keepdims", attrText(true)}})), {1});
    return op.make("negative", {sum});
}

OpBuilder<RegressionAttrs> declareRegression(const char *name, const char *summary)
{
    OpBuilder<RegressionAttrs> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .attr(field("grad_scale", &RegressionAttrs::gradScale, "factor of the gradient"))
        .inputs({"data", "label"})
        .shape(regressionShape)
        .type(elementwiseType(2))
        .lower(lowerTo(firstOperand));
    return builder;
}

void addMakeLoss(OpRegistry &ops)
{
    using A = MakeLossAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "MakeLoss")
                .summary("x itself, as a loss to be minimized")
                .attr(field("grad_scale", &A::gradScale, "factor of the gradient"))
                .attr(field("valid_thresh", &A::validThresh, "least element that counts"))
                .attr(field("normalization", &A::normalization, "what the gradient is divided by")
                          .oneOf({"batch", "null", "valid"}))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .lower(lowerTo(firstOperand))
                .build());
}

void addWarpCtc(OpRegistry &ops)
{
    using A = WarpCtcAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "WarpCTC")
                .summary("softmax, with connectionist temporal classification as its loss")
                .category(OpCategory::Activation)
                .attr(field("label_length", &A::labelLength, "length of each label").atLeast(0))
                .attr(field("input_length", &A::inputLength, "steps of each sequence").atLeast(0))
                .inputs({"data", "label"})
                .shape(warpCtcShape)
                .type(warpCtcType)
                .lower(lowerTo(lowerWarpCtc))
                .build());
}

} // namespace

void registerMxLosses(OpRegistry &ops)
{
    ops.add(declareRegression("LinearRegressionOutput", "x itself, with squared error as its loss")
                .build());
    ops.add(declareRegression("MAERegressionOutput", "x itself, with absolute error as its loss")
                .build());
    ops.add(declareRegression("LogisticRegressionOutput", "sigmoid, with the logistic loss")
                .category(OpCategory::Activation)
                .lower(lowerTo(lowerLogistic))
                .build());
    addMakeLoss(ops);
    addWarpCtc(ops);
    ops.add(OpBuilder<SmoothL1Attrs>(Dialect::MXNet, "smooth_l1")
                .summary("squared error near 0, absolute error beyond")
                .category(OpCategory::Elementwise)
                .attr(field("scalar", &SmoothL1Attrs::scalar, "the curve ends at 1 / scalar^2"))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .lower(lowerTo(lowerSmoothL1))
                .build());
    ops.add(OpBuilder<>(Dialect::MXNet, "softmax_cross_entropy")
                .summary("sum over the rows of -log(softmax(data)) at the label")
                .category(OpCategory::Reduction)
                .inputs({"data", "label"})
                .shape(crossEntropyShape)
                .type(elementwiseType(2))
                .lower(lowerTo(lowerCrossEntropy))
                .build());
}

} // namespace nervure
