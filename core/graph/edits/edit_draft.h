// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// An edit in the making: changes a copy of the graph step by step, so that every step sees what the
/// ones before it did, and gives them as one Edit.
class EditDraft {
public:
    explicit EditDraft(const Graph &graph) : m_graph(graph) {}

    /// The graph as the steps so far leave it.
    [[nodiscard]] const Graph &graph() const { return m_graph; }
    /// Fails, and does nothing, where the step does not apply.
    Status add(Edit step);
    /// Adds a node under a new id, at `position` of the order (absent: last).
    NodeId addNode(Node node, std::optional<std::size_t> position = {});
    /// Replaces one input of a node that has it; a connected LightNet input forgets its tensor's name.
    void setInput(NodeId node, std::size_t input, const Entry &entry);

    /// Moves as few nodes as can be, so that all nodes stand in this order.
    void setOrder(const std::vector<NodeId> &order);

    /// The steps as one edit. In LightNet's dialect, where the order is what runs, nodes that now
    /// stand before what they read are moved behind it.
    [[nodiscard]] Result<Edit> finish();
    /// The steps as one edit, as they are.
    [[nodiscard]] Edit take();

private:
    void keepOrder();

    Graph m_graph;
    std::vector<Edit> m_steps;
};

/// Where a node stands in the order; the number of nodes if it is not there.
[[nodiscard]] std::size_t positionOf(const Graph &graph, NodeId node);

/// Fails with code "no-such-node" unless the graph has all of them, and with "no-nodes" for none.
[[nodiscard]] Status checkNodes(const Graph &graph, std::span<const NodeId> nodes);

/// Fails with code "no-such-entry" unless the entry names a node of the graph and, as far as can be
/// told without its operator, one of its outputs.
[[nodiscard]] Status checkEntry(const Graph &graph, const Entry &entry);

/// Fails with code "cycle", naming the nodes on the way, when `node` waits for itself.
[[nodiscard]] Status checkNoCycle(const Graph &graph, NodeId node);

/// The inputs of a node as a step that may change them.
[[nodiscard]] SetInputs inputsOf(const Graph &graph, NodeId node);

} // namespace nervure
