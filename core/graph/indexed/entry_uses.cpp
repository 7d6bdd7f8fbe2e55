// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/entry_uses.h"

namespace nervure {

EntryUses::EntryUses(const IndexedGraph &graph) : m_start(graph.entryCount() + 1, 0)
{
    for (const IndexedNode &node : graph.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            ++m_start[graph.entryId(input) + 1];
        }
    }
    for (std::size_t i = 1; i < m_start.size(); ++i) {
        m_start[i] += m_start[i - 1];
    }
    m_readers.resize(m_start.back());
    std::vector<std::uint32_t> next(m_start.begin(), m_start.end() - 1);
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        for (const IndexedEntry &input : graph.node(id).inputs) {
            m_readers[next[graph.entryId(input)]++] = id;
        }
    }
}

} // namespace nervure
