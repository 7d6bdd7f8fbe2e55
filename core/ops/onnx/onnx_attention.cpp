// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure {

namespace {

using namespace onnx;

constexpr std::size_t packedRank = 3; ///< [batch, length, heads * size]
constexpr std::size_t headsRank = 4;  ///< [batch, heads, length, size]

/// A query, key or value, whichever form it has.
struct Heads {
    Dimension batch;
    Dimension heads;
    Dimension length;
    Dimension size; ///< of one head
};

Result<Heads> packedHeads(const ValueCall &call, std::size_t input, std::string_view attribute)
{
    ASSIGN_OR_RETURN(const Dimensions shape, shapeOfRank(call, input, packedRank));
    if (!call.attrs.has(attribute)) {
        return makeError("infer-shape", "has no {}, expected it for inputs of 3 dimensions",
                         attribute);
    }
    const std::int64_t heads = call.attrs.integer(attribute);
    ASSIGN_OR_RETURN(Dimension size, wholeShare(shape[2], heads, "elements of all heads"));
    return Heads{shape[0], heads, shape[1], std::move(size)};
}

Result<Heads> separateHeads(const ValueCall &call, std::size_t input)
{
    ASSIGN_OR_RETURN(const Dimensions shape, shapeOfRank(call, input, headsRank));
    return Heads{shape[0], shape[1], shape[2], shape[3]};
}

Result<Heads> headsOf(const ValueCall &call, std::size_t input, std::size_t rank,
                      std::string_view attribute)
{
    return rank == packedRank ? packedHeads(call, input, attribute) : separateHeads(call, input);
}

/// Query heads share those of keys and values evenly.
Status checkSharing(const Dimension &query, const Dimension &keys)
{
    const bool areKnown = query.isNumber() && keys.isNumber();
    if (areKnown && (*keys.number() < 1 || *query.number() % *keys.number() != 0)) {
        return makeError("infer-shape",
                         "has {} heads of queries and {} of keys, expected a multiple of these",
                         query.text(), keys.text());
    }
    return {};
}

/// The inputs of Attention; the first three of LinearAttention too.
constexpr std::size_t queryInput = 0;
constexpr std::size_t keyInput = 1;
constexpr std::size_t valueInput = 2;
constexpr std::size_t pastKeyInput = 4;
constexpr std::size_t pastValueInput = 5;

/// What of keys and values is known from both together.
Status mergeHeads(Heads &query, Heads &key, Heads &value)
{
    ASSIGN_OR_RETURN(query.batch, same(query.batch, key.batch, "batches of queries and keys"));
    ASSIGN_OR_RETURN(query.batch, same(query.batch, value.batch, "batches of queries and values"));
    ASSIGN_OR_RETURN(key.heads, same(key.heads, value.heads, "heads of keys and values"));
    ASSIGN_OR_RETURN(key.length, same(key.length, value.length, "lengths of keys and values"));
    ASSIGN_OR_RETURN(key.size, same(key.size, query.size, "sizes of heads of queries and keys"));
    value.heads = key.heads;
    value.length = key.length;
    return checkSharing(query.heads, key.heads);
}

/// Keys or values behind those of the past: [batch, heads, length, size].
Result<Dimensions> withPast(const ValueCall &call, std::size_t past, const Dimension &batch,
                            const Heads &now)
{
    Dimensions present{batch, now.heads, now.length, now.size};
    if (!call.has(past)) {
        return present;
    }
    ASSIGN_OR_RETURN(const Dimensions before, shapeOfRank(call, past, headsRank));
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
        ASSIGN_OR_RETURN(present[axis], same(present[axis], before[axis],
                                             "sizes of what is past and what is new"));
    }
    present[2] = before[2] + now.length;
    return present;
}

