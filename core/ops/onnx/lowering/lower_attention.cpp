// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <cmath>
#include <limits>

namespace nervure::onnx {

namespace {

constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

/// The inputs of Attention, by place.
enum Place : std::size_t { query, key, value, mask, pastKey, pastValue, validKeys };

/// (batch, length, heads * size) as (batch, heads, length, size).
Operand separated(const OnnxLowering &op, const Operand &x, std::int64_t heads)
{
    if (x.rank() != 3) {
        return x;
    }
    const Operand apart = op.reshape(x, {x.dims[0], x.dims[1], heads, quotient(x.dims[2], heads)});
    return op.transpose(apart, {0, 2, 1, 3});
}

/// And back.
Operand joined(const OnnxLowering &op, const Operand &x)
{
    const Operand turned = op.transpose(x, {0, 2, 1, 3});
    return op.reshape(turned, {x.dims[0], x.dims[2], x.dims[1] * x.dims[3]});
}

/// Queries, keys and values by head, with what is past in front.
struct Heads {
    Operand queries; ///< (batch, heads, length, size)
    Operand keys;    ///< (batch, heads of keys, length of keys, size)
    Operand values;
    std::int64_t past = 0; ///< keys before the new ones

    [[nodiscard]] std::int64_t batch() const { return queries.dims[0]; }
    [[nodiscard]] std::int64_t length() const { return queries.dims[2]; }
    [[nodiscard]] std::int64_t keyLength() const { return keys.dims[2]; }
    /// Query heads that share one of keys.
    [[nodiscard]] std::int64_t group() const { return quotient(queries.dims[1], keys.dims[1]); }
};

Heads headsOf(const OnnxLowering &op)
{
    const std::int64_t queryHeads = op.attrs().integer("q_num_heads");
    const std::int64_t keyHeads = op.attrs().integer("kv_num_heads");
    Heads heads{separated(op, op.in(query), queryHeads), separated(op, op.in(key), keyHeads),
                separated(op, op.in(value), keyHeads)};
    if (op.has(pastKey)) {
        heads.past = op.in(pastKey).dims[2];
        heads.keys = op.concatenate({op.in(pastKey), heads.keys}, 2);
    }
    if (op.has(pastValue)) {
        heads.values = op.concatenate({op.in(pastValue), heads.values}, 2);
    }
    return heads;
}

/// What is added to the products: 0 where a query may see a key, minus infinity where it may not.
class Bias {
public:
    Bias(const OnnxLowering &op, DType type) : m_op(op), m_type(type) {}

