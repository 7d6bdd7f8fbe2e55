// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <span>
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

/// The nodes of a shortest cycle through `node`, each waiting for the next and the last for `node`,
/// which is the first; empty when there is none. Control dependencies count.
[[nodiscard]] std::vector<NodeId> cycleThrough(const Graph &graph, NodeId node);

/// Tells, node by node, that a list of nodes is in the order of postOrder(). NNVM writes its files
/// so, and reading on in a large graph is several times faster than going back from node to node.
/// Some lists that are in order it does not recognize: those with nodes that are read for the first
/// time later than an outer node asks for them.
class PostOrderCheck {
public:
    explicit PostOrderCheck(const Graph &graph);

    /// Whether the node may come next: all that it waits for was accepted, and what nobody has read
    /// so far came last, in the order in which it reads it. After a no there is no sense in asking on.
    [[nodiscard]] bool accepts(NodeId id, const Node &node);
    /// Whether the heads reach what was accepted, in that order, and nothing else was.
    [[nodiscard]] bool acceptsHeads();

private:
    static constexpr std::uint32_t notMet = 0;

    bool reads(std::span<const Entry> inputs, std::span<const NodeId> controlDeps);

    const Graph &m_graph;
    std::vector<std::uint32_t> m_place; ///< by NodeId: how many were accepted with it
    std::vector<bool> m_isRead;         ///< by NodeId
    std::vector<NodeId> m_unread;       ///< accepted, and read by none so far
    std::vector<NodeId> m_sources;      ///< what the node at hand reads and waits for
    std::uint32_t m_count = 0;
};

/// By NodeId, one more than the highest output index that anything uses: what operators that nobody
/// declares have as outputs. Absurd indices are faults and count as 65535.
[[nodiscard]] std::vector<std::uint32_t> usedOutputs(const Graph &graph);

} // namespace nervure
