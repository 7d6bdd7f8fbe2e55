// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/provenance.h"
#include "core/graph/indexed/fused_groups.h"
#include "core/graph/indexed/indexed_graph.h"

#include <memory>
#include <unordered_map>

namespace nervure {

/// What the calls of kernels in a graph compute, by node: so that a compiled graph can be run without its
/// kernels. Made where groups are cut out, and followed from step to step.
class KernelBodies {
public:
    /// The groups of a graph, each by the node that it becomes a call of.
    void take(const FusedGroups &groups, const IndexedGraph &graph);
    /// To the graph that a pass made.
    void follow(const Graph &before, const Graph &after, const Provenance &provenance);

    /// The graph with what they compute in the place of the calls; the last node of each has the call's id.
    /// Calls of which nobody knows what they compute stay.
    [[nodiscard]] Graph expanded(const Graph &graph, const OpRegistry &ops) const;

private:
    std::unordered_map<NodeId, std::shared_ptr<const Graph>> m_bodies;
};

} // namespace nervure
