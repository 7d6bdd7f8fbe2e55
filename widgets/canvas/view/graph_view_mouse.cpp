// SPDX-License-Identifier: Apache-2.0
// What the mouse does on the canvas: selects, pans, lights values.
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/view/accessible_graph_view.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>

namespace nervure {

namespace {

/// How near to a line the pointer has to be, in view pixels.
constexpr double edgeReach = 6;
/// How near to the end of a line a click means that end.
constexpr double endReach = 18;
/// Below this scale single lines cannot be told apart.
constexpr double edgeScale = 0.25;

} // namespace

void GraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton) {
        m_press = event->pos();
        m_lastPan = event->pos();
        m_isPanning = event->button() == Qt::MiddleButton;
        if (m_isPanning) {
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
        event->accept();
    }
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_press) {
        hover(event->pos());
        return;
    }
    if (!m_isPanning
        && (event->pos() - *m_press).manhattanLength() >= QApplication::startDragDistance()) {
        m_isPanning = true;
        clearHover();
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_isPanning) {
        ViewTransform target = m_transform;
        target.pan(event->pos() - m_lastPan);
        m_lastPan = event->pos();
        setTransform(target);
    }
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_press && !m_isPanning && event->button() == Qt::LeftButton) {
        click(event->pos(), event->modifiers());
    }
    m_press.reset();
    m_isPanning = false;
    viewport()->unsetCursor();
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto node =
        m_scene ? m_scene->nodeAt(m_transform.toScene(event->position())) : std::nullopt;
    if (!m_scene || event->button() != Qt::LeftButton) {
        return;
    }
    if (node) {
        activate(*node);
    } else if (m_selectedEdge) {
        jumpAlong(*m_selectedEdge, event->position(), true);
    }
}

void GraphView::click(QPoint at, Qt::KeyboardModifiers modifiers)
{
    if (!m_scene) {
        return;
    }
    const bool extends = (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
    const QPointF place = m_transform.toScene(QPointF(at));
    m_selectedEdge.reset();
    if (const auto node = m_scene->nodeAt(place)) {
        const NodeId id = m_scene->graph().nodes[*node].node;
        std::vector<NodeId> nodes = extends ? m_selection : std::vector<NodeId>();
        const auto it = std::find(nodes.begin(), nodes.end(), id);
        if (it != nodes.end()) {
            nodes.erase(it);
        } else {
            nodes.push_back(id);
        }
        changeSelection(std::move(nodes), node);
        return;
    }
    if (const auto group = m_scene->groupNameAt(place)) {
        toggleGroup(static_cast<int>(*group));
        return;
    }
    if (m_transform.scale() >= edgeScale) {
        m_selectedEdge = m_scene->edgeAt(place, edgeReach / m_transform.scale());
    }
    if (m_selectedEdge && m_scene->isStub(*m_selectedEdge)) {
        jumpTo(m_scene->graph().edges[*m_selectedEdge].from);
        return;
    }
    if (m_selectedEdge && !extends && jumpAlong(*m_selectedEdge, at, false)) {
        return;
    }
    if (!extends) {
        changeSelection({});
    } else {
        refreshHighlights();
    }
}

/// At an end of a line whose other end is out of sight, or `anywhere` on it: to the other end.
bool GraphView::jumpAlong(std::uint32_t edge, QPointF at, bool anywhere)
{
    const std::vector<Point> &points = m_scene->drawing().layout.edges[edge].points;
    const DrawnEdge &line = m_scene->graph().edges[edge];
    if (points.empty()) {
        return false;
    }
    const auto distance = [&](const Point &end) {
        return (m_transform.toView(QPointF(end.x, end.y)) - at).manhattanLength();
    };
    const bool isAtStart = distance(points.front()) < distance(points.back());
    const std::uint32_t other = isAtStart ? line.to : line.from;
    const double away = distance(isAtStart ? points.front() : points.back());
    const bool isSeen = m_scene->nodeRect(other).intersects(visibleArea());
    if (!anywhere && (away > endReach || isSeen)) {
        return false;
    }
    jumpTo(other);
    return true;
}

void GraphView::jumpTo(std::uint32_t node)
{
    const NodeId id = m_scene->graph().nodes[node].node;
    m_selectedEdge.reset();
    changeSelection({id}, node);
    centreOnBox(node);
}

/// `box` is where the last of the nodes was pointed at.
void GraphView::changeSelection(std::vector<NodeId> nodes, std::optional<std::uint32_t> box)
{
    m_selection = std::move(nodes);
    const bool isInside = box && m_scene->graph().isInside(*box) && !m_selection.empty()
                          && m_selection.back() == m_scene->graph().nodes[*box].node;
    m_insideBox = isInside ? box : std::nullopt;
    refreshHighlights();
    announceFocus(*this);
    Q_EMIT selectionShown();
    Q_EMIT selectionChanged();
}

void GraphView::hover(QPoint at)
{
    if (!m_scene) {
        return;
    }
    const QPointF place = m_transform.toScene(QPointF(at));
    const auto node = m_scene->nodeAt(place);
    std::optional<std::uint32_t> edge;
    if (!node && m_transform.scale() >= edgeScale) {
        edge = m_scene->edgeAt(place, edgeReach / m_transform.scale());
    }
    if (edge == m_hoveredEdge && node == m_highlights.hoveredNode) {
        return;
    }
    m_hoveredEdge = edge;
    refreshHighlights();
    m_highlights.hoveredNode = node;
    if (node) {
        // A node lights the lines at it, without dimming the rest: that would flicker on the way.
        for (const auto edges : {m_scene->inEdges(*node), m_scene->outEdges(*node)}) {
            m_highlights.litEdges.insert(edges.begin(), edges.end());
        }
    }
    viewport()->setCursor(node || edge ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void GraphView::clearHover()
{
    if (m_hoveredEdge || m_highlights.hoveredNode) {
        m_hoveredEdge.reset();
        refreshHighlights();
    }
}

} // namespace nervure
