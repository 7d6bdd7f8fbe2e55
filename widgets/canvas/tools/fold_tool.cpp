// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/fold_tool.h"

#include <set>

namespace nervure {

/// The subgraphs that a node holds, by the lines that they lead to it.
bool FoldTool::toggleSubgraphs(std::uint32_t owner, bool unfolds)
{
    const CanvasScene &scene = *m_surface.scene();
    const DrawnGraph &graph = scene.graph();
    std::set<int> toggled;
    for (const std::uint32_t edge : scene.inEdges(owner)) {
        const int group = graph.nodes[graph.edges[edge].from].group;
        if (graph.isResult(graph.edges[edge])
            && graph.groups[static_cast<std::size_t>(group)].isFolded == unfolds) {
            toggled.insert(group);
        }
    }
    for (const int group : toggled) {
        m_surface.toggleGroup(group);
    }
    return !toggled.empty();
}

bool FoldTool::key(const QKeyEvent &event)
{
    const bool isPlus = event.key() == Qt::Key_Plus;
    const auto strange = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if ((!isPlus && event.key() != Qt::Key_Minus) || (event.modifiers() & strange) != 0) {
        return false;
    }
    const auto box = m_surface.currentBox();
    if (!box) {
        return false;
    }
    const CanvasScene &scene = *m_surface.scene();
    const int group = m_surface.selectedGroup();
    if (scene.graph().nodes[*box].kind != DrawnKind::Group && toggleSubgraphs(*box, isPlus)) {
        return true;
    }
    if (group < 0) {
        return false;
    }
    const DrawnGroup &chosen = scene.graph().groups[static_cast<std::size_t>(group)];
    if (chosen.isFolded == isPlus) {
        m_surface.toggleGroup(group);
    } else if (!isPlus) {
        m_surface.toggleGroup(chosen.parent);
    }
    return true;
}

} // namespace nervure
