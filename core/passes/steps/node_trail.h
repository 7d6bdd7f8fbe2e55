// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"
#include "core/graph/difference/node_lineage.h"
#include "core/passes/kept_nodes.h"

#include <span>
#include <string>
#include <vector>

namespace nervure {

/// What is known of one step of passes, for those who follow nodes through them.
struct FollowedStep {
    const GraphDifference *difference = nullptr; ///< to the step before; null: it is not known
    const KeptNodes *kept = nullptr;             ///< null: the pass was not asked
};

/// What a step did to nodes that are followed, or why it left them as they are.
struct TrailStep {
    /// A node of the graph before, and one reason why the pass did not touch it.
    struct Kept {
        NodeId node;
        std::string reason;
    };

    std::vector<NodeId> nodes; ///< what stands for them after it
    bool isGone = false;       ///< they were there before it, and nothing stands for them after it
    NodeChanges changes;       ///< of `nodes`
    std::vector<ChangedValue> values; ///< of `nodes`
    std::vector<Kept> kept;

    /// Whether there is anything to tell.
    [[nodiscard]] bool says() const
    {
        return isGone || !changes.empty() || !values.empty() || !kept.empty();
    }
};

/// Nodes of the stage at `place` through all stages of its lineage: one more than `steps`, the first is the
/// graph that no pass has seen. Command line and window answer by this what became of a node, and why not.
[[nodiscard]] std::vector<TrailStep> nodeTrail(const StagePlace &place,
                                               std::span<const NodeId> nodes,
                                               std::span<const FollowedStep> steps);

} // namespace nervure
