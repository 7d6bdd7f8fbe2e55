// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/table.h"
#include "core/graph/difference/graph_difference.h"
#include "core/passes/pass_manager.h"
#include "core/passes/steps/node_trail.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace nervure::cli {

/// A node through the steps of a run.
struct FollowedNode {
    StagePlace place; ///< where its name was found
    std::vector<TrailStep> trail;
};

/// Follows the node of that name, or "#PLACE", of the model, else of the first step that has one.
/// `differences` are those of passDifferences(). Fails where no step has such a node.
[[nodiscard]] Result<FollowedNode> followNode(const std::string &name, const Graph &start,
                                              const std::vector<PassResult> &steps,
                                              const std::vector<GraphDifference> &differences);

/// A row for each thing that a pass did to the node, and for each reason why one left it alone.
[[nodiscard]] Table nodeTrailTable(const FollowedNode &followed,
                                   const std::vector<PassResult> &steps);

/// [{pass, step, nodes, gone, changes [{change, node, what}], left_alone [{node, reason}]}], steps from 1.
[[nodiscard]] nlohmann::ordered_json nodeTrailJson(const FollowedNode &followed,
                                                   const std::vector<PassResult> &steps);

} // namespace nervure::cli
