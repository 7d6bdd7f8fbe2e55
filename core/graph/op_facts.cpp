// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_facts.h"

#include <functional>

namespace nervure {

namespace {

std::size_t hashOf(const Node &node)
{
    constexpr std::hash<std::string_view> hash;
    constexpr std::size_t spread = 0x9E3779B97F4A7C15U;
    std::size_t sum = hash(node.op) + static_cast<std::size_t>(node.dialect);
    for (const auto &[key, value] : node.attrs) {
        sum = (sum * spread + hash(key)) * spread + hash(value);
    }
    return sum;
}

bool haveSameText(const Node &a, const Node &b)
{
    return a.op == b.op && a.attrs == b.attrs && a.dialect == b.dialect;
}

OpFacts factsOf(const Node &node, const OpRegistry &ops)
{
    OpFacts facts;
    facts.spec = node.isVariable() ? nullptr : ops.find(node);
    if (!facts.spec) {
        return facts;
    }
    Diagnostics problems;
    facts.attrs = parseAttrs(facts.spec->attrs, node.attrs, node.op, node.name, problems);
    facts.hasProblems = !problems.empty();
    const RuleContext context{node, facts.attrs};
    if (facts.spec->inputNames) {
        facts.inputCount = static_cast<std::uint32_t>(facts.spec->inputNames(context).size());
    }
    facts.outputCount = static_cast<std::uint32_t>(outputNamesOf(facts.spec, context, 1).size());
    return facts;
}

} // namespace

const OpFacts &OpFactsTable::of(const Node &node)
{
    const std::size_t hash = hashOf(node);
    const std::uint32_t known = m_index.find(
        hash, [&](std::uint32_t number) { return haveSameText(*m_items[number].first, node); });
    if (known != HashIndex::none) {
        return m_items[known].second;
    }
    m_index.add(hash);
    OpFacts &facts = m_items.emplace_back(&node, factsOf(node, m_ops)).second;
    facts.number = count() - 1;
    return facts;
}

} // namespace nervure
