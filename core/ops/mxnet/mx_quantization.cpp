// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_quantization.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>

namespace nervure {

double quantizationLevels(DType type)
{
    switch (type) {
    case DType::UInt8: return std::numeric_limits<std::uint8_t>::max() + 0.5;
    case DType::Int8: return std::numeric_limits<std::int8_t>::max() + 0.5;
    default: return std::numeric_limits<std::int32_t>::max();
    }
}

Entry widestOf(const Lowering &op, Entry least, Entry largest)
{
    return op.make("broadcast_max", {op.make("abs", {least}), op.make("abs", {largest})});
}

Entry rangeEnd(const Lowering &op, double number)
{
    return op.full(number, {1}, DType::Float32);
}

Entry levelOf(const Lowering &op, DType type, Entry widest)
{
    return op.makeScalar("__div_scalar__", widest, quantizationLevels(type));
}

Entry levelsPerUnit(const Lowering &op, DType type, Entry widest)
{
    return op.makeScalar("__rdiv_scalar__", widest, quantizationLevels(type));
}

Entry widestOfProducts(const Lowering &op, Entry level, Entry otherLevel)
{
    return op.makeScalar("__mul_scalar__", op.make("broadcast_mul", {level, otherLevel}),
                         quantizationLevels(DType::Int32));
}

Entry scaledBy(const Lowering &op, Entry data, DType type, Entry scale)
{
    return op.make("broadcast_mul", {op.cast(data, type, DType::Float32), scale});
}

Entry roundedTo(const Lowering &op, Entry x, DType type)
{
    const bool isSigned = type == DType::Int8;
    const Entry whole =
        op.make("clip", {op.make("rint", {x})},
                attrsOf({{"a_min", isSigned ? "-128" : "0"}, {"a_max", isSigned ? "127" : "255"}}));
    return op.cast(whole, DType::Float32, type);
}

Status assignRangeShapes(Shapes &in, std::size_t first, Shapes &out)
{
    for (std::size_t i = first; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, "range", {1}));
    }
    for (std::size_t i = 1; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, {1}));
    }
    return {};
}

Status assignRangeTypes(DTypes &in, std::size_t first, DTypes &out)
{
    for (std::size_t i = first; i < in.size(); ++i) {
        if (!mergeType(in[i], DType::Float32)) {
            return makeError("infer-type", "input {} is {}, expected float32", i, dtypeName(in[i]));
        }
    }
    for (std::size_t i = 1; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutputType(out, i, DType::Float32));
    }
    return {};
}

namespace {

std::vector<std::string> withRanges(std::vector<std::string> names, const RangedInputs &ranged)
{
    const std::size_t plain = names.size();
    for (std::size_t i = ranged.first; i < plain && i - ranged.first < ranged.count; ++i) {
        for (const std::string end : {"min", "max"}) {
            names.push_back(ranged.isSuffix ? names[i] + '_' + end : end + '_' + names[i]);
        }
    }
    return names;
}

/// The plain operator's rule for its part, whatever hidden outputs it has.
Status quantizedShape(const OpSpec &plain, const RuleContext &context, Shapes &in, Shapes &out)
{
    const std::size_t count = plain.inputNames(context).size();
    if (in.size() < count || out.empty()) {
        return makeError("infer-shape", "{} inputs, expected more than {}", in.size(), count);
    }
    RETURN_IF_FAILED(assignRangeShapes(in, count, out));
    Shapes values(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count));
    Shapes results(plain.outputNames ? plain.outputNames(context).size() : 1);
    results[0] = out[0];
    RETURN_IF_FAILED(plain.inferShape(context, values, results));
    std::copy(values.begin(), values.end(), in.begin());
    out[0] = results[0];
    return {};
}

} // namespace

OpSpec quantizedSpec(const OpRegistry &ops, const QuantizedOp &row)
{
    const OpSpec *found = ops.find(Dialect::MXNet, row.plain);
    assert(found && "the plain operator is registered before");
    const auto plain = std::make_shared<const OpSpec>(*found);
    const RangedInputs ranged = row.ranged;
    OpSpec spec = *plain;
    spec.name = row.name;
    spec.aliases.clear();
    spec.summary = row.summary;
    spec.inputNames = [plain, ranged](const RuleContext &context) {
        return withRanges(plain->inputNames(context), ranged);
    };
    spec.outputNames = [](const RuleContext &) {
        return std::vector<std::string>{"output", "min_output", "max_output"};
    };
    spec.visibleOutputs = 0;
    spec.inferShape = [plain](const RuleContext &context, Shapes &in, Shapes &out) {
        return quantizedShape(*plain, context, in, out);
    };
    spec.inferType = row.type;
    RewriteRules rules;
    if (row.lower != nullptr) {
        rules.lower = lowerTo([plain, rule = row.lower](const Lowering &op) {
            return rule({op, *plain, plain->inputNames(op.rule()).size()});
        });
    }
    spec.rewrites = std::make_shared<const RewriteRules>(std::move(rules));
    return spec;
}

} // namespace nervure
