// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"
#include "core/graph/graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What layers are summed by.
enum class TimeGrouping : std::uint8_t {
    Operator, ///< "conv2d", with the role of those that only change a layout or copy
    Kernel,   ///< each launch counts for its own kernel where launches were timed
    Scope,    ///< the outermost part of the name of the layer's node: "stage1"
};
/// The grouping of that word: operator, kernel, scope.
[[nodiscard]] std::optional<TimeGrouping> timeGroupingFromName(std::string_view name);

/// Layers that have something in common, and what they take together.
struct TimeGroup {
    std::string name;
    std::size_t layers = 0;
    std::size_t launches = 0;
    double ms = 0;    ///< sum of medians
    double share = 0; ///< of all layers' time, whatever is counted
    std::int64_t flops = 0;
    std::int64_t bytes = 0; ///< of a kernel: 0 where a layer has several, which share its tensors
    std::vector<std::uint32_t> ids; ///< of the layers
};

/// The groups, the slowest first. `counted` says of each layer whether it counts; empty: all do. Scopes are
/// those of `graph`; layers whose nodes it has not are in a group without a name.
[[nodiscard]] std::vector<TimeGroup> groupTimes(const ProfileData &profile, TimeGrouping grouping,
                                                const Graph &graph,
                                                const std::vector<bool> &counted = {});

/// Their sums, under that name.
[[nodiscard]] TimeGroup totalOf(const std::vector<TimeGroup> &groups, std::string name);

} // namespace nervure
