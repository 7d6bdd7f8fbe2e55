// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/graph/graph.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// What a profile says of one layer, by the names of nodes.
struct LayerTime {
    std::string root;
    std::vector<std::string> nodes; ///< all that it runs; the root may be among them
    double ms = 0;
};

/// Whose the times of a profile are. A layer's time is told once, at its root: it is never divided
/// among the nodes that were fused into the layer, and never counted for them again.
struct NodeTimes {
    std::unordered_map<NodeId, double> ms;     ///< of all layers that are called after the node
    std::unordered_map<NodeId, NodeId> owners; ///< of other nodes: the root whose layer runs them

    [[nodiscard]] bool empty() const { return ms.empty(); }
};

/// The times of a graph's nodes. A layer whose root is not in the graph belongs to the first of its
/// nodes that is. Nodes that no layer runs or took in are in neither map, which is not zero.
[[nodiscard]] NodeTimes timesOfNodes(std::span<const LayerTime> layers,
                                     std::span<const FoldedNode> folded, const Graph &graph);

} // namespace nervure
