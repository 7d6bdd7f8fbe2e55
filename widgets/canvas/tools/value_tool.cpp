// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/value_tool.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace nervure {

ValueTool::ValueTool(CanvasSurface &surface) : CanvasTool(surface)
{
    connect(&surface, &CanvasSurface::drawingChanged, this, [this] { m_box.reset(); });
}

bool ValueTool::key(const QKeyEvent &event)
{
    const bool isBack = event.modifiers() == Qt::ShiftModifier;
    if (event.key() == Qt::Key_V && (event.modifiers() == Qt::NoModifier || isBack)) {
        walk(isBack ? -1 : 1);
        return true;
    }
    if (!m_surface.selectedEdge() || event.modifiers() != Qt::NoModifier
        || (event.key() != Qt::Key_Up && event.key() != Qt::Key_Down)) {
        return false;
    }
    const DrawnGraph &graph = m_surface.scene()->graph();
    const DrawnEdge &edge = graph.edges[*m_surface.selectedEdge()];
    const std::uint32_t end = event.key() == Qt::Key_Up ? edge.from : edge.to;
    m_surface.selectBox(end);
    m_surface.bringIntoSight(end);
    return true;
}

/// One line for each.
std::vector<ValueTool::ValueLine> ValueTool::valuesAt(std::uint32_t box) const
{
    const CanvasScene &scene = *m_surface.scene();
    std::vector<ValueLine> values;
    std::set<std::pair<std::uint32_t, Entry>> known; // with the box that each comes from
    for (const auto edges : {scene.outEdges(box), scene.inEdges(box)}) {
        for (const std::uint32_t edge : edges) {
            const std::span<const DrawnEdge> lines = scene.linesOf(edge);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (known.insert({lines[i].from, lines[i].value}).second) {
                    values.push_back({edge, i});
                }
            }
        }
    }
    return values;
}

void ValueTool::walk(int step)
{
    const auto selected = m_surface.selectedEdge();
    std::optional<std::uint32_t> box;
    if (!m_surface.selectedNodes().empty()) {
        box = m_surface.currentBox();
    } else if (selected) {
        // The node whose values are walked: the last one that was selected, while it is an end.
        const DrawnEdge &edge = m_surface.scene()->graph().edges[*selected];
        box = m_box == edge.to ? edge.to : edge.from;
    }
    const std::vector<ValueLine> values = box ? valuesAt(*box) : std::vector<ValueLine>();
    if (values.empty()) {
        return;
    }
    const auto now = std::find_if(values.begin(), values.end(), [&](const ValueLine &value) {
        return selected == value.edge && m_surface.selectedNumber() == value.number;
    });
    const auto count = static_cast<int>(values.size());
    const int at = now == values.end()
                       ? (step > 0 ? 0 : count - 1)
                       : (static_cast<int>(now - values.begin()) + step + count) % count;
    m_box = box;
    const ValueLine &next = values[static_cast<std::size_t>(at)];
    m_surface.select({}, {}, next.edge, next.number);
}

} // namespace nervure
