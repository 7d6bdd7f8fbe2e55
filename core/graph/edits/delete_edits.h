// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/graph/op/op_registry.h"

#include <span>
#include <vector>

namespace nervure {

/// What becomes of those who read a node that is deleted.
enum class Readers {
    Unconnect, ///< they read nothing; LightNet inputs keep the name of the lost tensor
    Bridge,    ///< they read the node's own first input instead, through all that is deleted
};

/// Deletes nodes. Heads that name them go, too, unless they are bridged.
[[nodiscard]] Result<Edit> deleteNodes(const Graph &graph, std::span<const NodeId> nodes,
                                       Readers readers = Readers::Unconnect);

/// The nodes together with the parameters (variables, LightNet's sources) that nothing else reads:
/// what is deleted, copied or extracted when a whole layer is meant.
[[nodiscard]] std::vector<NodeId> withParameters(const Graph &graph, const OpRegistry &ops,
                                                 std::span<const NodeId> nodes);

/// Of a node that is there: deletes it, leaving its readers unconnected.
[[nodiscard]] Edit deleteNode(const Graph &graph, NodeId node);
/// The same, but its first input feeds what it fed.
[[nodiscard]] Edit deleteNodeBridging(const Graph &graph, NodeId node);

} // namespace nervure
