// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <vector>

namespace nervure {

/// Colors operators so that those of one color cannot run at the same time: the longest path of
/// operators gets color 0, the longest among the rest color 1, and so on; the last of `count`
/// colors (positive) is for all that is left. By node id.
[[nodiscard]] std::vector<std::uint32_t> colorNodes(const IndexedGraph &graph, std::uint32_t count);

} // namespace nervure
