// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/fused_groups.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::cli {

/// What the heads reach in NNVM's order: {nodes: [{op, name, attrs, inputs}], arg_nodes, heads}.
[[nodiscard]] nlohmann::ordered_json graphJson(const Graph &graph);

/// [{root, flatten_data, subgraph, inputs: [[node, index, version]]}].
[[nodiscard]] nlohmann::ordered_json fusedGroupsJson(const FusedGroups &fused);

} // namespace nervure::cli
