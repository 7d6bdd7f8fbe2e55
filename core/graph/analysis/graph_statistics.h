// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What one walk over a graph finds, for all who would walk over it to learn a little.
struct GraphStatistics {
    std::int64_t operators = 0;
    std::int64_t parameterTensors = 0;
    std::vector<NodeId> inputs; ///< variables that are no parameters, in the graph's order
    std::vector<NodeId> noted;  ///< nodes with a note
    std::vector<NodeId> kinds;  ///< the first node of each operator
};

/// `parameters` come from findParameters().
[[nodiscard]] GraphStatistics makeGraphStatistics(const Graph &graph,
                                                  const std::unordered_set<NodeId> &parameters);

} // namespace nervure
