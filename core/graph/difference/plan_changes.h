// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/memory_plan.h"
#include "core/graph/difference/change_details.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// A storage of one plan beside the one of another plan that holds what it holds.
struct StorageChange {
    std::optional<std::int64_t> before; ///< its number; nothing: it is new
    std::optional<std::int64_t> after;  ///< nothing: it is gone
    std::int64_t bytesBefore = 0;
    std::int64_t bytesAfter = 0;
    std::size_t valuesBefore = 0; ///< that live in it
    std::size_t valuesAfter = 0;
    std::size_t shared = 0; ///< of them on both sides
    NodeId node; ///< of the second graph: the largest value in it; of the first where it is gone

    [[nodiscard]] std::int64_t growth() const { return bytesAfter - bytesBefore; }
};

/// What of the storages of two graphs' plans is the same: those are a pair that have most bytes of values in
/// common, for numbers tell nothing. `nodes` compares the graphs. The greatest changes come first.
[[nodiscard]] std::vector<StorageChange> storageChanges(const MemoryPlanView &before,
                                                        const MemoryPlanView &after,
                                                        const NodeComparison &nodes);

} // namespace nervure
