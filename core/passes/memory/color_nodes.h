// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <vector>

namespace nervure {

/// Colours operators so that those of one colour cannot run at the same time: the longest path of
/// operators gets colour 0, the longest among the rest colour 1, and so on; the last of `count`
/// colours (positive) is for all that is left. By node id.
[[nodiscard]] std::vector<std::uint32_t> colorNodes(const IndexedGraph &graph, std::uint32_t count);

} // namespace nervure