Status attention(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto rank, commonRank(call, {queryInput, keyInput, valueInput}));
    if (!rank) {
        return {};
    }
    if (*rank != packedRank && *rank != headsRank) {
        return makeError("infer-shape", "input has {} dimensions, expected 3 or 4", *rank);
    }
    ASSIGN_OR_RETURN(Heads query, headsOf(call, queryInput, *rank, "q_num_heads"));
    ASSIGN_OR_RETURN(Heads key, headsOf(call, keyInput, *rank, "kv_num_heads"));
    ASSIGN_OR_RETURN(Heads value, headsOf(call, valueInput, *rank, "kv_num_heads"));
    RETURN_IF_FAILED(mergeHeads(query, key, value));
    ASSIGN_OR_RETURN(const Dimensions keys, withPast(call, pastKeyInput, query.batch, key));
    ASSIGN_OR_RETURN(const Dimensions values, withPast(call, pastValueInput, query.batch, value));
    const Dimension &size = values[3];
    call.setShape(0, *rank == packedRank
                         ? Dimensions{query.batch, query.length, query.heads * size}
                         : Dimensions{query.batch, query.heads, query.length, size});
    call.setShape(1, keys);
    call.setShape(2, values);
    call.setShape(3, Dimensions{query.batch, query.heads, query.length, keys[2]});
    return {};
}

/// The state is one matrix [size of keys, size of values] for each head.
Status linearAttention(ValueCall &call)
{
    ASSIGN_OR_RETURN(Heads query, packedHeads(call, queryInput, "q_num_heads"));
    ASSIGN_OR_RETURN(Heads key, packedHeads(call, keyInput, "kv_num_heads"));
    ASSIGN_OR_RETURN(Heads value, packedHeads(call, valueInput, "kv_num_heads"));
    RETURN_IF_FAILED(mergeHeads(query, key, value));
    ASSIGN_OR_RETURN(const Dimension length,
                     same(query.length, key.length, "lengths of queries and keys"));
    constexpr std::size_t pastState = 3;
    ASSIGN_OR_RETURN(const Dimensions past, shapeOfRank(call, pastState, headsRank));
    Dimensions state{query.batch, key.heads, key.size, value.size};
    for (std::size_t axis = 0; axis < state.size(); ++axis) {
        ASSIGN_OR_RETURN(state[axis],
                         same(state[axis], past[axis], "sizes of the state and of the past one"));
    }
    call.setShape(0, Dimensions{state[0], length, query.heads * state[3]});
    call.setShape(1, std::move(state));
    if (!call.has(pastState)) { // the first state has the type of what it is made of
        call.setElement(1, call.in(queryInput).element);
    }
    return {};
}

Status rotaryEmbedding(ValueCall &call)
{
    const MaybeShape &shape = call.shape(0);
    if (shape && shape->size() != packedRank && shape->size() != headsRank) {
        return makeError("infer-shape", "input has {} dimensions, expected 3 or 4", shape->size());
    }
    if (shape && shape->size() == packedRank) {
        ASSIGN_OR_RETURN(const Heads checked, packedHeads(call, 0, "num_heads"));
    }
    return sameShape(call);
}

/// The cache keeps its size; new elements overwrite some along one axis.
Status scatterIntoCache(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto rank, commonRank(call, {0, 1}));
    if (!rank) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis", -2), *rank));
    if (axis == 0) {
        return makeError("infer-shape", "axis is 0, the batch, expected another one");
    }
    ASSIGN_OR_RETURN(Dimensions cache, shapeOfRank(call, 0, *rank));
    ASSIGN_OR_RETURN(const Dimensions update, shapeOfRank(call, 1, *rank));
    for (std::size_t i = 0; i < *rank; ++i) {
        if (i != axis) {
            ASSIGN_OR_RETURN(cache[i], same(cache[i], update[i], "sizes of cache and update"));
        }
    }
    call.setShape(0, std::move(cache));
    return {};
}

std::vector<Attribute> attentionAttributes()
{
    return {
        flag("is_causal", false, "whether a query sees only keys up to its own place"),
        integer("kv_num_heads", "heads of keys and values, for inputs of 3 dimensions"),
        integer("q_num_heads", "heads of queries, for inputs of 3 dimensions"),
        integer("qk_matmul_output_mode", 0,
                "what qk_matmul_output holds: 0 products, 1 behind softcap, 2 with the mask, 3 "
                "behind softmax"),
        number("scale", "the factor of the products; 1 / sqrt(size of a head)"),
        number("softcap", 0, "the bound that products come near to; 0: none"),
        elementType("softmax_precision", "the type that softmax computes with"),
    };
}

std::vector<Attribute> windowedAttentionAttributes()
{
    std::vector<Attribute> attributes = attentionAttributes();
    attributes.push_back(integer("left_window_size", -1,
                                 "how many keys before its own place a query sees; -1: all"));
    attributes.push_back(integer("right_window_size", -1,
                                 "how many keys behind its own place a query sees; -1: all"));
    return attributes;
}

