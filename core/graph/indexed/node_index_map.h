// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// How the nodes of a snapshot are numbered in the one before an edit: what is known by node or by entry
/// of the one can be taken over to the other.
struct NodeIndexMap {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    NodeIndexMap(const IndexedGraph &before, const IndexedGraph &now);

    std::vector<std::uint32_t> oldNode;  ///< by node; none: it is new
    std::vector<std::uint32_t> newNode;  ///< by node before; none: it is gone
    std::vector<std::uint32_t> oldEntry; ///< by entry; none: it is new
    /// Nodes that are new, that the edit touched, or that have more or fewer outputs, in their order.
    std::vector<std::uint32_t> others;
    std::vector<std::uint32_t> gone; ///< nodes before that are not there now
    /// Whether the nodes that are in both follow each other as before.
    bool keepsOrder = true;
};

} // namespace nervure
