// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nervure {

/// What nervure-hdf5 may take to find out what is in a file. It reads no elements: whatever takes more is damaged.
struct Hdf5Budget {
    std::uint64_t seconds = 0; ///< of processor time
    std::uint64_t bytes = 0;   ///< of address space, the program's own included
};

/// Grows with the file's size in bytes: two seconds, and one more for each 10 MB.
[[nodiscard]] constexpr Hdf5Budget hdf5BudgetOf(std::uint64_t fileSize)
{
    constexpr std::uint64_t bytesPerSecond = 10'000'000;
    constexpr std::uint64_t ownBytes = std::uint64_t{512} << 20U;
    return {2 + fileSize / bytesPerSecond, ownBytes + fileSize};
}

} // namespace nervure
