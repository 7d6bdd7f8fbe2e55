// SPDX-License-Identifier: Apache-2.0
// What the mouse, touch pad and keyboard do on the canvas.
#include "widgets/canvas/accessible_graph_view.h"
#include "widgets/canvas/graph_view.h"

#include <QApplication>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

/// How near to a line the pointer has to be, in view pixels.
constexpr double edgeReach = 6;
/// Below this scale single lines cannot be told apart.
constexpr double edgeScale = 0.25;
/// One notch of a wheel zooms by this much.
constexpr double wheelFactor = 1.15;

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
    if (node && event->button() == Qt::LeftButton) {
        Q_EMIT nodeActivated(m_scene->graph().nodes[*node].node);
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
        changeSelection(std::move(nodes));
        return;
    }
    if (m_transform.scale() >= edgeScale) {
        m_selectedEdge = m_scene->edgeAt(place, edgeReach / m_transform.scale());
    }
    if (m_selectedEdge && m_scene->isStub(*m_selectedEdge)) {
        jumpToSource(*m_selectedEdge);
        return;
    }
    if (!extends) {
        changeSelection({});
    } else {
        refreshHighlights();
    }
}

void GraphView::jumpToSource(std::uint32_t edge)
{
    const NodeId source = m_scene->graph().nodes[m_scene->graph().edges[edge].from].node;
    m_selectedEdge.reset();
    changeSelection({source});
    centreOn(source);
}

void GraphView::changeSelection(std::vector<NodeId> nodes)
{
    m_selection = std::move(nodes);
    refreshHighlights();
    announceFocus(*this);
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
        for (const auto *edges : {&m_scene->inEdges(*node), &m_scene->outEdges(*node)}) {
            m_highlights.litEdges.insert(edges->begin(), edges->end());
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

void GraphView::wheelEvent(QWheelEvent *event)
{
    const bool isModified = (event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
    // Some platforms turn the wheel sideways while Shift is held.
    const QPoint angle = event->angleDelta();
    if (isModified != m_wheelZooms) {
        const int turn = angle.y() != 0 ? angle.y() : angle.x();
        setZoom(zoom() * std::pow(wheelFactor, turn / 120.0), event->position());
    } else {
        const QPointF delta =
            event->pixelDelta().isNull() ? QPointF(angle) * 0.6 : QPointF(event->pixelDelta());
        ViewTransform target = m_transform;
        target.pan(delta);
        setTransform(target);
    }
    hover(event->position().toPoint());
    event->accept();
}

bool GraphView::pinch(const QGestureEvent &event)
{
    const auto *gesture = static_cast<const QPinchGesture *>(event.gesture(Qt::PinchGesture));
    if (!gesture) {
        return false;
    }
    if ((gesture->changeFlags() & QPinchGesture::ScaleFactorChanged) != 0) {
        const QPointF anchor = viewport()->mapFromGlobal(gesture->centerPoint().toPoint());
        setZoom(zoom() * gesture->scaleFactor(), anchor);
    }
    return true;
}

bool GraphView::viewportEvent(QEvent *event)
{
    switch (event->type()) {
    case QEvent::Gesture:
        if (pinch(*static_cast<QGestureEvent *>(event))) {
            return true;
        }
        break;
    case QEvent::NativeGesture: {
        const auto *gesture = static_cast<QNativeGestureEvent *>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            setZoom(zoom() * (1 + gesture->value()), gesture->position());
            return true;
        }
        break;
    }
    case QEvent::ToolTip: showToolTip(*static_cast<QHelpEvent *>(event)); return true;
    case QEvent::Leave: clearHover(); break;
    default: break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void GraphView::showToolTip(const QHelpEvent &event)
{
    const QPointF place = m_transform.toScene(QPointF(event.pos()));
    QString text;
    if (const auto node = m_scene ? m_scene->nodeAt(place) : std::nullopt) {
        const DrawnNode &drawn = m_scene->graph().nodes[*node];
        text = spokenName(*node);
        if (!drawn.detail.empty()) {
            text += QLatin1Char('\n') + QString::fromStdString(drawn.detail);
        }
        if (!drawn.folded.empty()) {
            text += QLatin1Char('\n')
                    + tr("%n parameter(s)", nullptr, static_cast<int>(drawn.folded.size()));
        }
        if (!drawn.isKnown) {
            text += QLatin1Char('\n') + tr("unknown operator");
        }
    } else if (m_hoveredEdge) {
        const DrawnEdge &edge = m_scene->graph().edges[*m_hoveredEdge];
        const DrawnNode &from = m_scene->graph().nodes[edge.from];
        text = tr("output %1 of %2")
                   .arg(edge.value.index)
                   .arg(QString::fromStdString(from.name.empty() ? from.title : from.name));
        if (!edge.label.empty()) {
            text += QLatin1Char('\n') + QString::fromStdString(edge.label);
        }
    }
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event.globalPos(),
                           text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")),
                           viewport());
    }
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    if (zoomKey(*event) || walkKey(*event)) {
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
            centreOn(m_selection.back());
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
        Q_EMIT nodeActivated(m_selection.back());
        return true;
    default: return false;
    }
}

/// Up to what the node reads, down to what reads it, sideways in its rank.
void GraphView::walk(Direction direction, bool extends)
{
    if (!m_scene || m_scene->nodeCount() == 0) {
        return;
    }
    std::optional<std::uint32_t> next;
    const auto now = m_selection.empty() ? std::nullopt : m_scene->graph().find(m_selection.back());
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
    changeSelection(std::move(nodes));
    bringIntoSight(*next);
}

std::optional<std::uint32_t> GraphView::neighbour(std::uint32_t node, Direction direction) const
{
    if (direction == Direction::Left || direction == Direction::Right) {
        return beside(node, direction == Direction::Right);
    }
    const bool isUp = direction == Direction::Up;
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
    const QRectF row(bounds.left(), rect.top(), bounds.width(), rect.height());
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t other : m_scene->nodesIn(row)) {
        const double dx = m_scene->nodeRect(other).center().x() - rect.center().x();
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
