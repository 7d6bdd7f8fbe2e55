// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/kindred_operator.h"

#include "core/graph/op/rewrite_rules.h"
#include "core/ops/onnx/lowering/kindred_attributes.h"
#include "core/ops/onnx/onnx_signature.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace nervure::onnx {

namespace {

/// Names of the values, the variadic one as often as `count` says, or as there are.
std::vector<std::string> namesOf(const std::vector<FormalValue> &formals, std::size_t count)
{
    std::vector<std::string> names;
    for (const FormalValue &formal : formals) {
        if (!formal.isVariadic) {
            names.push_back(formal.name);
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            names.push_back(fmt::format("{}[{}]", formal.name, i));
        }
    }
    return names;
}

/// How many values the variadic one of these has.
std::size_t countOf(const std::vector<FormalValue> &formals, std::string_view attribute,
                    const OnnxAttrs &attrs, std::size_t otherwise)
{
    constexpr std::int64_t most = 1 << 16; // the reader of files refuses more
    const auto variadic =
        std::count_if(formals.begin(), formals.end(),
                      [](const FormalValue &formal) { return formal.isVariadic; });
    if (variadic == 0) {
        return 0;
    }
    if (const auto *value = attribute.empty() ? nullptr : attrs.find(attribute)) {
        if (const auto *count = std::get_if<std::int64_t>(value)) {
            return static_cast<std::size_t>(std::clamp<std::int64_t>(*count, 0, most));
        }
    }
    const std::size_t single = formals.size() - 1;
    return otherwise > single ? otherwise - single : 0;
}

/// Items of a list of types: "[float32, int32]".
std::size_t itemsOf(std::string_view list)
{
    return list.size() < 3
               ? 0
               : static_cast<std::size_t>(std::count(list.begin(), list.end(), ',')) + 1;
}

ValueRule translatedRule(const OpSpec &onnx, Translator translate)
{
    const ValueSignature &signature = onnx.values->signature;
    const bool keepsType = !signature.inputs.empty()
                           && signature.outputs[0].typeVariable == signature.inputs[0].typeVariable;
    return [infer = onnx.values->infer, version = onnx.sinceVersion, translate,
            keepsType](ValueCall &call) {
        if (!infer) {
            return Status();
        }
        OnnxForm form;
        if (translate) {
            auto found = translate({call.attrs, call.inputs});
            if (!found) {
                return Status();
            }
            form = std::move(*found);
        } else {
            form.inputs.resize(call.inputs.size());
            std::iota(form.inputs.begin(), form.inputs.end(), std::size_t{0});
        }
        ValueCall asked{form.attrs, version};
        for (const std::size_t input : form.inputs) {
            asked.inputs.push_back(call.in(input));
            asked.given.push_back(call.has(input));
        }
        asked.outputs = call.outputs;
        if (!asked.outputs.empty() && keepsType
            && asked.outputs[0].element == ElementType::Undefined) {
            asked.outputs[0].element = call.in(form.inputs.empty() ? 0 : form.inputs[0]).element;
            asked.outputs[0].kind = ValueType::Kind::Tensor;
        }
        const Status status = infer(asked);
        call.outputs = std::move(asked.outputs);
        return status;
    };
}

std::function<Lowered(const OnnxLowering &)> translatedLowering(std::string_view as,
                                                                Translator translate)
{
    return [as, translate](const OnnxLowering &op) -> Lowered {
        OnnxForm form;
        if (translate) {
            auto found = translate({op.attrs(), op.inValues()});
            if (!found) {
                return makeError("not-supported",
                                 "the elements of an input are computed when the model runs, "
                                 "expected a constant or a given value");
            }
            form = std::move(*found);
        } else {
            form.inputs.resize(op.inputCount());
            std::iota(form.inputs.begin(), form.inputs.end(), std::size_t{0});
        }
        ASSIGN_OR_RETURN(std::vector<Operand> outputs, op.as(as, form.attrs, form.inputs));
        // Some frameworks have numbers where ONNX has truth values or positions.
        for (std::size_t i = 0; i < outputs.size() && i < op.outputCount(); ++i) {
            if (outputs[i].entry.node.isValid() && op.outType(i) != DType::Unknown) {
                outputs[i] = op.cast(outputs[i], op.outType(i));
            }
        }
        return outputs;
    };
}

} // namespace

