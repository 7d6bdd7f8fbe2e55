// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"

#include <vector>

namespace nervure {

/// Paints these nodes as cards and pills, as detailed as the scale allows.
void paintNodes(QPainter &painter, const CanvasScene &scene,
                const std::vector<std::uint32_t> &nodes, const CanvasLook &look);

/// The brush of a category's stripe; hatched for operators that nothing is known about.
[[nodiscard]] QBrush categoryBrush(const DrawnNode &node, const Palette &palette);

/// The ground of the disc that shows what an edit or a pass did.
[[nodiscard]] QColor markColor(ChangeMark mark, bool isDark);

} // namespace nervure
