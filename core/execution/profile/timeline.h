// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What happens on a row of the picture of a run. Slices of all but the first two do not overlap.
enum class TimelineRow : std::uint8_t {
    Queued,    ///< launches that wait in the host's queue
    Submitted, ///< launches that the device has not begun yet
    Kernels,
    Layers,
    Transfers,
};
inline constexpr std::size_t timelineRows = 5;
/// "queued", "submitted", "kernels", "layers", "transfers".
[[nodiscard]] std::string_view timelineRowName(TimelineRow row);

/// Something of the last run that was timed, in milliseconds since the run began.
struct TimelineSlice {
    static constexpr std::uint32_t noLayer = ~0U;

    TimelineRow row = TimelineRow::Layers;
    std::string name;
    double startMs = 0;
    double endMs = 0;
    std::uint32_t layer = noLayer; ///< its index in ProfileData::layers
    std::uint32_t transfer = 0;    ///< its index in ProfileData::transfers, without a layer
};

/// The last run, row by row, each in the order of time. Launches of devices without a clock are not in it.
/// Window and trace show it.
[[nodiscard]] std::vector<TimelineSlice> timelineOf(const ProfileData &profile);

} // namespace nervure
