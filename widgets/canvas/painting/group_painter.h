// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"

namespace nervure {

/// Paints a frame behind the boxes of each open group, with its name where that can be read.
void paintGroupFrames(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                      const CanvasLook &look);

/// The edges of the cards that stand behind the card of a folded group.
void paintStack(QPainter &painter, const QRectF &front);

} // namespace nervure
