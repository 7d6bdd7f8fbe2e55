// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace nervure {

/// A piece of memory that is needed from step `first` to step `last`, both included.
struct ArenaRequest {
    std::int64_t bytes = 0; ///< not negative
    std::uint32_t first = 0;
    std::uint32_t last = 0; ///< not before `first`
};

/// Where the requests lie in one arena.
struct ArenaPlan {
    std::vector<std::int64_t> offsets; ///< beside the requests, multiples of the alignment
    std::int64_t bytes = 0;            ///< size of the arena
    /// Most bytes (rounded up to the alignment) alive at one step: no arena can be smaller.
    std::int64_t lowerBound = 0;
};

/// Places requests so that no two that live at the same step overlap: largest first, each in the
/// tightest gap that fits among those placed before it, else at the end. True sizes, rounded up to
/// `alignment` (positive). The sum of all sizes must fit 62 bits.
[[nodiscard]] ArenaPlan planArena(std::span<const ArenaRequest> requests, std::int64_t alignment);

} // namespace nervure
