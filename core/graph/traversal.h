// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace nervure {

/// The nodes that the heads reach in NNVM's order: depth first, a node after its inputs (in order)
/// and its control dependencies. References to nodes that are not there are passed over; on a cycle
/// the node met first comes last.
[[nodiscard]] std::vector<NodeId> postOrder(const Graph &graph);

} // namespace nervure
