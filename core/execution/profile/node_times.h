// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"
#include "core/graph/graph.h"

#include <unordered_map>

namespace nervure {

/// Whose the times of a profile are. A layer's time is told once, at its root: it is never divided
/// among the nodes that were fused into the layer, and never counted for them again.
struct NodeTimes {
    std::unordered_map<NodeId, double> ms;     ///< of all layers that are called after the node
    std::unordered_map<NodeId, NodeId> owners; ///< of other nodes: the root whose layer runs them
    std::vector<NodeId>
        roots; ///< by layer: the node that has its time; not valid where there is none

    [[nodiscard]] bool empty() const { return ms.empty(); }
};

/// The median times of a graph's nodes. A layer whose root is not in the graph belongs to the first of
/// its nodes that is. Nodes that no layer runs or took in are in neither map, which is not zero. A node
/// is known by its id; by its name where the graph has another node under that id, or the profile has
/// none: then it is of another graph, or of an older version.
[[nodiscard]] NodeTimes timesOfNodes(const ProfileData &profile, const Graph &graph);

} // namespace nervure
