// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"

#include <cstdint>
#include <optional>
#include <unordered_set>

namespace nervure {

/// What a model holds and costs. Nothing stands where a shape, a type or a rule is unknown.
struct GraphTotals {
    std::optional<std::int64_t> parameters;     ///< elements of all parameters
    std::optional<std::int64_t> parameterBytes; ///< their bytes
    std::optional<std::int64_t> macs;           ///< multiply-accumulates of one run
};

/// Adds up over the snapshot. `analyses` are vectors over it; `parameters` come from
/// findParameters(). The static tensors of a LightNet graph count as parameters.
[[nodiscard]] GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                                      const std::unordered_set<NodeId> &parameters,
                                      Semantics semantics);

} // namespace nervure
