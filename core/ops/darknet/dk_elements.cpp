// SPDX-License-Identifier: Apache-2.0
// Layers that work on numbers wherever they stand.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

struct DarknetActivationAttrs {
    std::string activation = "linear";
};

struct DarknetDropoutAttrs {
    double probability = 0.5;
};

struct DarknetSoftmaxAttrs {
    std::int64_t groups = 1;
    double temperature = 1;
    std::int64_t spatial = 0;
    std::string tree;
};

struct DarknetContrastiveAttrs {
    std::int64_t classes = 1000;
    std::int64_t yoloLayer = 0;
    double temperature = 1;
};

struct DarknetCostAttrs {
    std::string type = "sse";
    double scale = 1;
};

Result<Entry> lowerActivationLayer(const Lowering &op)
{
    return darknetActivated(op, op.in(0), op.attrs<DarknetActivationAttrs>().activation);
}

Result<Entry> lowerLogistic(const Lowering &op)
{
    return op.make("sigmoid", {op.in(0)});
}

Result<Entry> lowerDropout(const Lowering &op)
{
    const double rate = op.attrs<DarknetDropoutAttrs>().probability;
    return op.make("dropout", {op.in(0)}, attrsOf({{"rate", formatNumber(rate)}}));
}

/// Of training alone: a run passes the values on.
Result<Entry> lowerCost(const Lowering &op)
{
    return op.make("copy", {op.in(0)});
}

Status rowShape(Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetRows(in[0]));
    return in[0].hasRank() ? assignOutput(out, 0, {in[0][0], darknetRowLength(in[0])}) : Status();
}

/// A run leaves zeros, which training fills.
Result<Entry> lowerContrastive(const Lowering &op)
{
    return op.full(0, op.outShape(), DType::Float32);
}

Status contrastiveShape(const DarknetContrastiveAttrs &, Shapes &in, Shapes &out)
{
    return rowShape(in, out);
}

Status softmaxShape(const DarknetSoftmaxAttrs &attrs, Shapes &in, Shapes &out)
{
    const std::int64_t length = in.empty() ? unknownSize : darknetRowLength(in[0]);
    if (!isUnknownSize(length) && length % attrs.groups != 0) {
        return makeError("infer-shape", "{} numbers, expected a multiple of groups {}", length,
                         attrs.groups);
    }
    return rowShape(in, out);
}

Status costShape(const DarknetCostAttrs &, Shapes &in, Shapes &out)
{
    return rowShape(in, out);
}

Result<Entry> lowerSoftmax(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetSoftmaxAttrs>();
    if (!attrs.tree.empty()) {
        return makeError("not-supported", "a tree of classes is not supported");
    }
    const Shape &row = op.outShape();
    Entry data = op.reshape(op.in(0), {row[0] * attrs.groups, row[1] / attrs.groups});
    if (attrs.temperature != 1) {
        data = op.makeScalar("__div_scalar__", data, attrs.temperature);
    }
    return op.reshape(op.make("softmax", {data}, attrsOf({{"axis", "1"}})), row);
}

OpBuilder<DarknetActivationAttrs> elementLayer(const char *name, const char *summary)
{
    OpBuilder<DarknetActivationAttrs> layer(Dialect::Darknet, name);
    layer.summary(summary)
        .category(OpCategory::Activation)
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(anyCountSameType());
    return layer;
}

void addTraining(OpRegistry &ops)
{
    using Dropout = DarknetDropoutAttrs;
    addDarknetLayer(
        ops, OpBuilder<Dropout>(Dialect::Darknet, "dropout")
                 .summary("drops values in training; a run passes them on")
                 .category(OpCategory::Other)
                 .attr(field("probability", &Dropout::probability, "share that training drops"))
                 .inputs({"data"})
                 .shape(elementwiseShape(1))
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerDropout))
                 .build());
    using Contrastive = DarknetContrastiveAttrs;
    addDarknetLayer(
        ops, OpBuilder<Contrastive>(Dialect::Darknet, "contrastive")
                 .summary("compares embeddings in training; a run gives 0")
                 .category(OpCategory::Other)
                 .attr(field("classes", &Contrastive::classes, "classes that training tells apart"))
                 .attr(field("yolo_layer", &Contrastive::yoloLayer,
                             "number of the layer whose objects are compared"))
                 .attr(field("temperature", &Contrastive::temperature,
                             "divisor of the likenesses in training"))
                 .inputs({"data"})
                 .shape(contrastiveShape)
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerContrastive))
                 .build());
    using Cost = DarknetCostAttrs;
    addDarknetLayer(ops,
                    OpBuilder<Cost>(Dialect::Darknet, "cost")
                        .summary("what training makes small; a run passes the values on")
                        .category(OpCategory::Other)
                        .attr(field("type", &Cost::type, "sse, masked, smooth, seg, L1 or wgan"))
                        .attr(field("scale", &Cost::scale, "factor of the cost"))
                        .inputs({"data"})
                        .shape(costShape)
                        .type(anyCountSameType())
                        .lower(lowerTo(lowerCost))
                        .build());
}

} // namespace

void registerDkElements(OpRegistry &ops)
{
    using Activation = DarknetActivationAttrs;
    OpBuilder<Activation> activation = elementLayer("activation", "a function of each value");
    activation.lower(lowerTo(lowerActivationLayer));
    addDarknetLayer(ops, activation
                             .attr(field("activation", &Activation::activation, "the function")
                                       .oneOf(darknetActivations()))
                             .build());
    OpBuilder<Activation> logistic = elementLayer("logistic", "1 / (1 + exp(-x)) of each value");
    addDarknetLayer(ops, logistic.alias("logxent").lower(lowerTo(lowerLogistic)).build());
    using Softmax = DarknetSoftmaxAttrs;
    addDarknetLayer(
        ops, OpBuilder<Softmax>(Dialect::Darknet, "softmax")
                 .alias("soft")
                 .summary("shares of each group that sum up to 1")
                 .category(OpCategory::Reduction)
                 .attr(field("groups", &Softmax::groups, "parts with a sum of their own")
                           .atLeast(1)
                           .atMost(darknetMost))
                 .attr(field("temperature", &Softmax::temperature, "what values are divided by"))
                 .attr(field("spatial", &Softmax::spatial, "of no effect on a CPU"))
                 .attr(field("tree", &Softmax::tree, "file of a tree of classes"))
                 .inputs({"data"})
                 .shape(softmaxShape)
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerSoftmax))
                 .build());
    addTraining(ops);
}

} // namespace nervure
