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
};

/// Examines a graph, NNVM graphs without inference: unknown operators, attributes, numbers of
/// inputs, entries that name no node or no output, repeated names, cycles. What NNVM accepts is a
/// warning in exact semantics and an error in fixed. A LightNet graph with an error (or a node in
/// `faulty`, known to the caller to have one) cannot be inferred as a whole: what inference finds
/// before that node, as LightNet does, comes first.
[[nodiscard]] std::vector<GraphFinding> checkGraph(const Graph &graph, const OpRegistry &ops,
                                                   Semantics semantics,
                                                   const std::set<NodeId> &faulty = {});

/// What checkGraph() finds in a graph and in those that its nodes hold, however deep, for those who need
/// no NodeIds.
[[nodiscard]] Diagnostics checkWithSubgraphs(const Graph &graph, const OpRegistry &ops,
                                             Semantics semantics);

} // namespace nervure
