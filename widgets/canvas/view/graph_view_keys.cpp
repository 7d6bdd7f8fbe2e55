// SPDX-License-Identifier: Apache-2.0
// What the keyboard does on the canvas: zooms, and walks from node to node.
#include "widgets/canvas/graph_view.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

void GraphView::keyPressEvent(QKeyEvent *event)
{
    if (zoomKey(*event) || valueKey(*event) || walkKey(*event) || groupKey(*event)) {
        event->accept();
        return;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

bool GraphView::zoomKey(const QKeyEvent &event)
{
    const bool isShift = event.modifiers() == Qt::ShiftModifier;
    const bool isPlain = event.modifiers() == Qt::NoModifier;
    switch (event.key()) {
    case Qt::Key_Up:
        if (isShift) {
            zoomIn();
        }
        return isShift;
    case Qt::Key_Down:
        if (isShift) {
            zoomOut();
        }
        return isShift;
    case Qt::Key_Backspace:
        if (isShift) {
            actualSize();
        }
        return isShift;
    case Qt::Key_F:
    case Qt::Key_Home:
        if (isPlain) {
            fit();
        }
        return isPlain;
    case Qt::Key_Space:
        if (m_selection.empty()) {
            fit();
        } else {
            if (const auto box = currentBox()) {
                centreOnBox(*box);
            }
        }
        return true;
    case Qt::Key_M:
        if (event.modifiers() == Qt::ControlModifier) {
            setWheelZooms(!m_wheelZooms);
            return true;
        }
        return false;
    default: return false;
    }
}

bool GraphView::walkKey(const QKeyEvent &event)
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
        if (m_selection.empty() && !m_selectedEdge) {
            return false;
        }
        m_selectedEdge.reset();
        changeSelection({});
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selection.empty()) {
            return false;
        }
        if (const auto node = currentBox()) {
            activate(*node);
        }
        return true;
    default: return false;
    }
}

/// Against the flow to what the node reads, with it to what reads it, across it in its rank.
void GraphView::walk(Direction direction, bool extends)
{
    if (!m_scene || m_scene->nodeCount() == 0) {
        return;
    }
    std::optional<std::uint32_t> next;
    const auto now = currentBox();
    next = now ? neighbour(*now, direction) : m_scene->nodeAt(visibleArea().center());
    if (!now && !next) {
        const std::vector<std::uint32_t> seen = m_scene->nodesIn(visibleArea());
        next = seen.empty() ? 0 : seen.front();
    }
    if (!next) {
        return;
    }
    const NodeId id = m_scene->graph().nodes[*next].node;
    std::vector<NodeId> nodes = extends ? m_selection : std::vector<NodeId>();
    nodes.erase(std::remove(nodes.begin(), nodes.end(), id), nodes.end());
    nodes.push_back(id);
    m_selectedEdge.reset();
    changeSelection(std::move(nodes), next);
    bringIntoSight(*next);
}

std::optional<std::uint32_t> GraphView::neighbour(std::uint32_t node, Direction direction) const
{
    const bool flowsRight = m_scene->drawing().direction == LayoutDirection::Right;
    const Direction back = flowsRight ? Direction::Left : Direction::Up;
    const Direction forth = flowsRight ? Direction::Right : Direction::Down;
    if (direction != back && direction != forth) {
        return beside(node, direction == (flowsRight ? Direction::Down : Direction::Right));
    }
    const bool isUp = direction == back;
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    const QPointF from = m_scene->nodeRect(node).center();
    for (const std::uint32_t edge : isUp ? m_scene->inEdges(node) : m_scene->outEdges(node)) {
        const DrawnEdge &line = m_scene->graph().edges[edge];
        const std::uint32_t other = isUp ? line.from : line.to;
        const double away = (m_scene->nodeRect(other).center() - from).manhattanLength();
        if (other != node && away < least) {
            least = away;
            nearest = other;
        }
    }
    return nearest;
}

std::optional<std::uint32_t> GraphView::beside(std::uint32_t node, bool right) const
{
    const QRectF rect = m_scene->nodeRect(node);
    const QRectF bounds = m_scene->bounds();
    const bool flowsRight = m_scene->drawing().direction == LayoutDirection::Right;
    const QRectF row = flowsRight
                           ? QRectF(rect.left(), bounds.top(), rect.width(), bounds.height())
                           : QRectF(bounds.left(), rect.top(), bounds.width(), rect.height());
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t other : m_scene->nodesIn(row)) {
        const QPointF way = m_scene->nodeRect(other).center() - rect.center();
        const double dx = flowsRight ? way.y() : way.x();
        if (other != node && (dx > 0) == right && std::abs(dx) < least) {
            least = std::abs(dx);
            nearest = other;
        }
    }
    return nearest;
}

void GraphView::bringIntoSight(std::uint32_t node)
{
    constexpr double margin = 40;
    const QRectF rect = m_transform.toView(m_scene->nodeRect(node));
    const QRectF room = QRectF(viewport()->rect()).adjusted(margin, margin, -margin, -margin);
    if (room.contains(rect)) {
        return;
    }
    ViewTransform target = m_transform;
    target.centreOn(m_scene->nodeRect(node).center(), viewport()->size());
    moveTo(target);
}

void GraphView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    refreshHighlights();
}

void GraphView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    refreshHighlights();
}

} // namespace nervure
