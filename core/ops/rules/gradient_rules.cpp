// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/gradient_rules.h"

namespace nervure {

std::string GradientNodes::attrText(std::string_view key) const
{
    const std::string *text = m_call.rule.node.attrs.find(key);
    return text ? *text : std::string();
}

Entry GradientNodes::make(std::string_view op, std::string_view suffix, std::vector<Entry> inputs,
                          AttrDict attrs) const
{
    return m_call.make(op, m_call.rule.node.name + std::string(suffix), std::move(inputs),
                       std::move(attrs));
}

RewriteRules::GradientRule gradientRule(
    std::size_t inputs, std::function<std::vector<Entry>(const GradientNodes &)> rule)
{
    return [inputs,
            rule = std::move(rule)](const RewriteCall &call,
                                    std::span<const Entry> outGrads) -> Result<std::vector<Entry>> {
        if (call.inputs.size() < inputs || outGrads.empty()) {
            return makeError("input-count", "found {} inputs, expected {}", call.inputs.size(),
                             inputs);
        }
        return rule(GradientNodes(call, outGrads[0]));
    };
}

std::vector<Entry> zeroEntries(const GradientNodes &nodes)
{
    std::vector<Entry> zeros;
    for (std::size_t i = 0; i < nodes.inputCount(); ++i) {
        zeros.push_back(nodes.make("zeros_like", "_zero_grad", {nodes.input(i)}));
    }
    return zeros;
}

RewriteRules::GradientRule zeroGradients()
{
    return gradientRule(0, zeroEntries);
}

} // namespace nervure
