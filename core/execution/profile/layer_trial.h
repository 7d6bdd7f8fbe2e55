// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// What a device says of a kernel that was compiled for it.
struct KernelFacts {
    std::int64_t localBytes = 0;   ///< local memory of a work-group, declared and asked for
    std::int64_t privateBytes = 0; ///< memory of a work-item
    std::size_t mostItems = 0;     ///< of a work-group; 0: the device does not say
    std::size_t itemsMultiple =
        0;           ///< what numbers of items should be multiples of; 0: it does not say
    std::string log; ///< what the compiler said; most say nothing
    /// The log is that of a build of its own, with warnings. Else the program may come from a cache, where nobody
    /// compiled it.
    bool isLogOwn = false;
};

/// A size of work-groups, tried.
struct SizeTrial {
    std::array<std::size_t, 3> local{0, 0, 0}; ///< all 0: the driver chooses
    Statistics ms;
    /// Whether the layer's results are those of the planned size. Where they are not, the kernel relies on that.
    bool isCorrect = true;
    std::string fault; ///< why the device does not run it so; else empty
};

/// One launch of a layer with the sizes of work-groups that were tried: the planned one, then the fastest first, and
/// those that count for nothing last.
struct LaunchTrial {
    std::string kernel;
    std::array<std::size_t, 3> global{1, 1, 1};
    KernelFacts facts;
    std::vector<SizeTrial> sizes;

    /// The fastest of those that give the right results; null where none ran.
    [[nodiscard]] const SizeTrial *best() const;
    /// Brings them into that order.
    void sort();
};

/// A layer that was run alone, over and over, on what the layers before it give.
struct LayerTrial {
    Statistics ms; ///< of all its launches, as planned
    std::vector<LaunchTrial> launches;
};

/// The sizes of work-groups to try for a launch of `global` items: the planned one, the driver's choice, and
/// those of powers of two or whole dimensions that divide it and have at most `mostItems` items.
[[nodiscard]] std::vector<std::array<std::size_t, 3>> sizesToTry(
    const std::array<std::size_t, 3> &global, const std::array<std::size_t, 3> &planned,
    std::size_t mostItems);

/// Most sizes that are tried for one launch.
inline constexpr std::size_t mostSizes = 48;

} // namespace nervure
