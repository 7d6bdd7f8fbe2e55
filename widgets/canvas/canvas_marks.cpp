// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_marks.h"

namespace nervure {

const NodeMark *CanvasMarks::find(NodeId node) const
{
    const auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
}

Rgb tintOf(const ColourClass &kind, const Palette &palette)
{
    return blend(palette.card, kind.colour, palette.isDark ? 0.3 : 0.22);
}

} // namespace nervure
