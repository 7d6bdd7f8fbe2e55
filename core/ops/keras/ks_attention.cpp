// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_operation.h"
#include "core/ops/rules/lowered_parts.h"

#include <cmath>

namespace nervure::keras {

namespace {

struct KerasAttentionAttrs {
    std::int64_t numHeads = 1;
    std::int64_t keyDim = 1;
    OptionalInteger valueDim;
    bool useBias = true;
    std::string outputShape = "None";
    std::string attentionAxes = "None";
    bool useCausalMask = false;
    bool returnAttentionScores = false;
    /// "True": it is the last of the values; else it stands here.
    std::string attentionMask;
    bool useGate = false;
    OptionalInteger slidingWindow;

    [[nodiscard]] std::int64_t valueSize() const { return valueDim.value_or(keyDim); }
    [[nodiscard]] std::size_t arrays() const { return useBias ? 8 : 4; }
    [[nodiscard]] bool readsMask() const { return attentionMask == "True"; }
    /// Values in front of the arrays but for the mask: query, value, and a key that may be missing.
    [[nodiscard]] std::size_t values(std::size_t inputs) const
    {
        return inputs - arrays() - (readsMask() ? 1 : 0);
    }
};

using Attention = KerasAttentionAttrs;

/// The parts of the layer: each has a kernel, and a bias if there are any.
enum Part : std::size_t { queryPart, keyPart, valuePart, outputPart };

std::size_t kernelOf(const Attention &attrs, std::size_t values, Part part)
{
    return values + part * (attrs.useBias ? 2 : 1);
}

std::vector<std::string> attentionInputs(const RuleContext &rule)
{
    const auto arrays = kerasArrayNames(rule.node.op, rule.node.attrs);
    const bool readsMask = rule.attrs.as<Attention>().readsMask();
    std::vector<std::string> names{"query", "value"};
    if (rule.node.inputs.size() > 2 + arrays.size() + (readsMask ? 1 : 0)) {
        names.emplace_back("key");
    }
    if (readsMask) {
        names.emplace_back("attention_mask");
    }
    names.insert(names.end(), arrays.begin(), arrays.end());
    return names;
}

/// The mask has any type.
Status attentionTypes(const RuleContext &rule, DTypes &in, DTypes &out)
{
    const auto &attrs = rule.attrs.as<Attention>();
    const std::size_t mask = in.size() > attrs.arrays() ? in.size() - attrs.arrays() - 1 : 0;
    if (!attrs.readsMask() || mask == 0) {
        return mergeAllTypes(in, out);
    }
    DTypes others = in;
    others[mask] = others[0];
    RETURN_IF_FAILED(mergeAllTypes(others, out));
    others[mask] = in[mask];
    in = others;
    return {};
}

Status assignPart(const Attention &attrs, std::size_t kernel, std::int64_t inputs,
                  std::int64_t size, Shapes &in)
{
    RETURN_IF_FAILED(assignInput(in, kernel, "kernel", {inputs, attrs.numHeads, size}));
    return attrs.useBias ? assignInput(in, kernel + 1, "bias", {attrs.numHeads, size}) : Status();
}

Status attentionShape(const Attention &attrs, Shapes &in, Shapes &out)
{
    const std::size_t least = attrs.arrays() + (attrs.readsMask() ? 3 : 2);
    if (in.size() != least && in.size() != least + 1) {
        return makeError("infer-shape", "has {} inputs, expected {} or {}", in.size(), least,
                         least + 1);
    }
    const std::size_t values = attrs.values(in.size());
    const std::size_t arrays = in.size() - attrs.arrays();
    for (std::size_t i = 0; i < values; ++i) {
        if (in[i].hasRank() && in[i].size() != 3) {
            return makeError("infer-shape", "input {} has shape {}, expected 3 dimensions", i,
                             shapeText(in[i]));
        }
    }
    const Shape &key = values > 2 ? in[2] : in[1];
    if (!in[0].hasRank() || !in[1].hasRank() || !key.hasRank()) {
        return {};
    }
    const std::int64_t queries = in[0][2];
    const std::int64_t keys = key[2];
    const auto given = kerasIntegers(attrs.outputShape);
    if (given.size() > 1) {
        return makeError("infer-shape", "output_shape has {} numbers, expected at most 1",
                         given.size());
    }
    const std::int64_t width = given.empty() ? queries : given[0];
    const auto at = [&](Part part) { return kernelOf(attrs, arrays, part); };
    RETURN_IF_FAILED(assignPart(attrs, at(queryPart), queries, attrs.keyDim, in));
    RETURN_IF_FAILED(assignPart(attrs, at(keyPart), keys, attrs.keyDim, in));
    RETURN_IF_FAILED(assignPart(attrs, at(valuePart), in[1][2], attrs.valueSize(), in));
    RETURN_IF_FAILED(assignInput(in, at(outputPart), "output_kernel",
                                 {attrs.numHeads, attrs.valueSize(), width}));
    if (attrs.useBias) {
        RETURN_IF_FAILED(assignInput(in, at(outputPart) + 1, "output_bias", {width}));
    }
    if (out.size() > 1) {
        RETURN_IF_FAILED(assignOutput(out, 1, {in[0][0], attrs.numHeads, in[0][1], in[1][1]}));
    }
    return assignOutput(out, 0, {in[0][0], in[0][1], width});
}

std::vector<std::string> attentionOutputs(const Attention &attrs)
{
    return attrs.returnAttentionScores ? std::vector<std::string>{"output", "scores"}
                                       : std::vector<std::string>{"output"};
}

/// The heads' parts of a value: (batch * heads, length, size), or with the last two the other way round.
Entry headsOf(const Lowering &op, std::size_t value, std::size_t kernel, bool isTurned)
{
    const auto &attrs = op.attrs<Attention>();
    const Shape &shape = op.shape(value);
    const Shape &weight = op.shape(kernel);
    const std::int64_t width = weight[1] * weight[2];
    const KerasFormula f(op);
    const Entry matrix = f.transposed(op.reshape(op.in(kernel), {weight[0], width}), {1, 0});
    std::vector<Entry> from{op.reshape(op.in(value), {shape[0] * shape[1], shape[2]}), matrix};
    if (attrs.useBias) {
        from.push_back(op.reshape(op.in(kernel + 1), {width}));
    }
    const Entry sums =
        op.make("dense", std::move(from),
                attrsOf({{"units", attrText(width)}, {"use_bias", attrText(attrs.useBias)}}));
    const Entry apart = op.reshape(sums, {shape[0], shape[1], weight[1], weight[2]});
    const Entry byHead =
        f.transposed(apart, isTurned ? IntTuple{0, 2, 3, 1} : IntTuple{0, 2, 1, 3});
    return op.reshape(byHead, isTurned ? Shape{shape[0] * weight[1], weight[2], shape[1]}
                                       : Shape{shape[0] * weight[1], shape[1], weight[2]});
}

/// The tensor that is added to scores for a mask that was given, where 0 says that a query does not look at a key: one that is broadcast to
/// [batch, heads, queries, keys].
Result<Entry> givenMask(const Lowering &op)
{
    const auto &attrs = op.attrs<Attention>();
    Shape shape;
    Entry mask;
    if (attrs.readsMask()) {
        const std::size_t place = op.inputCount() - attrs.arrays() - 1;
        shape = op.shape(place);
        mask = op.cast(op.in(place), op.type(place), op.type(0));
    } else {
        ASSIGN_OR_RETURN(const KerasConstant constant, kerasConstant(attrs.attentionMask));
        shape = constant.shape;
        mask = op.constant(constant.elements, shape.isScalar() ? Shape{1} : shape, op.type(0));
    }
    if (shape.size() < 2 || shape.size() > 4) {
        return makeError("not-supported", "attention_mask has shape {}, expected 2 to 4 dimensions",
                         shapeText(shape));
    }
    if (shape.size() == 3) {
        shape.insert(shape.begin() + 1, 1); // of all heads
    }
    shape.insert(shape.begin(), 4 - shape.size(), 1);
    const KerasFormula f(op);
    constexpr double unseen = 1e9;
    return f.times(f.plus(op.reshape(mask, shape), -1), unseen);
}

Status checkAttention(const Attention &attrs)
{
    if (attrs.attentionAxes != "None" && kerasIntegers(attrs.attentionAxes).size() > 1) {
        return makeError("not-supported", "attention_axes is {}, expected one dimension",
                         attrs.attentionAxes);
    }
    if (attrs.useGate || attrs.slidingWindow) {
        return makeError("not-supported", "has a gate or a sliding window, which none of ours has");
    }
    return {};
}

/// The share that each query takes of each value: softmax(query * key / sqrt(size)).
Result<Entry> attentionScores(const Lowering &op)
{
    const auto &attrs = op.attrs<Attention>();
    const std::size_t values = attrs.values(op.inputCount());
    const std::size_t arrays = op.inputCount() - attrs.arrays();
    const KerasFormula f(op);
    const Entry query = f.times(headsOf(op, 0, kernelOf(attrs, arrays, queryPart), false),
                                1 / std::sqrt(static_cast<double>(attrs.keyDim)));
    const Entry key = headsOf(op, values > 2 ? 2 : 1, kernelOf(attrs, arrays, keyPart), true);
    Entry fits = op.make("batch_matmul", {query, key});
    if (!attrs.attentionMask.empty()) {
        ASSIGN_OR_RETURN(const Entry mask, givenMask(op));
        const Shape &shape = op.shape(0);
        const Shape all{shape[0], attrs.numHeads, shape[1], op.shape(1)[1]};
        const Entry apart = f.plus(op.reshape(fits, all), mask);
        fits = op.reshape(apart, {all[0] * all[1], all[2], all[3]});
    }
    if (attrs.useCausalMask) {
        ASSIGN_OR_RETURN(const Entry mask, causalMask(op, op.shape(0)[1], op.shape(1)[1]));
        fits = f.plus(fits, mask);
    }
    return f.softmax(fits, 2);
}

/// The results of all heads, joined: the last product of the layer.
Entry joinedHeads(const Lowering &op, Entry seen, std::size_t kernel)
{
    const auto &attrs = op.attrs<Attention>();
    const KerasFormula f(op);
    const Shape &shape = op.shape(0);
    const std::int64_t width = attrs.numHeads * attrs.valueSize();
    const Entry apart = op.reshape(seen, {shape[0], attrs.numHeads, shape[1], attrs.valueSize()});
    const Entry rows = op.reshape(f.transposed(apart, {0, 2, 1, 3}), {shape[0] * shape[1], width});
    const std::int64_t results = op.outShape()[2];
    const Entry matrix = op.reshape(op.in(kernel), {width, results});
    std::vector<Entry> from{rows, f.transposed(matrix, {1, 0})};
    if (attrs.useBias) {
        from.push_back(op.in(kernel + 1));
    }
    const Entry sums =
        op.make("dense", std::move(from),
                attrsOf({{"units", attrText(results)}, {"use_bias", attrText(attrs.useBias)}}));
    return op.reshape(sums, op.outShape());
}

Result<std::vector<Entry>> lowerAttention(const Lowering &op)
{
    const auto &attrs = op.attrs<Attention>();
    RETURN_IF_FAILED(checkAttention(attrs));
    const std::size_t arrays = op.inputCount() - attrs.arrays();
    ASSIGN_OR_RETURN(const Entry scores, attentionScores(op));
    const Entry value = headsOf(op, 1, kernelOf(attrs, arrays, valuePart), false);
    const Entry seen = op.make("batch_matmul", {scores, value});
    std::vector<Entry> all{joinedHeads(op, seen, kernelOf(attrs, arrays, outputPart))};
    if (attrs.returnAttentionScores) {
        const Shape &shape = op.shape(0);
        all.push_back(op.reshape(scores, {shape[0], attrs.numHeads, shape[1], op.shape(1)[1]}));
    }
    return all;
}

/// Those of the four products with weights, and of the two among what they give.
std::optional<std::int64_t> attentionMacs(const Attention &attrs, std::span<const Shape> in,
                                          std::span<const Shape>)
{
    if (in.size() < attrs.arrays() + 2 || in[0].size() != 3 || in[1].size() != 3 || isUnknown(in[0])
        || isUnknown(in[1])) {
        return std::nullopt;
    }
    const std::size_t arrays = in.size() - attrs.arrays();
    const std::int64_t queries = in[0][0] * in[0][1];
    const std::int64_t keys = in[1][0] * in[1][1];
    std::int64_t all = queries * in[1][1] * attrs.numHeads * (attrs.keyDim + attrs.valueSize());
    for (const Part part : {queryPart, keyPart, valuePart, outputPart}) {
        const auto weights = elementCount(in[kernelOf(attrs, arrays, part)]);
        const bool isOfKeys = part == keyPart || part == valuePart;
        const auto macs =
            weights ? checkedMultiply(isOfKeys ? keys : queries, *weights) : std::nullopt;
        if (!macs) {
            return std::nullopt;
        }
        all += *macs;
    }
    return all;
}

void addAllAttention(OpRegistry &ops)
{
    OpBuilder<Attention> layer = kerasLayer<Attention>(
        "MultiHeadAttention", "what each query takes of the values, by how its keys fit",
        OpCategory::Convolution, {"query", "value"});
    layer.inputsNamedBy(attentionInputs)
        .parameters({}) // the third may be a key
        .attr(field("num_heads", &Attention::numHeads, "how many times, with other weights each")
                  .required()
                  .atLeast(1)
                  .atMost(1 << 15))
        .attr(field("key_dim", &Attention::keyDim, "numbers of a head's query and key")
                  .required()
                  .atLeast(1)
                  .atMost(1 << 15))
        .attr(field("value_dim", &Attention::valueDim, "numbers of a head's value; else key_dim"))
        .attr(field("use_bias", &Attention::useBias, "whether numbers are added to all sums"))
        .attr(field("output_shape", &Attention::outputShape,
                    "numbers of the result; else as many as the query has"))
        .attr(field("attention_axes", &Attention::attentionAxes,
                    "the dimensions that queries look along"))
        .attr(field("use_causal_mask", &Attention::useCausalMask,
                    "whether no query looks at what is behind it"))
        .attr(field("return_attention_scores", &Attention::returnAttentionScores,
                    "whether what each query takes of each value is a result, too"))
        .attr(field("use_gate", &Attention::useGate, "whether what was seen goes through a gate"))
        .attr(field("sliding_window", &Attention::slidingWindow, "how far queries look"))
        .attr(field("attention_mask", &Attention::attentionMask,
                    "which keys each query looks at; True: it is an input"))
        .outputs(attentionOutputs)
        .type(OpSpec::TypeRule(attentionTypes))
        .macs(attentionMacs)
        .shape(attentionShape)
        .lower(lowerTo(lowerAttention));
    ops.add(layer.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsAttention(OpRegistry &ops)
{
    keras::addAllAttention(ops);
}

} // namespace nervure
