// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_convolution.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// Attributes of MXNet's FullyConnected.
struct FullyConnectedAttrs {
    int numHidden = 1;
    bool noBias = false;
    bool flatten = true;
};

/// The elements of one row of the weight, for data with dimensions; unknown while a size is.
std::int64_t rowLength(const FullyConnectedAttrs &attrs, const Shape &data)
{
    return attrs.flatten ? rowSize(data) : data.back();
}

Status fullyConnectedShape(const FullyConnectedAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.noBias ? 2 : 3, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].isScalar()) {
        return makeError("infer-shape", "input 0 (data) is a scalar, expected dimensions");
    }
    RETURN_IF_FAILED(assignInput(in, 1, "weight", {attrs.numHidden, rowLength(attrs, in[0])}));
    if (!attrs.noBias && in[2].size() == 2) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.numHidden, 1}));
    } else if (!attrs.noBias) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.numHidden}));
    }
    Shape result = in[0];
    if (attrs.flatten) {
        result.resize(1);
        result.push_back(attrs.numHidden);
    } else {
        result.back() = attrs.numHidden;
    }
    RETURN_IF_FAILED(assignOutput(out, 0, result));
    in[0][0] = out[0][0];
    return {};
}

std::optional<std::int64_t> fullyConnectedMacs(const FullyConnectedAttrs &,
                                               std::span<const Shape> in,
                                               std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    if (!outputs || in[1].size() != 2 || isUnknown(in[1])) {
        return std::nullopt;
    }
    return checkedMultiply(*outputs, in[1].back());
}

/// Data of more dimensions is read row by row.
Result<Entry> lowerFullyConnected(const Lowering &op)
{
    const auto &attrs = op.attrs<FullyConnectedAttrs>();
    const Shape &shape = op.shape(0);
    const std::int64_t length = rowLength(attrs, shape);
    const bool isMatrix = shape.size() == 2 && shape[1] == length;
    if (length == 0) {
        return makeError("not-supported", "data {} without elements is not supported",
                         shapeText(shape));
    }
    std::vector<Entry> from{
        isMatrix ? op.in(0) : op.reshape(op.in(0), {sizeOf(shape) / length, length}), op.in(1)};
    if (!attrs.noBias) {
        from.push_back(op.shape(2).size() == 1 ? op.in(2)
                                               : op.reshape(op.in(2), {attrs.numHidden}));
    }
    const Entry result = op.make(
        "dense", std::move(from),
        attrsOf({{"units", attrText(attrs.numHidden)}, {"use_bias", attrText(!attrs.noBias)}}));
    return op.outShape().size() == 2 ? result : op.reshape(result, op.outShape());
}

} // namespace

void registerMxDense(OpRegistry &ops)
{
    using A = FullyConnectedAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "FullyConnected")
                .summary("fully connected layer: Y = X * W^T + b")
                .category(OpCategory::Convolution)
                .attr(field("num_hidden", &A::numHidden, "number of output features")
                          .required()
                          .atLeast(1))
                .attr(field("no_bias", &A::noBias, "whether there is no bias"))
                .attr(field("flatten", &A::flatten,
                            "whether all dimensions but the first are one; else the last alone "
                            "is multiplied"))
                .inputs(layerInputs<A>)
                .parameters({1, 2})
                .shape(fullyConnectedShape)
                .type(layerType<A>)
                .macs(fullyConnectedMacs)
                .lower(lowerTo(lowerFullyConnected))
                .build());
}

} // namespace nervure
