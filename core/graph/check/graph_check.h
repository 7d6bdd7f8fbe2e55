// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <set>
#include <vector>

namespace nervure {

/// Something noticed about a graph, with the exact place for those who can point at it. The
/// diagnostic's location names the node and the attribute.
struct GraphFinding {
    enum class Place { Node, Name, Operator, Attribute, Input, ControlDep, Head };

    Diagnostic diagnostic;
    NodeId node; ///< invalid for heads
    Place place = Place::Node;
    std::size_t position = 0; ///< which input, control dependency or head
    /// More nodes of which the same is true at the same place; the diagnostic says it of `node`.
    std::vector<NodeId> others = {};

    /// All of them; none for heads.
    [[nodiscard]] std::vector<NodeId> nodes() const
    {
        std::vector<NodeId> all;
        if (node.isValid()) {
            all.push_back(node);
            all.insert(all.end(), others.begin(), others.end());
        }
        return all;
    }
};

/// Examines a graph, NNVM graphs without inference: unknown operators, attributes, numbers of
/// inputs, entries that name no node or no output, repeated names, cycles. What NNVM accepts is a
/// warning in exact semantics and an error in fixed. A LightNet graph with an error (or a node in
/// `faulty`, known to the caller to have one) cannot be inferred as a whole: what inference finds
/// before that node, as LightNet does, comes first. Findings of one cause are one, but for LightNet,
/// where it matters what is found first.
[[nodiscard]] std::vector<GraphFinding> checkGraph(const Graph &graph, const OpRegistry &ops,
                                                   Semantics semantics,
                                                   const std::set<NodeId> &faulty = {});

/// What checkGraph() finds in a graph and in those that its nodes hold, however deep: one by one in these.
[[nodiscard]] Diagnostics checkWithSubgraphs(const Graph &graph, const OpRegistry &ops,
                                             Semantics semantics);

} // namespace nervure
