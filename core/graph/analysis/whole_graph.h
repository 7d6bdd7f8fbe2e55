// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace nervure {

/// The graph with heads for what none of its heads needs, so that a snapshot has all of its nodes: for what is shown of a
/// file. The graph itself where nothing is left out.
[[nodiscard]] Graph wholeGraph(const Graph &graph);

} // namespace nervure
