// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"
#include "core/graph/graph.h"

#include <string_view>
#include <unordered_map>
#include <vector>

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

/// Finds the nodes of a profile in a graph, by their ids; by their names where the graph has another node under that id,
/// or the profile has none.
class ProfiledNodes {
public:
    /// The graph must outlive it.
    explicit ProfiledNodes(const Graph &graph);

    /// Not valid where there is none.
    [[nodiscard]] NodeId find(const NamedNode &named) const;
    /// The first of a layer's nodes that is in the graph where its root is not.
    [[nodiscard]] NodeId rootOf(const LayerProfile &layer) const;

private:
    const Graph &m_graph;
    std::unordered_map<std::string_view, NodeId> m_byName;
};

/// The median times of a graph's nodes. A layer whose root is not in the graph belongs to the first of
/// its nodes that is. Nodes that no layer runs or took in are in neither map, which is not zero. A node
/// is known by its id; by its name where the graph has another node under that id, or the profile has
/// none: then it is of another graph, or of an older version.
[[nodiscard]] NodeTimes timesOfNodes(const ProfileData &profile, const Graph &graph);

} // namespace nervure
