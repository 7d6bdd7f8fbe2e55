// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nervure {

/// Nodes of a graph that become one kernel, as GraphFuse cuts them out (NNVM's FuseEntry).
struct FusedGroup {
    std::uint32_t root = 0;   ///< the last node of the group: its outputs are the group's
    bool flattenData = false; ///< the kernel takes every tensor as one dimension
    /// The nodes on variables input0, input1, …; the heads are the outputs of the root.
    std::shared_ptr<const Graph> subgraph;
    std::vector<IndexedEntry> inputs; ///< of the whole graph: what input0, input1, … stand for
};

/// All groups of a graph by their root, in order of the nodes.
struct FusedGroups {
    std::vector<FusedGroup> groups;

    /// The group of that root, or null.
    [[nodiscard]] const FusedGroup *find(std::uint32_t root) const;
};

} // namespace nervure
