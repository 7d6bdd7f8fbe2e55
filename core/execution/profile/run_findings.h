// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a finding says of a run.
enum class RunFindingKind : std::uint8_t {
    Launch,      ///< layers that take less than twice what launching them costs
    Transform,   ///< layers that only change layouts or copy
    Twin,        ///< a layer that takes longer than another one that does the same work
    Tail,        ///< a kernel whose last work-groups leave most of the device idle
    Neither,     ///< a layer far from both roofs of the device
    Transfers,   ///< inputs and outputs on their way
    Unexplained, ///< what neither layers, their launches nor transfers explain
};
/// "launch", "transform", "twin", "tail", "neither", "transfers", "unexplained".
[[nodiscard]] std::string_view runFindingName(RunFindingKind kind);

/// Where time goes that might be saved, and why. `ms` is the most that mending it could save.
struct RunFinding {
    RunFindingKind kind = RunFindingKind::Launch;
    double ms = 0;
    double share = 0;                    ///< of the run's wall time
    std::vector<std::uint32_t> layers{}; ///< that it is about, the worst first
    std::string layer{};                 ///< the name of the first; empty where there is none
    std::string other{};                 ///< Twin: the faster layer
    double factor =
        0; ///< Twin: how much longer it takes; Neither: how much faster the roofs would let
           ///< it be; Tail: which part of the device works
    std::size_t groups = 0;  ///< Tail: work-groups
    std::uint32_t units = 0; ///< Tail: compute units

    /// In a sentence with its numbers.
    [[nodiscard]] std::string text() const;
};

/// What is found in a profile of a device with so many compute units (0: not known), what costs most first.
/// Nothing is said of what takes less than a hundredth of the run.
[[nodiscard]] std::vector<RunFinding> runFindings(const ProfileData &profile,
                                                  std::uint32_t computeUnits);

} // namespace nervure
