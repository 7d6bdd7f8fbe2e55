// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"

#include "core/graph/value/value_type.h"

#include <algorithm>
#include <array>

namespace nervure {

const TensorFlowConversion *tensorFlowConversion(std::string_view op)
{
    for (const auto conversions : {tensorFlowLayerConversions(), tensorFlowElementConversions(),
                                   tensorFlowArrayConversions(), tensorFlowSizeConversions()}) {
        const auto found = std::find_if(
            conversions.begin(), conversions.end(),
            [op](const TensorFlowConversion &conversion) { return conversion.tensorflow == op; });
        if (found != conversions.end()) {
            return &*found;
        }
    }
    return nullptr;
}

Result<NnvmSymbol> convertAttrs(TensorFlowCall &call, std::string_view nnvm,
                                const TensorFlowAttrRules &rules)
{
    constexpr std::array<std::string_view, 4> always{"_output_shapes", "T", "use_cudnn_on_gpu",
                                                     "is_training"};
    const auto isIn = [](const auto &list, std::string_view key) {
        return std::find(list.begin(), list.end(), key) != list.end();
    };
    AttrDict attrs;
    for (const auto &[key, value] : call.attrs.asPython()) {
        if (isIn(always, key) || isIn(rules.ignored, key)) {
            continue;
        }
        std::string_view name = key;
        for (const auto &[from, to] : rules.renames) {
            name = key == from ? to : name;
        }
        attrs.set(name, value);
    }
    for (const auto &[key, value] : rules.extras) {
        attrs.set(key, value);
    }
    if (rules.isNamed) {
        attrs.set("name", call.name);
    }
    return call.nnvm.call(nnvm, call.inputs, std::move(attrs));
}

Result<Entry> inputAt(const TensorFlowCall &call, std::size_t at)
{
    return at < call.inputs.size() ? Result<Entry>(call.inputs[at])
                                   : makeError("IndexError", "list index out of range");
}

const TensorFlowSizes &sizesAt(const TensorFlowCall &call, std::size_t at)
{
    static const TensorFlowSizes none;
    return at < call.inputShapes.size() ? call.inputShapes[at] : none;
}

Result<std::string> outputName(const TensorFlowCall &call, std::size_t at)
{
    ASSIGN_OR_RETURN(const Entry input, inputAt(call, at));
    const Node &node = call.nnvm.node(input);
    return node.isVariable() ? node.name : node.name + "_output";
}

Result<TensorFlowParam> popParam(TensorFlowCall &call, std::size_t at)
{
    ASSIGN_OR_RETURN(const std::string name, outputName(call, at));
    return call.params.pop(name);
}

Result<double> firstElement(const TensorFlowParam &param)
{
    if (!param.elements) {
        return makeError("not-supported",
                         "{} has more elements than are known before they are read, expected one",
                         param.name);
    }
    return param.elements->empty() ? Result<double>(
               makeError("IndexError", "index 0 is out of bounds for axis 0 with size 0"))
                                   : Result<double>(param.elements->front());
}

std::string firstText(const TensorFlowParam &param, double value)
{
    return numpyText(value, hasWholeElements(param.type));
}

Result<std::vector<std::int64_t>> wholeNumbers(const TensorFlowParam &param)
{
    if (!param.elements) {
        return makeError("not-supported",
                         "{} has more elements than are known before they are read, expected a "
                         "few numbers",
                         param.name);
    }
    return std::vector<std::int64_t>(param.elements->begin(), param.elements->end());
}

} // namespace nervure
