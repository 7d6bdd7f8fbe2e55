// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx_table.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

struct RenamedOnnxOperator {
    std::string_view onnx;
    std::string_view nnvm;
};

/// Operators that keep their inputs and all attributes.
constexpr std::array keptOnnxOperators{
    RenamedOnnxOperator{"Ceil", "ceil"},
    RenamedOnnxOperator{"Concat", "concatenate"},
    RenamedOnnxOperator{"Exp", "exp"},
    RenamedOnnxOperator{"Flatten", "flatten"},
    RenamedOnnxOperator{"Floor", "floor"},
    RenamedOnnxOperator{"GlobalAveragePool", "global_avg_pool2d"},
    RenamedOnnxOperator{"GlobalMaxPool", "global_max_pool2d"},
    RenamedOnnxOperator{"Identity", "copy"},
    RenamedOnnxOperator{"LeakyRelu", "leaky_relu"},
    RenamedOnnxOperator{"Log", "log"},
    RenamedOnnxOperator{"LogSoftmax", "log_softmax"},
    RenamedOnnxOperator{"Neg", "negative"},
    RenamedOnnxOperator{"Pow", "broadcast_pow"},
    RenamedOnnxOperator{"Relu", "relu"},
    RenamedOnnxOperator{"Sigmoid", "sigmoid"},
    RenamedOnnxOperator{"Sqrt", "sqrt"},
    RenamedOnnxOperator{"Tanh", "tanh"}};

bool isNamed(const std::vector<std::string_view> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The version to take, of those of one operator.
const OnnxConversion *better(const OnnxConversion *a, const OnnxConversion &b, std::int64_t opset)
{
    if (!a) {
        return &b;
    }
    // One that is not after the operator set; of two such, or of none, the later.
    const bool fitsA = a->since <= opset;
    const bool fitsB = b.since <= opset;
    return fitsA != fitsB ? (fitsB ? &b : a) : (b.since > a->since ? &b : a);
}

} // namespace

Result<NnvmSymbol> convertOnnxOperator(OnnxCall &call, std::int64_t opset)
{
    const auto kept =
        std::find_if(keptOnnxOperators.begin(), keptOnnxOperators.end(),
                     [&call](const RenamedOnnxOperator &item) { return item.onnx == call.op; });
    if (kept != keptOnnxOperators.end()) {
        return convertAttrs(call, kept->nnvm, {});
    }
    const OnnxConversion *found = nullptr;
    for (const auto &table :
         {onnxElementConversions(), onnxLayerConversions(), onnxArrayConversions()}) {
        for (const OnnxConversion &item : table) {
            found = item.onnx == call.op ? better(found, item, opset) : found;
        }
    }
    if (!found) {
        return makeError("NotImplementedError", "Operator {} not implemented.", call.op);
    }
    return found->convert(call);
}

Result<NnvmSymbol> convertAttrs(OnnxCall &call, std::string_view nnvm, const OnnxAttrRules &rules)
{
    AttrDict attrs;
    for (const auto &[key, value] : call.attrs) {
        if (isNamed(rules.disabled, key)) {
            call.warnings.push_back("Attribute " + key + " is disabled in nnvm.sym."
                                    + std::string(nnvm));
            continue;
        }
        if (isNamed(rules.ignored, key)) {
            continue;
        }
        const auto rename = std::find_if(
            rules.renames.begin(), rules.renames.end(),
            [&key = key](const OnnxAttrRules::Rename &one) { return one.onnx == key; });
        if (rename == rules.renames.end()) {
            attrs.set(key, pythonStr(value));
        } else if (rename->text) {
            ASSIGN_OR_RETURN(std::string text, rename->text(value));
            attrs.set(rename->nnvm, std::move(text));
        } else {
            attrs.set(rename->nnvm, pythonStr(value));
        }
    }
    for (const auto &[key, value] : rules.extras) {
        attrs.set(key, value);
    }
    return call.nnvm.call(nnvm, call.inputs, std::move(attrs));
}

Result<Entry> inputAt(const OnnxCall &call, std::size_t at)
{
    if (at >= call.inputs.size()) {
        return makeError("IndexError", "list index out of range");
    }
    return call.inputs[at];
}

Result<Entry> applyTo(OnnxCall &call, std::string_view function, const Entry &value, AttrDict attrs)
{
    ASSIGN_OR_RETURN(const NnvmSymbol made,
                     call.nnvm.call(function, NnvmSymbol{value}, std::move(attrs)));
    return made.front();
}

Result<Entry> applyTo(OnnxCall &call, std::string_view function, const Entry &a, const Entry &b)
{
    ASSIGN_OR_RETURN(const NnvmSymbol made, call.nnvm.call(function, NnvmSymbol{a, b}));
    return made.front();
}

} // namespace nervure
