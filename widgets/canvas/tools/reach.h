// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/view/canvas_surface.h"

namespace nervure {

/// The line at a place of the viewport; none where lines are too small to be told apart.
[[nodiscard]] inline std::optional<std::uint32_t> edgeNear(const CanvasSurface &surface, QPointF at)
{
    constexpr double leastScale = 0.25;
    constexpr double reach = 6; // pixels of the viewport
    return surface.zoom() < leastScale
               ? std::nullopt
               : surface.scene()->edgeAt(surface.transform().toScene(at), reach / surface.zoom());
}

} // namespace nervure
