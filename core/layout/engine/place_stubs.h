// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_result.h"
#include "core/layout/engine/long_edges.h"

namespace nervure {

/// Measures of the tags at the ends of a stub, in picture pixels.
namespace stub {
inline constexpr double tagHeight = 16;
inline constexpr double widestTag = 76;
inline constexpr double padding = 5;      ///< between the tag's ends and its text
inline constexpr double lineLength = 22;  ///< from the tag's middle to the box
inline constexpr double shortLength = 13; ///< likewise, where the next box is near
/// How much further that is where values flow to the right: a tag is as wide as its text there.
inline constexpr double turnedOffset = (widestTag - tagHeight) / 2;
} // namespace stub

/// Gives lines that are left out their stubs: a tag above the right part of the target's upper
/// border, and a short line down from it. Several stubs of one target stand side by side as far as
/// there is room, then share the last place.
void placeStubs(const LayoutRequest &request, const StubbedEdges &isStubbed, LayoutResult &result);

} // namespace nervure
