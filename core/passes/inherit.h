// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/inherited_facts.h"
#include "core/passes/pass_spec.h"

#include <unordered_set>

namespace nervure {

/// The parameters of a pass's graph: those that are named from outside or by passes before, else as
/// findParameters() tells.
[[nodiscard]] std::unordered_set<NodeId> parametersOf(const PassContext &context);

/// What is known of a graph before any pass.
[[nodiscard]] InheritedFacts factsAtStart(const Graph &graph, const OpRegistry &ops,
                                          const InputFacts &inputs);

/// A pass's change of a graph, for inherit().
struct GraphChange {
    const IndexedGraph &before;
    const Analyses &known; ///< over `before`
    const Provenance &provenance;
    const Graph &after;
    Semantics semantics = Semantics::Exact;
    const HeldValues *held = nullptr; ///< of variables that the pass made; may be null
};

/// What is known of the graph after a pass. Nodes that stay keep what they were. A variable that the
/// pass made is a parameter if what it stands for depends on parameters alone; a kernel computes all
/// that the nodes did which it came from.
[[nodiscard]] InheritedFacts inherit(const InheritedFacts &facts, const GraphChange &change,
                                     const OpRegistry &ops);

} // namespace nervure
