// SPDX-License-Identifier: Apache-2.0
// Attention without weights of its own, or hardly any: by products, or by sums.
#include "core/ops/keras/keras_operation.h"

namespace nervure::keras {

namespace {

struct KerasScoreAttrs {
    bool useScale = false;
    std::string scoreMode = "dot";
    bool causal = false; ///< as Keras had it before calls said it
    bool useCausalMask = false;
    bool returnAttentionScores = false;
};

using Scores = KerasScoreAttrs;

Status scoresShape(const Scores &attrs, bool isAdditive, Shapes &in, Shapes &out)
{
    const std::size_t arrays = attrs.useScale ? 1 : 0;
    if (in.size() < 2 + arrays || in.size() > 3 + arrays) {
        return makeError("infer-shape", "has {} inputs, expected {} or {}", in.size(), 2 + arrays,
                         3 + arrays);
    }
    RETURN_IF_FAILED(checkKerasRank(in[0], 3));
    RETURN_IF_FAILED(checkKerasRank(in[1], 3));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (attrs.useScale) {
        RETURN_IF_FAILED(
            assignInput(in, in.size() - 1, "scale", isAdditive ? Shape{in[0][2]} : Shape{1}));
    }
    if (out.size() > 1) {
        RETURN_IF_FAILED(assignOutput(out, 1, {in[0][0], in[0][1], in[1][1]}));
    }
    return assignOutput(out, 0, {in[0][0], in[0][1], in[1][2]});
}

OpSpec::ShapeRule shapeOfScores(bool isAdditive)
{
    return [isAdditive](const RuleContext &context, Shapes &in, Shapes &out) {
        return scoresShape(context.attrs.as<Scores>(), isAdditive, in, out);
    };
}

/// query * key, times the scale.
Entry productScores(const Lowering &op, Entry key)
{
    const KerasFormula f(op);
    const Entry scores = op.make("batch_matmul", {op.in(0), f.transposed(key, {0, 2, 1})});
    return op.attrs<Scores>().useScale
               ? f.times(scores, op.reshape(op.in(op.inputCount() - 1), {1, 1, 1}))
               : scores;
}

/// The sum of scale * tanh(query + key).
Entry sumScores(const Lowering &op, Entry key)
{
    const KerasFormula f(op);
    const Shape &query = op.shape(0);
    const Shape &keys = op.shape(1);
    const Entry sums = f.plus(op.reshape(op.in(0), {query[0], query[1], 1, query[2]}),
                              op.reshape(key, {keys[0], 1, keys[1], query[2]}));
    Entry parts = f.one("tanh", sums);
    if (op.attrs<Scores>().useScale) {
        parts = f.times(parts, op.reshape(op.in(op.inputCount() - 1), {1, 1, 1, query[2]}));
    }
    return f.reduced("sum", parts, {3}, false);
}

Result<std::vector<Entry>> lowerScores(const Lowering &op, bool isAdditive)
{
    const auto &attrs = op.attrs<Scores>();
    if (attrs.scoreMode != "dot") {
        return makeError("not-supported", "score_mode is {}, expected dot",
                         quoted(attrs.scoreMode));
    }
    const std::size_t values = op.inputCount() - (attrs.useScale ? 1 : 0);
    const Entry key = op.in(values > 2 ? 2 : 1);
    Entry scores = isAdditive ? sumScores(op, key) : productScores(op, key);
    const KerasFormula f(op);
    if (attrs.causal || attrs.useCausalMask) {
        ASSIGN_OR_RETURN(const Entry mask, causalMask(op, op.shape(0)[1], op.shape(1)[1]));
        scores = f.plus(scores, mask);
    }
    const Entry parts = f.softmax(scores, 2);
    std::vector<Entry> all{op.make("batch_matmul", {parts, op.in(1)})};
    if (attrs.returnAttentionScores) {
        all.push_back(parts);
    }
    return all;
}

std::vector<std::string> inputsOfScores(const RuleContext &rule)
{
    const bool isScaled = rule.attrs.as<Scores>().useScale;
    std::vector<std::string> names{"query", "value"};
    if (rule.node.inputs.size() > (isScaled ? 3U : 2U)) {
        names.emplace_back("key");
    }
    if (isScaled) {
        names.emplace_back("scale");
    }
    return names;
}

std::vector<std::string> outputsOfScores(const Scores &attrs)
{
    return attrs.returnAttentionScores ? std::vector<std::string>{"output", "scores"}
                                       : std::vector<std::string>{"output"};
}

std::optional<std::int64_t> productMacsOfScores(const Scores &, std::span<const Shape> in,
                                                std::span<const Shape>)
{
    if (in.size() < 2 || in[0].size() != 3 || in[1].size() != 3 || isUnknown(in[0])
        || isUnknown(in[1])) {
        return std::nullopt;
    }
    return checkedMultiply(in[0][0] * in[0][1] * in[1][1], in[0][2] + in[1][2]);
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addScores(OpRegistry &ops, const char *name, const char *summary, bool isAdditive)
{
    OpBuilder<Scores> layer = kerasLayer<Scores>(name, summary, OpCategory::Convolution);
    layer
        .attr(
            field("use_scale", &Scores::useScale, "whether scores are scaled by what was learned"))
        .attr(field("causal", &Scores::causal, "whether no query looks at what is behind it"))
        .attr(field("use_causal_mask", &Scores::useCausalMask, "the same, said by the call"))
        .attr(field("return_attention_scores", &Scores::returnAttentionScores,
                    "whether what each query takes of each value is a result, too"))
        .parameters({}) // the third may be a key
        .inputsNamedBy(inputsOfScores)
        .outputs(outputsOfScores)
        .shape(shapeOfScores(isAdditive))
        .macs(productMacsOfScores)
        .lower(lowerTo(
            LowerAll([isAdditive](const Lowering &op) { return lowerScores(op, isAdditive); })));
    if (!isAdditive) {
        layer.attr(field("score_mode", &Scores::scoreMode, "how query and key are compared"));
    }
    ops.add(layer.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsScores(OpRegistry &ops)
{
    keras::addScores(ops, "Attention", "values, each as much as its key fits the query", false);
    keras::addScores(ops, "AdditiveAttention",
                     "values, each as much as the sum of key and query says", true);
}

} // namespace nervure
