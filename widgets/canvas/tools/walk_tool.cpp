// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/walk_tool.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

bool WalkTool::key(const QKeyEvent &event)
{
    const bool extends = event.modifiers() == Qt::ControlModifier;
    if (event.modifiers() != Qt::NoModifier && !extends
        && event.modifiers() != Qt::KeypadModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Up: walk(Direction::Up, extends); return true;
    case Qt::Key_Down: walk(Direction::Down, extends); return true;
    case Qt::Key_Left: walk(Direction::Left, extends); return true;
    case Qt::Key_Right: walk(Direction::Right, extends); return true;
    case Qt::Key_Escape:
        if (m_surface.selectedNodes().empty() && !m_surface.selectedEdge()) {
            return false;
        }
        m_surface.select({});
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto node = m_surface.currentBox()) {
            m_surface.activate(*node);
            return true;
        }
        return !m_surface.selectedNodes().empty();
    default: return false;
    }
}

void WalkTool::walk(Direction direction, bool extends)
{
    const CanvasScene *shown = m_surface.scene();
    if (shown == nullptr || shown->nodeCount() == 0) {
        return;
    }
    const CanvasScene &scene = *shown;
    const auto now = m_surface.currentBox();
    std::optional<std::uint32_t> next =
        now ? neighbor(*now, direction) : scene.nodeAt(m_surface.visibleArea().center());
    if (!now && !next) {
        const std::vector<std::uint32_t> seen = scene.nodesIn(m_surface.visibleArea());
        next = seen.empty() ? 0 : seen.front();
    }
    if (!next) {
        return;
    }
    m_surface.selectBox(*next, extends ? m_surface.selectedNodes() : std::vector<NodeId>());
    m_surface.bringIntoSight(*next);
}

std::optional<std::uint32_t> WalkTool::neighbor(std::uint32_t node, Direction direction) const
{
    const CanvasScene &scene = *m_surface.scene();
    const bool flowsRight = scene.drawing().direction == LayoutDirection::Right;
    const Direction back = flowsRight ? Direction::Left : Direction::Up;
    const Direction forth = flowsRight ? Direction::Right : Direction::Down;
    if (direction != back && direction != forth) {
        return beside(node, direction == (flowsRight ? Direction::Down : Direction::Right));
    }
    const bool isUp = direction == back;
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    const QPointF from = scene.nodeRect(node).center();
    for (const std::uint32_t edge : isUp ? scene.inEdges(node) : scene.outEdges(node)) {
        const DrawnEdge &line = scene.graph().edges[edge];
        const std::uint32_t other = isUp ? line.from : line.to;
        const double away = (scene.nodeRect(other).center() - from).manhattanLength();
        if (other != node && away < least) {
            least = away;
            nearest = other;
        }
    }
    return nearest;
}

std::optional<std::uint32_t> WalkTool::beside(std::uint32_t node, bool right) const
{
    const CanvasScene &scene = *m_surface.scene();
    const QRectF rect = scene.nodeRect(node);
    const QRectF bounds = scene.bounds();
    const bool flowsRight = scene.drawing().direction == LayoutDirection::Right;
    const QRectF row = flowsRight
                           ? QRectF(rect.left(), bounds.top(), rect.width(), bounds.height())
                           : QRectF(bounds.left(), rect.top(), bounds.width(), rect.height());
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t other : scene.nodesIn(row)) {
        const QPointF way = scene.nodeRect(other).center() - rect.center();
        const double dx = flowsRight ? way.y() : way.x();
        if (other != node && (dx > 0) == right && std::abs(dx) < least) {
            least = std::abs(dx);
            nearest = other;
        }
    }
    return nearest;
}

} // namespace nervure
