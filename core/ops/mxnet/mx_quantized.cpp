// SPDX-License-Identifier: Apache-2.0
// Operators on whole numbers of ranges. Each takes its attributes, shapes and computation from the one
// on plain numbers, which is registered before it.
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_quantization.h"
#include "core/support/text.h"

#include <algorithm>
#include <limits>
#include <string>

namespace nervure {

namespace {

bool isByteOrOpen(DType type)
{
    return type == DType::Unknown || type == DType::Int8 || type == DType::UInt8;
}

/// Bytes with or without sign remain what they are.
Status sameByteType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, in[0]);
}

Status signedType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, DType::Int8);
}

/// Data of either kind, weight and bias with a sign; sums of four bytes.
Status productType(const RuleContext &, DTypes &in, DTypes &out)
{
    // Of each value there are two ends of a range.
    const std::size_t values = in.size() / 3;
    if (!isByteOrOpen(in[0])) {
        return makeError("infer-type", "input 0 (data) is {}, expected int8 or uint8",
                         dtypeName(in[0]));
    }
    for (std::size_t i = 1; i < values; ++i) {
        if (!mergeType(in[i], DType::Int8)) {
            return makeError("infer-type", "input {} is {}, expected int8", i, dtypeName(in[i]));
        }
    }
    RETURN_IF_FAILED(assignRangeTypes(in, values, out));
    return assignOutputType(out, 0, DType::Int32);
}

/// Without a sign when no input has one. MXNet leaves the ranges' types open.
Status joinedType(const RuleContext &, DTypes &in, DTypes &out)
{
    const auto values = in.begin() + static_cast<std::ptrdiff_t>(in.size() / 3);
    if (!std::all_of(in.begin(), values, isByteOrOpen)) {
        return makeError("infer-type", "inputs are of other types, expected int8 or uint8");
    }
    RETURN_IF_FAILED(assignRangeTypes(in, in.size(), out));
    if (std::find(in.begin(), values, DType::Unknown) != values) {
        return {};
    }
    const bool isSigned = std::find(in.begin(), values, DType::Int8) != values;
    return assignOutputType(out, 0, isSigned ? DType::Int8 : DType::UInt8);
}

Status tableType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (!mergeType(in[0], DType::Float32) || !mergeType(in[1], DType::Int8)) {
        return makeError("infer-type", "inputs are {} and {}, expected float32 and int8",
                         dtypeName(in[0]), dtypeName(in[1]));
    }
    RETURN_IF_FAILED(assignRangeTypes(in, 2, out));
    return assignOutputType(out, 0, DType::Int8);
}

/// Statistics and factors are real numbers.
Status normalizedType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (!isByteOrOpen(in[0])) {
        return makeError("infer-type", "input 0 (data) is {}, expected int8 or uint8",
                         dtypeName(in[0]));
    }
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, DType::Int8);
}

std::vector<Entry> withRange(const QuantizedNode &node, Entry numbers)
{
    return {numbers, node.least(0), node.largest(0)};
}

/// What only moves numbers, or picks the largest.
Result<std::vector<Entry>> lowerKeepingRange(const QuantizedNode &node)
{
    ASSIGN_OR_RETURN(const Entry result, node.computed());
    return withRange(node, result);
}

const std::string *attributeOf(const QuantizedNode &node, const char *key)
{
    return node.op.rule().node.attrs.find(key);
}

Result<std::vector<Entry>> lowerQuantizedAct(const QuantizedNode &node)
{
    if (*attributeOf(node, "act_type") != "relu" || node.op.type(0) != DType::Int8) {
        return makeError("not-supported",
                         "act_type {} of {} is not supported, as in MXNet: expected relu of int8",
                         *attributeOf(node, "act_type"), dtypeName(node.op.type(0)));
    }
    return lowerKeepingRange(node);
}

/// Averages are rounded, halves to the even number.
Result<std::vector<Entry>> lowerQuantizedPooling(const QuantizedNode &node)
{
    const std::string *type = attributeOf(node, "pool_type");
    if (type == nullptr || *type == "max") {
        return lowerKeepingRange(node);
    }
    if (*type != "avg") {
        return makeError("not-supported", "pool_type {} is not supported, as in MXNet", *type);
    }
    ASSIGN_OR_RETURN(const Entry mean,
                     node.computed(node.converted(DType::Float32), DType::Float32));
    return withRange(node, roundedTo(node.op, mean, node.op.outType()));
}

