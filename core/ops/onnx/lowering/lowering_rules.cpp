// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_registry.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"

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
            operands.back() = Operand{call.inputs[i], dimsOf(value), computableType(value.element)};
        }
    }
    return operands;
}

/// Fails unless a rule gave what inference found.
Status checkOutput(const Operand &output, const ValueType &value, std::size_t i)
{
    const bool isAsInferred =
        output.type == computableType(value.element) && value.shape && output.dims == dimsOf(value);
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

Result<std::vector<Entry>> lowerBy(const LoweringRule &rule, std::uint16_t version,
                                   const RewriteCall &call)
{
    const Lowering graph(call);
    std::vector<bool> given;
    for (const ValueType &value : call.inValues) {
        given.push_back(value.kind != ValueType::Kind::Unknown);
    }
    const OnnxLowering::Call asked{graph,
                                   rule.ours,
                                   call.rule.attrs.as<OnnxAttrs>(),
                                   version,
                                   operandsOf(call),
                                   std::move(given),
                                   {call.inValues.begin(), call.inValues.end()},
                                   call.outValues};
    ASSIGN_OR_RETURN(const std::vector<Operand> outputs, rule.lower(OnnxLowering(asked)));
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < outputs.size() && i < call.outValues.size(); ++i) {
        RETURN_IF_FAILED(checkOutput(outputs[i], call.outValues[i], i));
        entries.push_back(rounded(graph, outputs[i].entry, call, call.outValues[i]));
    }
    return entries;
}

} // namespace

} // namespace nervure::onnx

namespace nervure {

void registerLoweringRules(OpRegistry &ops)
{
    const auto rules = onnx::collectRules();
    ops.setRewrites(Dialect::Onnx,
                    [&rules](const OpSpec &spec) -> std::shared_ptr<const RewriteRules> {
                        const auto found = rules.find(spec.name);
                        if (found == rules.end()) {
                            return nullptr;
                        }
                        auto rewrites = std::make_shared<RewriteRules>();
                        rewrites->numberInputs = found->second->numberInputs;
                        rewrites->emptyInputs = found->second->emptyInputs;
                        rewrites->lower = [rule = found->second,
                                           version = spec.sinceVersion](const RewriteCall &call) {
                            return onnx::lowerBy(*rule, version, call);
                        };
                        return rewrites;
                    });
}

} // namespace nervure
