// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <string_view>
#include <unordered_map>

namespace nervure {

/// Nodes by name.
using NodesByName = std::unordered_map<std::string_view, NodeId>;

/// The nodes of a graph by name, for looking up many; of equal names the first. The keys live as
/// long as the graph is not changed.
[[nodiscard]] inline NodesByName nodesByName(const Graph &graph)
{
    NodesByName byName;
    for (const NodeId id : graph.nodes()) {
        byName.emplace(graph.node(id).name, id);
    }
    return byName;
}

/// The node of that name, or an invalid id.
[[nodiscard]] inline NodeId lookUp(const NodesByName &byName, std::string_view name)
{
    const auto it = byName.find(name);
    return it == byName.end() ? NodeId{} : it->second;
}

} // namespace nervure
