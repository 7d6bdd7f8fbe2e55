// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_match.h"

namespace nervure {

/// A graph that came back from a program, under the ids of the graph that was sent.
struct ReturnedGraph {
    Graph graph;
    Provenance provenance;
};

/// Finds out which nodes are the same (matchGraphs()) and gives them the ids they had; those that are as they were
/// keep all that a file does not carry, too. The graph is the one that was sent where nothing is otherwise.
[[nodiscard]] ReturnedGraph returnedGraph(const KnownGraph &sent, const KnownGraph &returned);

} // namespace nervure
