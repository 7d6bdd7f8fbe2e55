// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_registry.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/support/text.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure::onnx {

namespace {

/// All rules by name.
std::unordered_map<std::string_view, const LoweringRule *> collectRules()
{
    std::unordered_map<std::string_view, const LoweringRule *> rules;
    for (const auto &family :
         {functionRules(),     elementwiseRules(), activationRules(),    reductionRules(),
          layoutRules(),       indexingRules(),    creationRules(),      productRules(),
          convolutionRules(),  poolingRules(),     normalizationRules(), attentionRules(),
          quantizationRules(), resizeRules(),      recurrenceRules(),    lossRules(),
          samplingRules(),     regionRules(),      deformRules(),        signalRules(),
          choiceRules(),       textRules()}) {
        for (const LoweringRule &rule : family) {
            rules.emplace(rule.op, &rule);
        }
    }
    return rules;
}

/// The inputs that are there, with the shapes and types that they have in the graph.
std::vector<std::optional<Operand>> operandsOf(const RewriteCall &call)
{
    std::vector<std::optional<Operand>> operands;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const ValueType &value = call.inValues[i];
        operands.emplace_back();
        if (call.inputs[i].node.isValid()) {
            operands.back() =
                Operand{call.inputs[i], value.numbers(), computableType(value.element)};
        }
    }
    return operands;
}

/// Fails unless a rule gave what inference found.
Status checkOutput(const Operand &output, const ValueType &value, std::size_t i)
{
    const bool isAsInferred = output.type == computableType(value.element) && value.shape
                              && output.dims == value.numbers();
    return isAsInferred || !output.entry.node.isValid()
               ? Status()
               : makeError("not-supported", "its output {} is {}, lowered to {} {}", i,
                           value.text(), dtypeName(output.type), shapeText(output.dims));
}

/// Results of bfloat16 are floats that are rounded to it, once; inputs that are passed on are so already.
Entry rounded(const Lowering &graph, const Entry &output, const RewriteCall &call,
              const ValueType &value)
{
    if (value.element != ElementType::BFloat16 || !output.node.isValid()) {
        return output;
    }
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        if (call.inputs[i] == output && call.inValues[i].element == ElementType::BFloat16) {
            return output;
        }
    }
    return graph.make("round_bfloat16", {output});
}

/// "float32 2×3, int64 4": what the node reads.
std::string inputTexts(std::span<const ValueType> values)
{
    std::vector<std::string> texts;
    for (const ValueType &value : values) {
        texts.push_back(value.kind == ValueType::Kind::Unknown ? "none" : value.text());
    }
    return join(texts, ", ");
}

Lowered lowerWhatFits(const std::function<Lowered(const OnnxLowering &)> &lower,
                      const OnnxLowering::Call &call)
{
    try {
        return lower(OnnxLowering(call));
    } catch (const ShapesDoNotFit &misfit) {
        if (!misfit.reason.empty()) {
            return makeError("not-supported", "{}", misfit.reason);
        }
        return makeError("not-supported",
                         "its inputs ({}) do not fit each other or the attributes, expected the "
                         "shapes of the operator's definition",
                         inputTexts(call.in));
    }
}

Result<std::vector<Entry>> lowerBy(const std::function<Lowered(const OnnxLowering &)> &lower,
                                   std::string_view ours, std::uint16_t version,
                                   const RewriteCall &call)
{
    const Lowering graph(call);
    std::vector<bool> given;
    for (const ValueType &value : call.inValues) {
        given.push_back(value.kind != ValueType::Kind::Unknown);
    }
    const OnnxLowering::Call asked{graph,
                                   ours,
                                   call.rule.attrs.as<OnnxAttrs>(),
                                   version,
                                   operandsOf(call),
                                   std::move(given),
                                   {call.inValues.begin(), call.inValues.end()},
                                   call.outValues};
    ASSIGN_OR_RETURN(const std::vector<Operand> outputs, lowerWhatFits(lower, asked));
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < outputs.size() && i < call.outValues.size(); ++i) {
        RETURN_IF_FAILED(checkOutput(outputs[i], call.outValues[i], i));
        entries.push_back(rounded(graph, outputs[i].entry, call, call.outValues[i]));
    }
    return entries;
}

