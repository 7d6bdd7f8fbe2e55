// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"

namespace nervure {

/// Below this scale nothing can be read: boxes are dots, lines are straight.
inline constexpr double overviewScale = 0.2;

/// Paints the scene from far, a hundred thousand nodes within a frame: boxes as rectangles of at least
/// a pixel, lines that are long enough to be seen, thinned where they would cover everything. What
/// falls on the same pixels is painted once.
void paintOverview(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                   const CanvasLook &look);

} // namespace nervure
