// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/view/canvas_surface.h"

namespace nervure {

/// Below this scale lines and tags are too small to be told apart.
inline constexpr double leastPointedScale = 0.25;

/// The line at a place of the viewport, if it can be pointed at.
[[nodiscard]] inline std::optional<std::uint32_t> edgeNear(const CanvasSurface &surface, QPointF at)
{
    constexpr double reach = 6; // pixels of the viewport
    return surface.zoom() < leastPointedScale
               ? std::nullopt
               : surface.scene()->edgeAt(surface.transform().toScene(at), reach / surface.zoom());
}

/// The tag of stubs there, likewise.
[[nodiscard]] inline std::optional<std::uint32_t> tagNear(const CanvasSurface &surface, QPointF at)
{
    return surface.zoom() < leastPointedScale
               ? std::nullopt
               : surface.scene()->tagAt(surface.transform().toScene(at));
}

} // namespace nervure
