// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_layer.h"
#include "core/support/text.h"

namespace nervure::keras {

namespace {

struct KerasDenseAttrs {
    std::int64_t units = 1;
    std::string activation = "linear";
    bool useBias = true;
};

struct KerasEmbeddingAttrs {
    std::int64_t inputDim = 1;
    std::int64_t outputDim = 1;
    bool maskZero = false;
};

using Dense = KerasDenseAttrs;
using Embedding = KerasEmbeddingAttrs;

Status denseShape(const Dense &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1));
    if (attrs.useBias) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.units}));
    }
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(checkLeastKerasRank(in[0], 2));
    RETURN_IF_FAILED(assignInput(in, 1, "kernel", {in[0].back(), attrs.units}));
    Shape result = in[0];
    result.back() = attrs.units;
    return assignOutput(out, 0, result);
}

/// Along the last dimension, whatever is in front of it.
Result<Entry> lowerDense(const Lowering &op)
{
    const auto &attrs = op.attrs<Dense>();
    const Shape &shape = op.shape(0);
    const KerasFormula f(op);
    const bool isFlat = shape.size() == 2;
    const std::int64_t rows = sizeOf(Shape(shape.begin(), shape.end() - 1));
    const Entry data = isFlat ? op.in(0) : op.reshape(op.in(0), {rows, shape.back()});
    std::vector<Entry> from{data, f.transposed(op.in(1), {1, 0})};
    if (attrs.useBias) {
        from.push_back(op.in(2));
    }
    Entry sums =
        op.make("dense", std::move(from),
                attrsOf({{"units", attrText(attrs.units)}, {"use_bias", attrText(attrs.useBias)}}));
    ASSIGN_OR_RETURN(sums, kerasActivated(op, sums, attrs.activation));
    return isFlat ? sums : op.reshape(sums, op.outShape());
}

std::optional<std::int64_t> denseMacs(const Dense &, std::span<const Shape> in,
                                      std::span<const Shape> out)
{
    if (in.size() < 2 || in[0].size() == 0 || isUnknown(in[0])) {
        return std::nullopt;
    }
    const auto results = elementCount(out[0]);
    return results ? checkedMultiply(*results, in[0].back()) : std::nullopt;
}

Status embeddingShape(const Embedding &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, attrs.maskZero ? 2 : 1));
    RETURN_IF_FAILED(assignInput(in, 1, "embeddings", {attrs.inputDim, attrs.outputDim}));
    if (!in[0].hasRank()) {
        return {};
    }
    if (attrs.maskZero) {
        RETURN_IF_FAILED(assignOutput(out, 1, in[0]));
    }
    Shape result = in[0];
    result.push_back(attrs.outputDim);
    return assignOutput(out, 0, result);
}

/// The numbers of rows are given in any type.
Status embeddingType(const RuleContext &, DTypes &in, DTypes &out)
{
    DTypes table{in[1]};
    RETURN_IF_FAILED(mergeAllTypes(table, out));
    in[1] = table[0];
    return {};
}

Result<std::vector<Entry>> lowerEmbedding(const Lowering &op)
{
    const Entry rows = op.cast(op.in(0), op.type(0), DType::Int32);
    std::vector<Entry> all{op.make("take", {op.in(1), rows}, attrsOf({{"axis", "0"}}))};
    if (op.attrs<Embedding>().maskZero) {
        const Entry numbers = op.cast(op.in(0), op.type(0), op.outType());
        all.push_back(
            op.make("greater", {op.make("abs", {numbers}), op.full(0, op.shape(0), op.outType())}));
    }
    return all;
}

std::vector<std::string> embeddingOutputs(const Embedding &attrs)
{
    return attrs.maskZero ? std::vector<std::string>{"output", "mask"}
                          : std::vector<std::string>{"output"};
}

void addAllDense(OpRegistry &ops)
{
    OpBuilder<Dense> dense = kerasLayer<Dense>(
        "Dense", "fully connected layer along the last dimension", OpCategory::Convolution);
    dense
        .attr(field("units", &Dense::units, "numbers of the result")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(kerasActivationField<Dense>())
        .attr(field("use_bias", &Dense::useBias, "whether a number is added to each result"))
        .shape(denseShape)
        .macs(denseMacs)
        .lower(lowerTo(lowerDense));
    ops.add(dense.build());

    OpBuilder<Embedding> embedding = kerasLayer<Embedding>(
        "Embedding", "the row of a table for each whole number", OpCategory::Layout, {"indices"});
    embedding
        .attr(field("input_dim", &Embedding::inputDim, "rows of the table")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(field("output_dim", &Embedding::outputDim, "numbers of a row")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(field("mask_zero", &Embedding::maskZero,
                    "whether 0 stands for nothing, which layers behind may pass over: a second "
                    "result says where it does not"))
        .outputs(embeddingOutputs)
        .shape(embeddingShape)
        .type(embeddingType)
        .lower(lowerTo(lowerEmbedding));
    ops.add(embedding.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsDense(OpRegistry &ops)
{
    keras::addAllDense(ops);
}

} // namespace nervure
