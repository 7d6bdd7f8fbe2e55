// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>

namespace nervure {

namespace {

struct AttentionAttrs {
    int heads = 1;
};

/// Attributes of oneDNN's forms.
struct FusedAttentionAttrs : AttentionAttrs {
    bool isQuantized = false;
    bool givesFloats = false;
    OptionalNumber minCalibRange;
    OptionalNumber maxCalibRange;
};

/// (steps, batch, heads * parts * length): what stands there for each head, part by part.
struct Interleaved {
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t parts = 0;
    std::int64_t length = 0;
};

Result<Interleaved> interleavedOf(const Shape &shape, int heads, int parts)
{
    if (shape.size() != 3 || shape[2] % (heads * parts) != 0) {
        return makeError("infer-shape",
                         "input of shape {}, expected (steps, batch, a multiple of {} heads of {} "
                         "parts)",
                         shapeText(shape), heads, parts);
    }
    return Interleaved{shape[0], shape[1], heads, parts, shape[2] / (heads * parts)};
}

/// One part of each head, by batch and head: (batch * heads, steps, length).
Entry partOf(const Lowering &op, std::size_t input, const Interleaved &in, std::int64_t part)
{
    const Shape split{in.steps, in.batch, in.heads, in.parts, in.length};
    Entry value = op.reshape(op.in(input), split);
    if (in.parts > 1) {
        value = sliceOf(op, value, split, 3, part, part + 1);
    }
    value = op.reshape(value, {in.steps, in.batch, in.heads, in.length});
    value = op.make("transpose", {value}, attrsOf({{"axes", "(1, 2, 0, 3)"}}));
    return op.reshape(value, {in.batch * in.heads, in.steps, in.length});
}

/// How well each query meets each key: query * key^T / sqrt(length).
Entry scores(const Lowering &op, Entry queries, Entry keys, std::int64_t length)
{
    const Entry scaled =
        op.makeScalar("__div_scalar__", queries, std::sqrt(static_cast<double>(length)));
    return op.make("batch_matmul", {scaled, keys}, attrsOf({{"transpose_b", "True"}}));
}

/// Values weighed by (batch * heads, queries, steps), back in the order of the input.
Entry weighed(const Lowering &op, Entry values, const Interleaved &in)
{
    const std::int64_t queries = op.shape(1)[1];
    Entry result = op.make("batch_matmul", {op.in(1), values});
    result = op.reshape(result, {in.batch, in.heads, queries, in.length});
    result = op.make("transpose", {result}, attrsOf({{"axes", "(2, 0, 1, 3)"}}));
    return op.reshape(result, op.outShape());
}

template <typename A>
Status selfScoresShape(const A &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto all, interleavedOf(in[0], attrs.heads, 3));
    return assignOutput(out, 0, {all.batch * all.heads, all.steps, all.steps});
}

Status crossScoresShape(const AttentionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto queries, interleavedOf(in[0], attrs.heads, 1));
    ASSIGN_OR_RETURN(const auto keys, interleavedOf(in[1], attrs.heads, 2));
    if (queries.batch != keys.batch || queries.length != keys.length) {
        return makeError("infer-shape", "queries of shape {} do not fit keys and values of {}",
                         shapeText(in[0]), shapeText(in[1]));
    }
    return assignOutput(out, 0, {queries.batch * queries.heads, queries.steps, keys.steps});
}

template <typename A, int parts>
Status weighedShape(const A &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto all, interleavedOf(in[0], attrs.heads, parts));
    RETURN_IF_FAILED(
        assignInput(in, 1, "attention",
                    {all.batch * all.heads, in[1].size() == 3 ? in[1][1] : all.steps, all.steps}));
    return assignOutput(out, 0, {in[1][1], all.batch, all.heads * all.length});
}

template <typename A>
Result<Entry> lowerSelfScores(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto in, interleavedOf(op.shape(0), op.attrs<A>().heads, 3));
    return scores(op, partOf(op, 0, in, 0), partOf(op, 0, in, 1), in.length);
}

Result<Entry> lowerCrossScores(const Lowering &op)
{
    const int heads = op.attrs<AttentionAttrs>().heads;
    ASSIGN_OR_RETURN(const auto queries, interleavedOf(op.shape(0), heads, 1));
    ASSIGN_OR_RETURN(const auto keys, interleavedOf(op.shape(1), heads, 2));
    return scores(op, partOf(op, 0, queries, 0), partOf(op, 1, keys, 0), queries.length);
}

/// The values are the last part.
template <typename A, int parts>
Result<Entry> lowerWeighed(const Lowering &op)
{
    ASSIGN_OR_RETURN(const auto in, interleavedOf(op.shape(0), op.attrs<A>().heads, parts));
    return weighed(op, partOf(op, 0, in, parts - 1), in);
}

