// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_marks.h"

namespace nervure {

QString changeSign(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return QStringLiteral("+");
    case ChangeMark::Changed: return QStringLiteral("~");
    case ChangeMark::Fused: return QStringLiteral("⊕");
    }
    return {};
}

const NodeMark *CanvasMarks::find(NodeId node) const
{
    const auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
}

} // namespace nervure
