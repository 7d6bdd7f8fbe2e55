// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <span>
#include <string>
#include <vector>

namespace nervure {

/// What PrintGraphIR shows beside the nodes.
struct NnvmIrRequest {
    const Analyses *analyses = nullptr;      ///< where the joined attributes are; may be null
    std::vector<std::string> joinEntryAttrs; ///< printed behind each node, one value an output
    std::vector<std::string> joinNodeAttrs;  ///< printed behind each node, one value a node
    std::vector<std::string> graphAttrs;     ///< names that the last line lists
    Semantics semantics = Semantics::Exact;
};

/// The text of NNVM's pass PrintGraphIR, attributes sorted by name (NNVM's order is that of a hash
/// table). Fails when a joined attribute is missing or cannot be printed.
///
/// NNVM looks a node's attribute up by the number of its first entry: so does exact semantics,
/// where a number beyond the values is shown as "?" (NNVM reads what lies there) with a warning.
[[nodiscard]] Result<std::string> nnvmIrText(const IndexedGraph &graph,
                                             const NnvmIrRequest &request,
                                             Diagnostics &diagnostics);

/// What NNVM prints for the symbol of a graph: outputs, then every node with inputs, attributes and
/// control dependencies. References to nodes that are not there are shown as "?".
[[nodiscard]] std::string nnvmSymbolText(const Graph &graph, const OpRegistry &ops);

} // namespace nervure
