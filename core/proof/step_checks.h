// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/proof/runnable_graph.h"

#include <optional>

namespace nervure {

/// A node of which nobody here knows what it computes: a call of a kernel, an operator without reference.
[[nodiscard]] std::optional<Diagnostic> unknownNode(const Graph &graph, const OpRegistry &ops);

/// What is said of the shape or type of a value that has another one: `graph` is what runs of it.
[[nodiscard]] std::optional<Diagnostic> falseClaim(const IndexedGraph &index,
                                                   const Analyses &analyses,
                                                   const RunnableGraph &graph);

} // namespace nervure