/// Without anything past: each query sees all keys.
Status flexAttention(ValueCall &call)
{
    constexpr std::size_t rank = 4;
    ASSIGN_OR_RETURN(Dimensions shape, shapeOfRank(call, 0, rank));
    ASSIGN_OR_RETURN(const Dimensions keys, shapeOfRank(call, 1, rank));
    ASSIGN_OR_RETURN(const Dimensions values, shapeOfRank(call, 2, rank));
    for (const Dimension &batch : {keys[0], values[0]}) {
        if (shape[0].isNumber() && batch.isNumber() && !(shape[0] == batch)) {
            return makeError("infer-shape", "has queries of batch {} and keys or values of {}",
                             shape[0].text(), batch.text());
        }
    }
    shape[3] = values[3];
    call.setShape(0, std::move(shape));
    return {};
}

void registerAttentions(OpRegistry &ops)
{
    add(ops, OpCategory::Convolution, "ai.onnx.preview:FlexAttention",
        "attention whose products and weights other graphs may change",
        {{1, "Q:T1 K:T1 V:T1 -> Y:T1", "T1 = float bf16",
          std::vector{opaque("prob_mod", "the graph that the weights go through"),
                      opaque("score_mod", "the graph that the products go through"),
                      number("scale", "a factor of the products; by the size of heads if none"),
                      integer("softmax_precision", "the number of the type of the weights")},
          flexAttention}});
    add(ops, OpCategory::Convolution, "Attention",
        "values weighted by how much their keys are like the queries, by heads",
        {{23,
          "Q:T1 K:T1 V:T2 attn_mask:U? past_key:T1? past_value:T2? -> Y:T1 present_key:T1? "
          "present_value:T2? qk_matmul_output:T1?",
          "T1 = float bf16; T2 = float bf16; U = number bf16 bool", attentionAttributes(),
          attention},
         {24,
          "Q:T1 K:T1 V:T2 attn_mask:U? past_key:T1? past_value:T2? nonpad_kv_seqlen:i64? -> Y:T1 "
          "present_key:T1? present_value:T2? qk_matmul_output:T1?"},
         {25, {}, {}, windowedAttentionAttributes()}});
    add(ops, OpCategory::Convolution, "LinearAttention",
        "attention with a state of one size, updated for each place",
        {{27, "query:T key:T value:T past_state:S? decay:T? beta:T? -> output:T present_state:S",
          "T = bf16 f16 f32; S = bf16 f16 f32",
          std::vector{integer("chunk_size", 64, "places computed together; changes no result"),
                      integer("kv_num_heads", "heads of keys and values").required(),
                      integer("q_num_heads", "heads of queries").required(),
                      number("scale", 0, "the factor of the result; 0: 1 / sqrt(size of a head)"),
                      text("update_rule", "gated_delta", "how a place changes the state")
                          .oneOf({"linear", "gated", "delta", "gated_delta"})},
          linearAttention}});
}

} // namespace

void registerOnnxAttention(OpRegistry &ops)
{
    registerAttentions(ops);
    add(ops, OpCategory::Elementwise, "RotaryEmbedding",
        "pairs of elements turned by angles that depend on their place",
        {{23, "X:T cos_cache:T sin_cache:T position_ids:M? -> Y:T", "T = bf16 f16 f32; M = i64",
          std::vector{
              flag("interleaved", false, "whether neighbors are pairs instead of halves"),
              integer("num_heads", "heads, for an input of 3 dimensions"),
              integer("rotary_embedding_dim", 0, "how many elements of a head are turned; 0: all")},
          rotaryEmbedding}});
    add(ops, OpCategory::Layout, "TensorScatter",
        "a cache of keys or values with new ones written into it",
        {{24, "past_cache:T update:T write_indices:i64? -> present_cache:T",
          "T = any f8 bf16 e8m0 f4 int4 uint4",
          std::vector{integer("axis", -2, "the dimension along which places are numbered"),
                      text("mode", "linear", "whether writing goes on at the start behind the end")
                          .oneOf({"linear", "circular"})},
          scatterIntoCache}});
}

} // namespace nervure
