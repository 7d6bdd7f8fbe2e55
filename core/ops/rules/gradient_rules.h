// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What the gradient of an operator with one differentiated output is built from. Nodes that are
/// made are named after the operator's node, with a suffix; names and order are NNVM's.
class GradientNodes {
public:
    GradientNodes(const RewriteCall &call, const Entry &outGrad) : m_call(call), m_outGrad(outGrad)
    {}

    [[nodiscard]] Semantics semantics() const { return m_call.rule.semantics; }
    [[nodiscard]] const Entry &outGrad() const { return m_outGrad; }
    [[nodiscard]] const Entry &input(std::size_t i = 0) const { return m_call.inputs[i]; }
    [[nodiscard]] std::size_t inputCount() const { return m_call.inputs.size(); }
    [[nodiscard]] Entry output() const { return {m_call.node, 0, 0}; }

    /// The operator's parsed attributes.
    template <typename Attrs>
    [[nodiscard]] const Attrs &attrs() const
    {
        return m_call.rule.attrs.as<Attrs>();
    }
    /// An attribute as it is written in the node's dictionary; empty when it is not there.
    [[nodiscard]] std::string attrText(std::string_view key) const;

    /// Adds a node named after the operator's node and `suffix`; its first output.
    [[nodiscard]] Entry make(std::string_view op, std::string_view suffix,
                             std::vector<Entry> inputs, AttrDict attrs = {}) const;

private:
    const RewriteCall &m_call;
    const Entry &m_outGrad;
};

/// A gradient rule for operators of at least `inputs` inputs: `rule` gives one entry for each.
///     .gradient(gradientRule(1, [](const GradientNodes &nodes) -> std::vector<Entry> {
///         return {nodes.make("negative", "_grad_0", {nodes.outGrad()})};
///     }))
[[nodiscard]] RewriteRules::GradientRule gradientRule(
    std::size_t inputs, std::function<std::vector<Entry>(const GradientNodes &)> rule);

/// NNVM's MakeZeroGradNodes: zeros for every input, as entries and as a rule.
[[nodiscard]] std::vector<Entry> zeroEntries(const GradientNodes &nodes);
[[nodiscard]] RewriteRules::GradientRule zeroGradients();

} // namespace nervure
