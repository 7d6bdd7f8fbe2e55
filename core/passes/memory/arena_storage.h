// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/memory/storage_planner.h"

namespace nervure {

/// NNVM's storage plan laid out in one arena for each device, with true element sizes.
struct ArenaStorage {
    std::vector<std::int64_t> id;     ///< by entry: the buffer, or one of storage::…
    std::vector<std::int64_t> offset; ///< by entry: bytes from the arena's start, or -1
    std::int64_t bytes = 0;           ///< of all arenas
    std::int64_t lowerBound = 0;      ///< most bytes alive at one node: no plan needs less
    std::int64_t recosted = 0;        ///< what NNVM's blocks take with these sizes
};

/// Entries that share in place in `plan` are one buffer, which lives from the node that makes it
/// to the last that reads it (heads to the end). Offsets and sizes are multiples of `alignment`.
/// Never needs more than `plan` does with the same sizes.
[[nodiscard]] Result<ArenaStorage> arrangeInArena(const PassContext &context,
                                                  const StoragePlan &plan,
                                                  const std::vector<std::int64_t> &devices,
                                                  std::int64_t alignment);

} // namespace nervure
