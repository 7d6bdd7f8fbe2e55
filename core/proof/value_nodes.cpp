// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_nodes.h"

namespace nervure {

NodeId ValueNodes::find(std::string_view name, std::uint32_t place, std::uint32_t output)
{
    const std::string_view node = output == 0 ? name : name.substr(0, name.rfind('['));
    if (m_index && place < m_index->nodeCount() && m_index->node(place).node->name == node) {
        return m_index->node(place).source;
    }
    if (m_byName.empty()) {
        for (const NodeId id : m_graph.nodes()) {
            m_byName.emplace(m_graph.node(id).name, id);
        }
    }
    const auto found = m_byName.find(node);
    return found == m_byName.end() ? NodeId() : found->second;
}

} // namespace nervure
