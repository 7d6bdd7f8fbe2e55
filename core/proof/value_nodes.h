// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace nervure {

/// Finds the nodes of compared values in a graph that somebody looks at, which need not be the one that ran:
/// models of other dialects are lowered for that.
class ValueNodes {
public:
    /// `index` may be null. Both must outlive it.
    ValueNodes(const Graph &graph, const IndexedGraph *index) : m_graph(graph), m_index(index) {}

    /// The node at that place where the value is called after it, else the node that is called so; an
    /// invalid id where there is none. `name` is a ComparedValue's.
    [[nodiscard]] NodeId find(std::string_view name, std::uint32_t place, std::uint32_t output);

private:
    const Graph &m_graph;
    const IndexedGraph *m_index;
    std::unordered_map<std::string_view, NodeId> m_byName; ///< made when it is needed
};

} // namespace nervure
