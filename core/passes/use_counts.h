// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <functional>
#include <vector>

namespace nervure {

/// How many inputs and heads of a snapshot take each entry.
class UseCounts {
public:
    explicit UseCounts(const IndexedGraph &graph);

    [[nodiscard]] std::uint32_t of(const IndexedEntry &entry) const
    {
        const std::uint32_t id = m_graph.entryId(entry);
        return id < m_counts.size() ? m_counts[id] : 0;
    }

private:
    const IndexedGraph &m_graph;
    std::vector<std::uint32_t> m_counts; ///< by entry id
};

/// Calls `change` for every input and head of the graph; it says whether it changed the entry.
/// Nodes without a changed input keep their place and the revision counts only real changes.
void redirectEntries(Graph &graph, const std::function<bool(Entry &)> &change);

} // namespace nervure
