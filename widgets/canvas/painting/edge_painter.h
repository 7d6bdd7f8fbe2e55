// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"

#include <vector>

namespace nervure {

/// Paints the lines of these edges with their arrow heads, quiet ones first, lit ones on top.
void paintEdges(QPainter &painter, const CanvasScene &scene,
                const std::vector<std::uint32_t> &edges, const CanvasLook &look);

/// The lines that are lit, wherever they are.
void paintLitEdges(QPainter &painter, const CanvasScene &scene, const CanvasLook &look);

/// Paints the pills with the values' shapes, where they can be read.
void paintLabels(QPainter &painter, const CanvasScene &scene,
                 const std::vector<std::uint32_t> &edges, const CanvasLook &look);

/// Paints the tags at the ends of stubs, likewise.
void paintTags(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasLook &look);

} // namespace nervure
