// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

constexpr std::size_t maxGroupDimensions = 4;

/// Dimensions of one kind, the innermost last; missing ones are 1 in front. Those that lie together in
/// memory are one.
struct GroupDimensions {
    std::array<std::int64_t, maxGroupDimensions> sizes{1, 1, 1, 1};
    std::array<std::int64_t, maxGroupDimensions> strides{};
    std::size_t count = 0;

    /// One more, inside of all before it. False if there are too many.
    [[nodiscard]] bool add(std::int64_t size, std::int64_t stride);
};

/// Which elements of a dense tensor make up which result of a reduction: `kept` tells where the
/// elements of a result begin, `reduced` where they are from there.
struct ReductionGroups {
    GroupDimensions kept;
    GroupDimensions reduced;
    std::int64_t results = 1;
    std::int64_t each = 1; ///< elements of a result
};

/// How groups are brought to mean 0 and deviation 1.
struct Standardization {
    float epsilon = 0;      ///< added to the variance
    bool isCentered = true; ///< otherwise the mean counts as 0
};

/// `strides`: how the position among the results moves along each dimension of the input, 0 where it
/// is reduced. Nothing if more than four dimensions that do not lie side by side stay or go.
[[nodiscard]] std::optional<ReductionGroups> groupsOf(const Shape &shape,
                                                      const std::vector<std::int64_t> &strides);

} // namespace nervure
