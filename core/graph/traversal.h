// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// A node on the path of a walk against the direction of the data: the node and which of the nodes
/// that it waits for is next, inputs first, then control dependencies.
struct WalkFrame {
    NodeId id;
    std::uint32_t next = 0;
    const Node *node = nullptr;

    [[nodiscard]] bool isDone() const
    {
        return next == node->inputs.size() + node->controlDeps.size();
    }
    NodeId takeNext()
    {
        const std::size_t at = next++;
        return at < node->inputs.size() ? node->inputs[at].node
                                        : node->controlDeps[at - node->inputs.size()];
    }
};

/// The nodes that the heads reach in NNVM's order: depth first, a node after its inputs (in order)
/// and its control dependencies. References to nodes that are not there are passed over; on a cycle
/// the node met first comes last.
[[nodiscard]] std::vector<NodeId> postOrder(const Graph &graph);

} // namespace nervure
