// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/card_lines.h"

#include "widgets/canvas/canvas_controller.h"

namespace nervure {

void setLines(DrawnGraph &drawn, const CanvasSwitches &switches)
{
    for (DrawnNode &node : drawn.nodes) {
        if (node.kind == DrawnKind::Group) {
            const DrawnGroup &group = drawn.groups[static_cast<std::size_t>(node.group)];
            const auto times = static_cast<int>(group.occurrences);
            node.name = CanvasController::tr("%Ln node(s)", nullptr, static_cast<int>(group.size))
                            .toStdString();
            node.detail =
                times > 1 ? CanvasController::tr("occurs %Ln time(s)", nullptr, times).toStdString()
                          : std::string();
            continue;
        }
        if (!switches.names) {
            node.name.clear();
        }
        if (!switches.attributes) {
            node.detail.clear();
        }
    }
}

} // namespace nervure
