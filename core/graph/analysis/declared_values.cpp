// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/declared_values.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/op/op_spec.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

void DeclaredValues::restart()
{
    m_marks.clear();
    m_contradictions.clear();
    m_isReached.assign(m_earlier ? m_graph.nodeCount() : 0, false);
    m_isOther.assign(m_earlier ? m_graph.nodeCount() : 0, false);
}

void DeclaredValues::enter(std::uint32_t id, const ValueTypes &values)
{
    const IndexedNode &node = m_graph.node(id);
    // A new node declares what the file that it came from declared.
    if (!m_earlier || !m_earlier->graph->find(node.source)) {
        return;
    }
    const bool hasRule = node.spec && node.spec->values;
    const bool isChanged = m_earlier->changed.count(node.source) != 0
                           && !(hasRule && m_earlier->tuned.count(node.source) != 0);
    m_isReached[id] = isChanged
                      || std::any_of(node.inputs.begin(), node.inputs.end(),
                                     [&](const IndexedEntry &input) {
                                         const IndexedNode &source = m_graph.node(input.nodeId);
                                         return (source.isVariable()
                                                 && m_earlier->changed.count(source.source) != 0)
                                                || isOther(input.nodeId, input.index, values);
                                     })
                      || std::any_of(node.controlDeps.begin(), node.controlDeps.end(),
                                     [this](std::uint32_t dep) { return m_isOther[dep]; });
}

bool DeclaredValues::isOther(std::uint32_t node, std::uint32_t output,
                             const ValueTypes &values) const
{
    const auto before = m_earlier->graph->find(m_graph.node(node).source);
    if (!before || output >= m_earlier->graph->node(*before).outputCount
        || output >= m_graph.node(node).outputCount) {
        return true;
    }
    return !(m_earlier->values[m_earlier->graph->entryId(*before, output)]
             == values[m_graph.entryId(node, output)]);
}

ValueType DeclaredValues::filled(std::uint32_t id, std::uint32_t output, ValueType value)
{
    const IndexedNode &node = m_graph.node(id);
    if (node.node->declaredTypes.empty() || isReached(id)) {
        return value;
    }
    const ValueType declared = m_use.of(*node.node, output);
    if (contradict(value, declared)) {
        m_contradictions.push_back(wrongDeclaration(node, output, declared, value));
        return value;
    }
    ValueType filled = filledIn(value, declared);
    if (!(filled == value)) {
        m_marks.resize(m_graph.entryCount());
        m_marks[m_graph.entryId(id, output)] = 1;
    }
    return filled;
}

void DeclaredValues::markKnown(std::uint32_t id, const ValueTypes &values)
{
    for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
        const std::uint32_t entry = m_graph.entryId(id, i);
        if (values[entry].kind != ValueType::Kind::Unknown) {
            m_marks.resize(m_graph.entryCount());
            m_marks[entry] = 1;
        }
    }
}

void DeclaredValues::leave(std::uint32_t id, const ValueTypes &values)
{
    for (std::uint32_t i = 0; m_earlier && i < m_graph.node(id).outputCount; ++i) {
        m_isOther[id] = m_isOther[id] || isOther(id, i, values);
    }
}

Diagnostic wrongDeclaration(const IndexedNode &node, std::uint32_t output,
                            const ValueType &declared, const ValueType &value)
{
    const auto &ports = node.node->outputPorts;
    const std::string &name = output < ports.size() ? ports[output].tensor : node.node->name;
    const char *source = !node.isVariable()                 ? "the inputs"
                         : node.node->declaredTypes.empty() ? "what holds the body"
                                                            : "its own type";
    return makeWarningAt(node.node->name, "declared-type",
                         "{} {}: the file declares {} as {}, expected {}, which follows from {}",
                         node.isVariable() ? "variable" : node.node->op, quoted(node.node->name),
                         quoted(name), declared.text(), value.text(), source);
}

} // namespace nervure
