// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <cstddef>
#include <vector>

namespace nervure {

/// Where the entries of each node of a runtime graph begin, in the order of its nodes, and how many
/// there are in all.
[[nodiscard]] std::vector<std::size_t> runtimeRows(const Graph &graph);

/// The attributes of a graph as its file has them, with the lists over entries in NNVM's order,
/// which leaves out what the heads do not reach, and what a list has beyond the entries. A list that is
/// too short stays as it is.
[[nodiscard]] std::vector<GraphAttr> inNnvmOrder(const Graph &graph);

/// The attributes for a file that has the nodes of `graph` in their order, which are what is left of
/// `file`, the graph as its file has it, with what its lists have beyond the entries. Fails for nodes
/// that were not in the file.
[[nodiscard]] Result<std::vector<GraphAttr>> inFileOrder(const Graph &graph, const Graph &file);

} // namespace nervure
