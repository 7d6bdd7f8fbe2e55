// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_facts.h"

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

/// Other operators and other dictionaries mostly give another number.
std::size_t glance(const Node &node)
{
    constexpr std::size_t spread = 0x9E3779B97F4A7C15U;
    const auto place = reinterpret_cast<std::uintptr_t>(node.attrs.identity());
    const std::size_t name =
        node.op.empty() ? 0 : node.op.size() * 256 + std::size_t(node.op.back());
    return (place * spread + name * spread) >> 32U;
}

/// ONNX's declarations are by version, and which values a node has it says itself.
bool haveSameDeclaration(const Node &a, const Node &b)
{
    return a.op == b.op && a.dialect == b.dialect && a.opset == b.opset
           && (!hasValueTypes(a.dialect)
               || (a.inputs.size() == b.inputs.size()
                   && a.outputPorts.size() == b.outputPorts.size()));
}

bool haveSameText(const Node &a, const Node &b)
{
    return haveSameDeclaration(a, b) && a.attrs == b.attrs;
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

std::uint32_t OpTexts::numberOf(const Node &node)
{
    Recent &recent = m_recent[glance(node) % m_recent.size()];
    if (!recent.node || !recent.node->attrs.isSame(node.attrs)
        || !haveSameDeclaration(*recent.node, node)) {
        recent = {&node, find(node)};
    }
    return recent.number;
}

std::uint32_t OpTexts::find(const Node &node)
{
    const std::size_t hash = hashOf(node);
    const std::uint32_t known = m_index.find(
        hash, [&](std::uint32_t number) { return haveSameText(*m_first[number], node); });
    if (known != HashIndex::none) {
        return known;
    }
    m_index.add(hash);
    m_first.push_back(&node);
    return count() - 1;
}

const OpFacts &OpFactsTable::of(const Node &node)
{
    const std::uint32_t number = m_texts.numberOf(node);
    if (number == m_items.size()) {
        m_items.push_back(factsOf(node, m_ops));
        m_items.back().number = number;
    }
    return m_items[number];
}

} // namespace nervure
