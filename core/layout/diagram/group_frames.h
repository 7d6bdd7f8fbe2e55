// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// Measures of the frame around an open group, shared by all painters.
namespace frame {
inline constexpr double padding = 8;
inline constexpr double nameHeight = 16; ///< above what is in it
inline constexpr double longestName = 220;
inline constexpr double tint = 0.16; ///< of the ground: so much of the lines' color in the canvas's
} // namespace frame

/// Where an open group is.
struct PlacedFrame {
    std::uint32_t group = 0; ///< DrawnGraph::groups
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};

/// The frames around open groups, outer ones first. One of a subgraph holds its lines too.
[[nodiscard]] std::vector<PlacedFrame> placedFrames(const Drawing &drawing);

/// The group's name cut to fit.
[[nodiscard]] std::string frameName(const DrawnGroup &group, const TextMeasure &measure);

} // namespace nervure