    void add(const Operand &bias) { m_sum = m_sum ? m_op.binary("add", *m_sum, bias) : bias; }
    /// Of truth values.
    void allow(const Operand &allowed)
    {
        add(m_op.where(allowed, m_op.full(0, Shape::scalar(), m_type),
                       m_op.full(minusInfinity, Shape::scalar(), m_type)));
    }
    [[nodiscard]] const std::optional<Operand> &sum() const { return m_sum; }

private:
    const OnnxLowering &m_op;
    DType m_type;
    std::optional<Operand> m_sum;
};

/// The mask of the input; keys that it does not speak of are not seen.
void addMask(const OnnxLowering &op, const Heads &heads, DType type, Bias &bias)
{
    const Operand &given = op.in(mask);
    const bool isBool = op.isBool(mask);
    const std::int64_t missing = heads.keyLength() - given.dims.back();
    Numbers none(given.rank());
    Numbers behind(given.rank());
    behind.back() = missing;
    const Operand whole =
        missing > 0 ? op.pad(given, none, behind, isBool ? 0 : minusInfinity) : given;
    if (isBool) {
        bias.allow(whole);
    } else {
        bias.add(op.cast(whole, type));
    }
}

/// The place of each query less that of each key: (length, keys) or (batch, 1, length, keys).
Operand distances(const OnnxLowering &op, const Heads &heads)
{
    const Operand queries =
        op.reshape(op.arange(static_cast<double>(heads.past), 1, heads.length(), DType::Int64),
                   {heads.length(), 1});
    const Operand keys =
        op.reshape(op.arange(0, 1, heads.keyLength(), DType::Int64), {1, heads.keyLength()});
    const Operand distance = op.binary("sub", queries, keys);
    if (!op.has(validKeys) || op.has(pastKey)) {
        return distance;
    }
    const Operand offset = op.scalar("sub", op.cast(op.in(validKeys), DType::Int64),
                                     static_cast<double>(heads.length()));
    return op.binary("add", distance, op.reshape(offset, {heads.batch(), 1, 1, 1}));
}

void addWindows(const OnnxLowering &op, const Heads &heads, Bias &bias)
{
    const OnnxAttrs &attrs = op.attrs();
    const auto left = static_cast<double>(attrs.integer("left_window_size", -1));
    const auto right = static_cast<double>(attrs.integer("right_window_size", -1));
    const bool isCausal = attrs.integer("is_causal") != 0;
    if (isCausal) {
        bias.allow(op.compare("greater_equal", distances(op, heads), 0));
    }
    if (left >= 0) {
        bias.allow(op.compare("less_equal", distances(op, heads), left));
    }
    if (right >= 0) {
        bias.allow(op.compare("greater_equal", distances(op, heads), -right));
    }
    if (op.has(validKeys)) {
        const Operand keys = op.reshape(op.arange(0, 1, heads.keyLength(), DType::Int64),
                                        {1, 1, 1, heads.keyLength()});
        const Operand valid =
            op.reshape(op.cast(op.in(validKeys), DType::Int64), {heads.batch(), 1, 1, 1});
        bias.allow(op.compare("less", keys, valid));
    }
}

/// Products of (batch, heads, …) with keys or values, which some heads share: no copies of those.
Operand sharedProduct(const OnnxLowering &op, const Operand &x, const Operand &shared)
{
    const std::int64_t batches = shared.dims[0] * shared.dims[1];
    const std::int64_t rows = quotient(quotient(x.count(), batches), x.dims[3]);
    const Operand product =
        op.matmul(op.reshape(x, {batches, rows, x.dims[3]}),
                  op.reshape(shared, {batches, shared.dims[2], shared.dims[3]}));
    return op.reshape(product, {x.dims[0], x.dims[1], x.dims[2], shared.dims[3]});
}

/// Softmax over the keys; a query that may see none gives 0.
Operand probabilities(const OnnxLowering &op, const Operand &products,
                      const std::optional<Operand> &bias)
{
    const Operand soft = op.softmax(products, 3);
    if (!bias) {
        return soft;
    }
    const Operand most = op.reduce("max", *bias, {static_cast<std::int64_t>(bias->rank()) - 1});
    const Operand seesNone = op.compare("equal", most, minusInfinity);
    return op.where(seesNone, op.full(0, Shape::scalar(), soft.type), soft);
}

double scaleOf(const OnnxLowering &op, const Heads &heads)
{
    const auto size = static_cast<double>(heads.queries.dims[3]);
    return op.attrs().has("scale") ? op.attrs().number("scale") : 1 / std::sqrt(size);
}

Lowered attention(const OnnxLowering &op)
{
    const Heads heads = headsOf(op);
    const DType type = op.in(query).type;
    const DType computed = computedType(type);
    Bias bias(op, computed);
    if (op.has(mask)) {
        addMask(op, heads, computed, bias);
    }
    addWindows(op, heads, bias);
    const Operand scaled = op.scalar("mul", op.cast(heads.queries, computed), scaleOf(op, heads));
    Operand products = sharedProduct(op, scaled, op.transposeLast(op.cast(heads.keys, computed)));
    Operand told = products; // what the fourth output holds
    const std::int64_t mode = op.attrs().integer("qk_matmul_output_mode");
    if (const double cap = op.attrs().number("softcap"); cap > 0) {
        products = op.scalar("mul", op.unary("tanh", op.scalar("div", products, cap)), cap);
        told = mode >= 1 ? products : told;
    }
    if (bias.sum()) {
        products = op.binary("add", products, *bias.sum());
        told = mode >= 2 ? products : told;
    }
    const Operand weights = probabilities(op, products, bias.sum());
    told = mode == 3 ? weights : told;
    const Operand result =
        op.cast(sharedProduct(op, weights, op.cast(heads.values, computed)), op.outType());
    std::vector<Operand> outputs{op.in(query).rank() == 3 ? joined(op, result) : result, heads.keys,
                                 heads.values};
    if (op.gives(3)) {
        outputs.push_back(op.cast(told, op.outType(3)));
    }
    outputs.resize(std::min(outputs.size(), op.outputCount()));
    return outputs;
}

Lowered flexAttention(const OnnxLowering &op)
{
    for (const std::string_view graph : {"score_mod", "prob_mod"}) {
        if (op.attrs().has(graph)) {
            return makeError("not-supported", "has a graph as {}, expected none", graph);
        }
    }
    const DType computed = computedType(op.in(query).type);
    const Heads heads{op.cast(op.in(query), computed), op.cast(op.in(key), computed),
                      op.cast(op.in(value), computed)};
    const Operand scaled = op.scalar("mul", heads.queries, scaleOf(op, heads));
    const Operand products = sharedProduct(op, scaled, op.transposeLast(heads.keys));
    return op.result(sharedProduct(op, op.softmax(products, 3), heads.values));
}

/// cos and sin of each place, stretched over heads: (batch, length, 1, half).
Operand cacheOf(const OnnxLowering &op, std::size_t cache, DType type)
{
    Operand rows = op.cast(op.in(cache), type);
    if (op.has(3)) {
        rows = op.take(rows, op.in(3), 0);
    }
    requireFit(rows.rank() > 0);
    return op.reshape(rows, rows.dims.apartAt(rows.rank() - 1));
}

Lowered rotaryEmbedding(const OnnxLowering &op)
{
    const Operand &in = op.in(0);
    const bool hasHeads = in.rank() == 4;
    const DType type = computedType(in.type);
    const std::int64_t count = hasHeads ? in.dims[1] : op.attrs().integer("num_heads");
    const Operand x = op.cast(
        hasHeads ? op.transpose(in, {0, 2, 1, 3})
                 : op.reshape(in, {in.dims[0], in.dims[1], count, quotient(in.dims[2], count)}),
        type);
    const std::int64_t size = x.dims[3];
    const std::int64_t given = op.attrs().integer("rotary_embedding_dim");
    const std::int64_t turned = given == 0 ? size : given;
    const bool isInterleaved = op.attrs().integer("interleaved") != 0;
    const Operand first =
        isInterleaved ? op.slice(x, 3, 0, turned, 2) : op.slice(x, 3, 0, turned / 2);
    const Operand second =
        isInterleaved ? op.slice(x, 3, 1, turned, 2) : op.slice(x, 3, turned / 2, turned);
    const Operand cosines = cacheOf(op, 1, type);
    const Operand sines = cacheOf(op, 2, type);
    const Operand real =
        op.binary("sub", op.binary("mul", cosines, first), op.binary("mul", sines, second));
    const Operand imaginary =
        op.binary("add", op.binary("mul", sines, first), op.binary("mul", cosines, second));
    std::vector<Operand> parts{real, imaginary};
    if (isInterleaved) {
        Shape apart = real.dims;
        apart.push_back(1);
        const Operand pairs =
            op.concatenate({op.reshape(real, apart), op.reshape(imaginary, apart)}, 4);
        parts = {op.reshape(pairs, {x.dims[0], x.dims[1], x.dims[2], turned})};
    }
    if (turned < size) {
        parts.push_back(op.slice(x, 3, turned, size));
    }
    const Operand whole = op.cast(op.concatenate(parts, 3), in.type);
    return std::vector{hasHeads ? op.transpose(whole, {0, 2, 1, 3}) : op.reshape(whole, in.dims)};
}

// Linear attention: a matrix for each head is the state, which every step changes and reads.

/// One step of (batch, heads, length, size).
Operand stepOf(const OnnxLowering &op, const Operand &x, std::int64_t i, bool isColumn)
{
    const Operand row = op.slice(x, 2, i, i + 1);
    return isColumn ? op.transposeLast(row) : row;
}

/// (batch, length, heads or heads * size) by head; 1: of all heads.
Operand perHead(const OnnxLowering &op, std::size_t i, std::int64_t heads)
{
    const Operand x = op.cast(op.in(i), DType::Float32);
    return separated(op, x, x.dims[2] == 1 ? 1 : heads);
}

Lowered linearAttention(const OnnxLowering &op)
{
    const std::int64_t keyHeads = op.attrs().integer("kv_num_heads");
    const Operand queries =
        separated(op, op.cast(op.in(0), DType::Float32), op.attrs().integer("q_num_heads"));
    const Operand keys = perHead(op, 1, keyHeads);
    const Operand values = perHead(op, 2, keyHeads);
    const std::int64_t size = keys.dims[3];
    Operand state =
        op.has(3) ? op.cast(op.in(3), DType::Float32)
                  : op.full(0, {keys.dims[0], keyHeads, size, values.dims[3]}, DType::Float32);
    const double given = op.attrs().number("scale");
    const double scale = given == 0 ? 1 / std::sqrt(static_cast<double>(size)) : given;
    std::vector<Operand> results;
    requireUnrolled(queries.dims[2]);
    for (std::int64_t i = 0; i < queries.dims[2]; ++i) {
        const Operand keyColumn = stepOf(op, keys, i, true);
        Operand valueRow = stepOf(op, values, i, false);
        if (op.has(4)) {
            const Operand decay = stepOf(op, perHead(op, 4, keyHeads), i, true);
            state = op.binary("mul", state, op.unary("exp", decay));
        }
        if (op.has(5)) {
            const Operand stored = op.matmul(op.transposeLast(keyColumn), state);
            valueRow = op.binary("mul", stepOf(op, perHead(op, 5, keyHeads), i, false),
                                 op.binary("sub", valueRow, stored));
        }
        state = op.binary("add", state, op.binary("mul", keyColumn, valueRow));
        const Operand read = op.slice(queries, 2, i, i + 1);
        results.push_back(op.scalar("mul", sharedProduct(op, read, state), scale));
    }
    const Operand all = joined(op, op.concatenate(results, 2));
    std::vector<Operand> outputs{op.cast(all, op.outType())};
    if (op.outputCount() > 1) {
        outputs.push_back(op.cast(state, op.outType(1)));
    }
    return outputs;
}

} // namespace

std::span<const LoweringRule> attentionRules()
{
    static constexpr std::array rules{
        LoweringRule{"ai.onnx.preview:FlexAttention", flexAttention},
        LoweringRule{"Attention", attention},
        LoweringRule{"RotaryEmbedding", rotaryEmbedding},
        LoweringRule{"LinearAttention", linearAttention},
    };
    return rules;
}

} // namespace nervure::onnx
