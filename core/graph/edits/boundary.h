// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <span>
#include <vector>

namespace nervure {

/// The values that cross the border of a selection, each once, in the order of the graph. Bodies read what they take
/// from around them.
struct Boundary {
    std::vector<bool> isInside; ///< by NodeId
    std::vector<Entry> inputs;  ///< read inside, made outside (or nowhere)
    std::vector<Entry> outputs; ///< made inside; read outside or outputs of the graph

    [[nodiscard]] bool contains(NodeId id) const
    {
        return id.value < isInside.size() && isInside[id.value];
    }
};

[[nodiscard]] Boundary boundaryOf(const Graph &graph, std::span<const NodeId> nodes);

/// Values made inside that nothing reads, with how many outputs nodes are known to have.
[[nodiscard]] std::vector<Entry> unreadOutputs(const Graph &graph, const Boundary &boundary);

} // namespace nervure
