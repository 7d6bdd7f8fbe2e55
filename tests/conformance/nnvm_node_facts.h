// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// The index as the oracles write it: num_nodes, num_node_entries, node_row_ptr, arg_nodes, heads.
[[nodiscard]] nlohmann::json indexJson(const IndexedGraph &index);

/// NNVM's and MXNet's name of an output: the variable's, or the node's with the output's behind.
[[nodiscard]] std::string outputName(const IndexedNode &node, std::uint32_t index);

/// input_names, input_names_aux_state, input_names_read_only, output_names.
[[nodiscard]] nlohmann::json namesJson(const IndexedGraph &index);

/// The facts of all nodes under the oracle's names, null for variables; keys that say more than
/// the operator registers are left out.
[[nodiscard]] nlohmann::json nodeFactsJson(const IndexedGraph &index,
                                           const nlohmann::json &expected);

} // namespace nervure::conformance
