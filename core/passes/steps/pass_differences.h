// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"
#include "core/passes/pass_manager.h"

#include <span>
#include <vector>

namespace nervure {

/// What each pass of a run made otherwise, the first of them in `start`, of which is known what its file
/// carries. Command line and window tell of passes by this.
[[nodiscard]] std::vector<GraphDifference> passDifferences(const Graph &start,
                                                           std::span<const PassResult> steps,
                                                           const OpRegistry &ops);

} // namespace nervure