const std::unordered_map<std::string_view, const LoweringRule *> &allRules()
{
    static const auto rules = collectRules();
    return rules;
}

/// The rules of ONNX's operators are those of their newest versions.
constexpr std::uint16_t newestVersion = std::numeric_limits<std::uint16_t>::max();

} // namespace

const LoweringRule *ruleOf(std::string_view onnx)
{
    const auto found = allRules().find(onnx);
    return found == allRules().end() ? nullptr : found->second;
}

std::shared_ptr<const RewriteRules> rewritesOf(std::function<Lowered(const OnnxLowering &)> lower,
                                               const LoweringRule &inputs, std::uint16_t version)
{
    auto rewrites = std::make_shared<RewriteRules>();
    rewrites->numberInputs = inputs.numberInputs;
    rewrites->emptyInputs = inputs.emptyInputs;
    rewrites->lower = [lower = std::move(lower), ours = inputs.ours, version](
                          const RewriteCall &call) { return lowerBy(lower, ours, version, call); };
    return rewrites;
}

Lowered OnnxLowering::as(std::string_view onnx, const OnnxAttrs &attrs,
                         const std::vector<std::size_t> &inputs) const
{
    const LoweringRule *rule = ruleOf(onnx);
    if (!rule) {
        return makeError("not-supported", "has no counterpart in NNVM's operators or ours");
    }
    Call call{m_call.graph, rule->ours, attrs, newestVersion, {}, {}, {}, m_call.out};
    for (const std::size_t input : inputs) {
        call.inputs.push_back(m_call.inputs[input]);
        call.given.push_back(m_call.given[input]);
        call.in.push_back(m_call.in[input]);
    }
    return rule->lower(OnnxLowering(call));
}

Lowered OnnxLowering::as(std::string_view onnx, const OnnxAttrs &attrs,
                         const std::vector<Input> &inputs, const std::vector<Shape> &outputs) const
{
    const LoweringRule *rule = ruleOf(onnx);
    if (!rule) {
        return makeError("not-supported", "has no counterpart in NNVM's operators or ours");
    }
    const auto tensorOf = [](DType type, const Shape &dims) {
        return ValueType::tensor(elementTypeNamed(dtypeName(type)).value_or(ElementType::Undefined),
                                 dimensionsOf(dims));
    };
    ValueTypes values;
    const DType type = inputs.front().operand ? inputs.front().operand->type : DType::Float32;
    for (const Shape &dims : outputs) {
        values.push_back(tensorOf(type, dims));
    }
    Call call{m_call.graph, rule->ours, attrs, newestVersion, {}, {}, {}, values};
    for (const Input &input : inputs) {
        call.inputs.push_back(input.operand);
        call.given.push_back(input.operand || input.numbers);
        ValueType value;
        if (input.operand) {
            value = tensorOf(input.operand->type, input.operand->dims);
        } else if (input.numbers) {
            value = tensorOf(DType::Int64, {static_cast<std::int64_t>(input.numbers->size())});
            KnownElements elements;
            elements.whole.assign(input.numbers->begin(), input.numbers->end());
            value.elements = std::make_shared<const KnownElements>(std::move(elements));
        }
        call.in.push_back(std::move(value));
    }
    return rule->lower(OnnxLowering(call));
}

} // namespace nervure::onnx

namespace nervure {

void registerLoweringRules(OpRegistry &ops)
{
    ops.setRewrites(Dialect::Onnx, [](const OpSpec &spec) {
        const onnx::LoweringRule *rule = onnx::ruleOf(spec.name);
        return rule ? onnx::rewritesOf(rule->lower, *rule, spec.sinceVersion) : nullptr;
    });
}

} // namespace nervure
