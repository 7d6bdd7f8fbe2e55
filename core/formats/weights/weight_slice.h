// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace nervure {

/// A part of a tensor, as NumPy takes it from an array.
struct WeightSlice {
    /// Of one dimension: `count` indices from `first` on, `step` apart.
    struct Range {
        std::int64_t first = 0;
        std::int64_t count = 0;
        std::int64_t step = 1;
        bool isKept = true; ///< false for a single index, which takes the dimension away
    };
    std::vector<Range> ranges; ///< one a dimension

    /// The shape of the part.
    [[nodiscard]] std::vector<std::int64_t> shape() const;
    [[nodiscard]] std::uint64_t count() const;
};

/// "0, 2:5, ::2, -1": an index or a range of each dimension, the last ones left out. An empty text is all of
/// it. Fails with code "slice" on other texts and on what the shape does not have.
[[nodiscard]] Result<WeightSlice> parseSlice(std::string_view text,
                                             const std::vector<std::int64_t> &shape);

/// Calls `take` with the runs of elements that the part is made of, in its order: their first one's number
/// in the whole tensor, and how many follow each other.
Status eachRun(const WeightSlice &slice, const std::vector<std::int64_t> &shape,
               const std::function<Status(std::uint64_t first, std::uint64_t count)> &take);

} // namespace nervure
