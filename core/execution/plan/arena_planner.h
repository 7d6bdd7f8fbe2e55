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
    std::int64_t blockBytes = 0; ///< what the given blocks take, one after the other
};

/// Places requests so that no two that live at the same step overlap, with true sizes rounded up
/// to `alignment` (positive): tries several ways to order and fit them, then moves what stands
/// out, until the lower bound is reached or an amount of work that depends on the requests alone
/// is done; equal requests give equal plans. The sum of all rounded sizes must fit 62 bits.
///
/// `blocks`, if given, is a plan to beat: by request the block (not negative) it lies in there.
/// Requests of one block must not live at the same step. The arena is never larger than that.
[[nodiscard]] ArenaPlan planArena(std::span<const ArenaRequest> requests, std::int64_t alignment,
                                  std::span<const std::int64_t> blocks = {});

} // namespace nervure
