// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct DarknetConnectedAttrs {
    std::int64_t output = 1;
    std::int64_t batchNormalize = 0;
    std::string activation = "logistic";
};

/// In the order of the weights file.
std::vector<std::string> connectedInputs(const DarknetConnectedAttrs &attrs)
{
    std::vector<std::string> names{"data", "biases", "weights"};
    if (attrs.batchNormalize != 0) {
        names.insert(names.end(), {"scales", "rolling_mean", "rolling_variance"});
    }
    return names;
}

Status connectedShape(const DarknetConnectedAttrs &attrs, Shapes &in, Shapes &out)
{
    const auto names = connectedInputs(attrs);
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), names.size(), 1));
    for (std::size_t i = 1; i < in.size(); ++i) {
        if (i != 2) {
            RETURN_IF_FAILED(assignInput(in, i, names[i], {attrs.output}));
        }
    }
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkDarknetRows(in[0]));
    RETURN_IF_FAILED(assignInput(in, 2, "weights", {attrs.output, darknetRowLength(in[0])}));
    return assignOutput(out, 0, {in[0][0], attrs.output, 1, 1});
}

std::optional<std::int64_t> connectedMacs(const DarknetConnectedAttrs &, std::span<const Shape> in,
                                          std::span<const Shape>)
{
    return elementCount(in[2]);
}

Result<Entry> lowerConnected(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetConnectedAttrs>();
    const bool isPlain = attrs.batchNormalize == 0;
    std::vector<Entry> from{darknetRow(op, op.in(0), op.shape(0)), op.in(2)};
    if (isPlain) {
        from.push_back(op.in(1));
    }
    Entry sums =
        op.make("dense", std::move(from),
                attrsOf({{"units", attrText(attrs.output)}, {"use_bias", attrText(isPlain)}}));
    if (!isPlain) {
        sums = darknetNormalized(op, sums, {op.in(1), op.in(3), op.in(4), op.in(5)});
    }
    return op.reshape(darknetActivated(op, sums, attrs.activation), op.outShape());
}

} // namespace

void registerDkConnected(OpRegistry &ops)
{
    using Attrs = DarknetConnectedAttrs;
    addDarknetLayer(
        ops, OpBuilder<Attrs>(Dialect::Darknet, "connected")
                 .alias("conn")
                 .summary("fully connected layer with bias or normalization, and an activation")
                 .category(OpCategory::Convolution)
                 .attr(field("output", &Attrs::output, "numbers of the result")
                           .atLeast(1)
                           .atMost(darknetMost))
                 .attr(field("batch_normalize", &Attrs::batchNormalize,
                             "1: the sums are normalized by their rolling mean and variance"))
                 .attr(field("activation", &Attrs::activation, "function of each result")
                           .oneOf(darknetActivations()))
                 .inputs(connectedInputs)
                 .parameters({1, 2, 3, 4, 5})
                 .shape(connectedShape)
                 .type(anyCountSameType())
                 .macs(connectedMacs)
                 .lower(lowerTo(lowerConnected))
                 .build());
}

} // namespace nervure
