// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_marks.h"

namespace nervure {

const NodeMark *CanvasMarks::find(NodeId node) const
{
    const auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
}

} // namespace nervure