/// Sums of products of bytes, and the range in which they lie: what 2^31 levels of a product stand for.
std::vector<Entry> withRangeOfProducts(const QuantizedNode &node, Entry sums, double dataLevels)
{
    constexpr double weightLevels = std::numeric_limits<std::int8_t>::max();
    const Lowering &op = node.op;
    const Entry widest =
        widestOfProducts(op, op.makeScalar("__div_scalar__", node.widest(0), dataLevels),
                         op.makeScalar("__div_scalar__", node.widest(1), weightLevels));
    return {sums, op.make("negative", {widest}), widest};
}

/// MXNet adds the bias as it is, whatever its range, and counts the data's levels as if they had a sign.
Result<std::vector<Entry>> lowerQuantizedConv(const QuantizedNode &node)
{
    ASSIGN_OR_RETURN(const Entry sums, node.computed(node.converted(DType::Int32), DType::Int32));
    return withRangeOfProducts(node, sums, std::numeric_limits<std::int8_t>::max());
}

/// The bias is brought to the levels of the products.
Result<std::vector<Entry>> lowerQuantizedFullyConnected(const QuantizedNode &node)
{
    const Lowering &op = node.op;
    std::vector<Entry> from = node.converted(DType::Int32);
    if (from.size() == 3) {
        const Entry product =
            op.make("broadcast_mul", {levelsPerUnit(op, op.type(0), node.widest(0)),
                                      levelsPerUnit(op, DType::Int8, node.widest(1))});
        const Entry factor =
            op.make("broadcast_div", {product, levelsPerUnit(op, DType::Int8, node.widest(2))});
        from[2] = op.cast(scaledBy(op, op.in(2), op.type(2), factor), DType::Float32, DType::Int32);
    }
    ASSIGN_OR_RETURN(const Entry sums, node.computed(from, DType::Int32));
    return withRangeOfProducts(node, sums, op.type(0) == DType::UInt8 ? 255 : 127);
}

/// The widest range of all is that of the result.
Result<std::vector<Entry>> lowerQuantizedConcat(const QuantizedNode &node)
{
    const Lowering &op = node.op;
    Entry least = node.least(0);
    Entry largest = node.largest(0);
    for (std::size_t i = 1; i < node.plainInputs; ++i) {
        least = op.make("broadcast_min", {least, node.least(i)});
        largest = op.make("broadcast_max", {largest, node.largest(i)});
    }
    const Entry scale = levelsPerUnit(op, op.outType(), widestOf(op, least, largest));
    std::vector<Entry> parts;
    for (std::size_t i = 0; i < node.plainInputs; ++i) {
        const Entry factor =
            op.make("broadcast_div", {scale, levelsPerUnit(op, op.type(i), node.widest(i))});
        parts.push_back(roundedTo(op, scaledBy(op, op.in(i), op.type(i), factor), op.outType()));
    }
    ASSIGN_OR_RETURN(const Entry result, node.computed(parts, op.outType()));
    return std::vector<Entry>{result, least, largest};
}

} // namespace

void registerMxQuantized(OpRegistry &ops)
{
    const RangedInputs data{0, 1};
    const QuantizedOp rows[]{
        {"_contrib_quantized_flatten", "Flatten",
         "all dimensions but the first as one, of whole numbers", data, sameByteType,
         lowerKeepingRange},
        {"_contrib_quantized_act", "Activation", "an activation function of whole numbers", data,
         signedType, lowerQuantizedAct},
        {"_contrib_quantized_pooling", "Pooling", "pooling of whole numbers", data, sameByteType,
         lowerQuantizedPooling},
        {"_contrib_quantized_conv",
         "Convolution",
         "convolution of whole numbers",
         {},
         productType,
         lowerQuantizedConv},
        {"_contrib_quantized_fully_connected",
         "FullyConnected",
         "fully connected layer of whole numbers",
         {},
         productType,
         lowerQuantizedFullyConnected},
        {"_contrib_quantized_concat",
         "Concat",
         "joins whole numbers along one dimension",
         {.isSuffix = true},
         joinedType,
         lowerQuantizedConcat},
        {"_contrib_quantized_batch_norm", "BatchNorm", "normalizes each channel of whole numbers",
         data, normalizedType},
        {"_contrib_quantized_embedding",
         "Embedding",
         "the rows of a table of whole numbers",
         {1, 1},
         tableType,
         lowerKeepingRange},
    };
    for (const QuantizedOp &row : rows) {
        ops.add(quantizedSpec(ops, row));
    }
}

} // namespace nervure