std::optional<Numbers> AtNode::numbers(std::size_t input) const
{
    if (input >= in.size() || !in[input].elements || !hasWholeElements(in[input].element)
        || in[input].elementCount()
               != static_cast<std::int64_t>(in[input].elements->whole.size())) {
        return std::nullopt;
    }
    Numbers numbers;
    for (const Dimension &element : in[input].elements->whole) {
        if (!element.isNumber()) {
            return std::nullopt;
        }
        numbers.push_back(*element.number());
    }
    return numbers;
}

std::optional<std::int64_t> AtNode::number(std::size_t input) const
{
    const auto all = numbers(input);
    return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

void addKindred(OpRegistry &ops, Dialect dialect, AttributeHelp help, KindredOperator op)
{
    TypeVariables types;
    readTypes(op.types, types);
    const OpSpec *same = op.as.empty() ? nullptr : ops.find(Dialect::Onnx, op.as);
    assert((same || op.as.empty()) && "an operator of ONNX's, declared before");

    auto rules = std::make_shared<ValueRules>();
    rules->signature = readSignature(op.signature, types);
    for (FormalValue &input : rules->signature.inputs) {
        if (!op.freeTypes.empty() && input.typeVariable == op.freeTypes) {
            input.typeVariable.clear();
        }
    }
    rules->infer = op.infer || !same ? op.infer : translatedRule(*same, op.translate);

    OpSpec spec;
    spec.dialect = dialect;
    spec.name = op.name;
    spec.summary = op.summary.empty() && same ? std::string_view(same->summary) : op.summary;
    spec.category = op.category;
    spec.attrs = readAttributes(op.attributes, op.typesAreAttributes ? op.types : "", help);
    spec.inputNames = [rules, counts = op.inputCount,
                       last = std::string(op.lastInput)](const RuleContext &context) {
        const auto &inputs = rules->signature.inputs;
        if (std::any_of(inputs.begin(), inputs.end(),
                        [](const FormalValue &formal) { return formal.isOptional; })) {
            return onnx::inputNames(rules->signature, context.node);
        }
        const std::size_t all = context.node.inputs.size();
        const std::size_t there = all - std::min<std::size_t>(all, last.empty() ? 0 : 1);
        auto names = namesOf(inputs, countOf(inputs, counts, context.attrs.as<OnnxAttrs>(), there));
        if (!last.empty()) {
            names.push_back(last);
        }
        return names;
    };
    spec.outputNames = [rules, counts = op.outputCount](const RuleContext &context) {
        const auto &outputs = rules->signature.outputs;
        if (!context.node.outputPorts.empty()) { // the file has a name for each
            return onnx::outputNames(rules->signature, context.node);
        }
        const auto &attrs = context.attrs.as<OnnxAttrs>();
        const std::size_t listed = counts.empty() ? 0 : itemsOf(attrs.text(counts));
        return namesOf(outputs, countOf(outputs, counts, attrs, std::max<std::size_t>(listed, 0)));
    };
    spec.macs = std::move(op.macs);
    spec.values = std::move(rules);
    if (!op.lower && same && ruleOf(op.as)) {
        op.lower = translatedLowering(op.as, op.translate);
    }
    if (op.lower) {
        LoweringRule inputs{op.name, nullptr};
        inputs.numberInputs = op.numberInputs;
        inputs.emptyInputs = op.emptyInputs;
        spec.rewrites = rewritesOf(std::move(op.lower), inputs, 0);
    }
    ops.add(std::move(spec));
}

} // namespace nervure::onnx
