// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/timeline.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace nervure {

namespace {

void addLaunches(const LayerProfile &layer, std::uint32_t index, std::vector<TimelineSlice> &slices)
{
    for (const LaunchProfile &launch : layer.launches) {
        const LaunchTiming &last = launch.last;
        slices.push_back({TimelineRow::Queued, launch.kernel, last.queuedMs, last.submitMs, index});
        slices.push_back(
            {TimelineRow::Submitted, launch.kernel, last.submitMs, last.startMs, index});
        slices.push_back({TimelineRow::Kernels, launch.kernel, last.startMs, last.endMs, index});
    }
}

} // namespace

std::string_view timelineRowName(TimelineRow row)
{
    static constexpr std::array<std::string_view, timelineRows> names{
        "queued", "submitted", "kernels", "layers", "transfers"};
    return names.at(static_cast<std::size_t>(row));
}

std::vector<TimelineSlice> timelineOf(const ProfileData &profile)
{
    std::vector<TimelineSlice> slices;
    for (std::uint32_t i = 0; i < profile.layers.size(); ++i) {
        const LayerProfile &layer = profile.layers[i];
        slices.push_back({TimelineRow::Layers, layer.node.name, layer.startMs, layer.endMs, i});
        addLaunches(layer, i, slices);
    }
    for (std::uint32_t i = 0; i < profile.transfers.size(); ++i) {
        const TransferProfile &transfer = profile.transfers[i];
        slices.push_back({TimelineRow::Transfers, transfer.name, transfer.startMs, transfer.endMs,
                          TimelineSlice::noLayer, i});
    }
    std::stable_sort(slices.begin(), slices.end(),
                     [](const TimelineSlice &a, const TimelineSlice &b) {
                         return std::tie(a.row, a.startMs) < std::tie(b.row, b.startMs);
                     });
    return slices;
}

} // namespace nervure