Result<Entry> lowerFusedScores(const Lowering &op)
{
    return op.attrs<FusedAttentionAttrs>().isQuantized
               ? makeError("not-supported", "quantized attention is not supported")
               : lowerSelfScores<FusedAttentionAttrs>(op);
}

Result<Entry> lowerFusedWeighed(const Lowering &op)
{
    return op.attrs<FusedAttentionAttrs>().isQuantized
               ? makeError("not-supported", "quantized attention is not supported")
               : lowerWeighed<FusedAttentionAttrs, 3>(op);
}

/// Each score adds up the length of a head, each result a row of the attention.
template <typename A>
std::optional<std::int64_t> scoreMacs(const A &attrs, std::span<const Shape> in,
                                      std::span<const Shape> out)
{
    if (in.empty() || in[0].size() != 3 || isUnknown(in[0]) || isUnknown(out[0])) {
        return std::nullopt;
    }
    const std::int64_t parts = in.size() == 1 ? 3 : 1;
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, in[0].back() / (attrs.heads * parts)) : std::nullopt;
}

template <typename A>
std::optional<std::int64_t> weighedMacs(const A &, std::span<const Shape> in,
                                        std::span<const Shape> out)
{
    if (in.size() < 2 || in[1].size() != 3 || isUnknown(in[1]) || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(out[0]);
    return count ? checkedMultiply(*count, in[1].back()) : std::nullopt;
}

template <typename A = AttentionAttrs>
OpBuilder<A> declareAttention(const char *name, const char *summary)
{
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Convolution)
        .attr(field<A, int>("heads", &A::heads, "number of heads")
                  .required()
                  .atLeast(1)
                  .atMost(1 << 20))
        .type(anyCountSameType());
    return builder;
}

OpBuilder<FusedAttentionAttrs> declareFusedAttention(const char *name, const char *summary)
{
    using F = FusedAttentionAttrs;
    auto builder = declareAttention<F>(name, summary);
    builder.attr(field("quantized", &F::isQuantized, "whether it computes with whole numbers"))
        .attr(field("enable_float_output", &F::givesFloats, "whether the results are real numbers"))
        .attr(field("min_calib_range", &F::minCalibRange, "least result of a calibration"))
        .attr(field("max_calib_range", &F::maxCalibRange, "largest result of a calibration"));
    return builder;
}

constexpr const char *selfScoresSummary = "scores of each head's queries and keys";
constexpr const char *selfValuesSummary = "each head's values, weighed by the attention";

} // namespace

void registerMxAttention(OpRegistry &ops)
{
    using A = AttentionAttrs;
    using F = FusedAttentionAttrs;
    ops.add(declareAttention("_contrib_interleaved_matmul_selfatt_qk", selfScoresSummary)
                .inputs({"queries_keys_values"})
                .shape(selfScoresShape<A>)
                .macs(scoreMacs<A>)
                .lower(lowerTo(lowerSelfScores<A>))
                .build());
    ops.add(declareAttention("_contrib_interleaved_matmul_selfatt_valatt", selfValuesSummary)
                .inputs({"queries_keys_values", "attention"})
                .shape(weighedShape<A, 3>)
                .macs(weighedMacs<A>)
                .lower(lowerTo(lowerWeighed<A, 3>))
                .build());
    ops.add(declareAttention("_contrib_interleaved_matmul_encdec_qk",
                             "scores of queries and another sequence's keys")
                .inputs({"queries", "keys_values"})
                .shape(crossScoresShape)
                .macs(scoreMacs<A>)
                .lower(lowerTo(lowerCrossScores))
                .build());
    ops.add(declareAttention("_contrib_interleaved_matmul_encdec_valatt",
                             "another sequence's values, weighed by the attention")
                .inputs({"keys_values", "attention"})
                .shape(weighedShape<A, 2>)
                .macs(weighedMacs<A>)
                .lower(lowerTo(lowerWeighed<A, 2>))
                .build());
    ops.add(declareFusedAttention("_sg_mkldnn_selfatt_qk", selfScoresSummary)
                .inputs({"queries_keys_values"})
                .shape(selfScoresShape<F>)
                .macs(scoreMacs<F>)
                .lower(lowerTo(lowerFusedScores))
                .build());
    ops.add(declareFusedAttention("_sg_mkldnn_selfatt_valatt", selfValuesSummary)
                .inputs({"queries_keys_values", "attention"})
                .shape(weighedShape<F, 3>)
                .macs(weighedMacs<F>)
                .lower(lowerTo(lowerFusedWeighed))
                .build());
}

} // namespace nervure
