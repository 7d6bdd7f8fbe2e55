// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

#include <cstddef>

namespace nervure {

/// Measures of lines that stand for several.
namespace bundle {
/// Two lines between the same boxes, a square or a state beside its cell, are told apart at a glance
/// and each can be taken hold of; from three on they are a band that buries what it crosses.
inline constexpr std::size_t fewestLines = 3;
inline constexpr double lineWidth = 2.5; ///< in picture pixels; of others it is 1.5
} // namespace bundle

/// Makes one line of those between the same two boxes where there are many, whichever outputs and
/// inputs they join: DrawnGraph::linesOf() lists them. Control dependencies are apart from values. The
/// line says how many it stands for, and what all of them say: `×35 · 4×64`. What is bundled stays so.
[[nodiscard]] DrawnGraph bundleLines(DrawnGraph graph);

} // namespace nervure
