// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_scope.h"

namespace nervure {

void OnnxScope::readNames() const
{
    for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
        const Node &node = *m_graph.node(id).node;
        if (node.isVariable()) {
            m_entries.emplace(node.name, m_graph.entryId(id, 0));
        }
        for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
            m_entries.emplace(node.outputPorts[i].tensor,
                              m_graph.entryId(id, static_cast<std::uint32_t>(i)));
        }
    }
}

const ValueType &OnnxScope::find(std::string_view name) const
{
    static const ValueType unknown;
    if (m_entries.empty()) {
        readNames();
    }
    const auto known = m_entries.find(name);
    if (known != m_entries.end() && m_values[known->second].kind != ValueType::Kind::Unknown) {
        return m_values[known->second];
    }
    return m_outer ? m_outer->find(name) : unknown;
}

} // namespace nervure
