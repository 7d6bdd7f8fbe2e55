// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace nervure {

/// Marks a longest increasing subsequence of different numbers: what can stay where it is when a
/// list is brought into another order.
[[nodiscard]] inline std::vector<bool> longestIncreasing(std::span<const std::size_t> numbers)
{
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t>
        best; // by length: where the run of that length with the least end ends
    std::vector<std::size_t> before(numbers.size(), none);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto place = std::lower_bound(
            best.begin(), best.end(), numbers[i],
            [&numbers](std::size_t end, std::size_t number) { return numbers[end] < number; });
        before[i] = place == best.begin() ? none : *(place - 1);
        if (place == best.end()) {
            best.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<bool> isPart(numbers.size(), false);
    for (std::size_t i = best.empty() ? none : best.back(); i != none; i = before[i]) {
        isPart[i] = true;
    }
    return isPart;
}

} // namespace nervure
