// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/edit_gestures.h"

#include "widgets/canvas/overlays/gesture_overlay.h"
#include "widgets/canvas/view/canvas_surface.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDragMoveEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>

#include <algorithm>
#include <iterator>
#include <span>

namespace nervure {

namespace {

/// How near the pointer has to be, in view pixels.
constexpr double edgeReach = 6;
constexpr double handleReach = 9;
/// A shorter line has no room for two handles.
constexpr double leastLength = 24;
/// Below this scale nothing can be aimed at.
constexpr double editScale = 0.35;

CanvasEdge edgeOf(const DrawnEdge &line)
{
    return {line.value, line.reader, line.input, line.isControl};
}

const QString operatorMime = QStringLiteral("application/x-nervure-operator");

} // namespace

EditGestures::EditGestures(CanvasSurface &view)
    : QObject(&view),
      m_view(view),
      m_viewport(view.viewport()),
      m_overlay(new GestureOverlay(view.viewport()))
{
    view.viewport()->installEventFilter(this);
    view.installEventFilter(this);
    view.viewport()->setAcceptDrops(true);
    connect(&view, &CanvasSurface::transformChanged, m_overlay, [this] {
        if (!m_drag) {
            m_overlay->clear();
        }
    });
    connect(&view, &CanvasSurface::drawingChanged, this, [this] {
        if (!m_drag) { // a layout that ends does not take a line out of the hand
            cancel();
        }
    });
}

void EditGestures::setEnabled(bool isEnabled)
{
    m_isEnabled = isEnabled;
    if (!isEnabled) {
        cancel();
    }
}

CanvasPoint EditGestures::placeAt(QPoint at) const
{
    CanvasPoint place;
    place.global = m_view.viewport()->mapToGlobal(at);
    const CanvasScene *scene = m_view.scene();
    if (scene == nullptr) {
        return place;
    }
    const QPointF in = m_view.transform().toScene(QPointF(at));
    const auto node = scene->nodeAt(in);
    if (node && scene->graph().isOutput(*node)) {
        const DrawnEdge &line = scene->graph().edges[scene->inEdges(*node).front()];
        place.output = line.input;
        place.edge = edgeOf(line);
    } else if (node) {
        place.node = scene->graph().nodes[*node].node;
        place.isInside = scene->graph().isInside(*node);
    } else if (const auto edge = scene->edgeAt(in, edgeReach / m_view.zoom())) {
        const DrawnEdge &line = scene->graph().edges[*edge];
        place.isInside = scene->graph().isInside(line.from);
        if (place.isInside) {
            place.node = line.value.node;
            return place;
        }
        const std::span<const DrawnEdge> lines = scene->linesOf(*edge);
        if (lines.size() == 1) {
            place.edge = edgeOf(line);
            return place;
        }
        std::transform(lines.begin(), lines.end(), std::back_inserter(place.bundle), edgeOf);
        if (edge == m_view.selectedEdge()) {
            place.edge = edgeOf(*m_view.selectedLine());
        }
    } else if (const auto subgraph = scene->subgraphAt(in)) {
        place.node = scene->graph().groups[*subgraph].owner;
        place.isInside = true;
    }
    return place;
}

/// The node that a line can be let go on.
NodeId EditGestures::targetOf(const CanvasPoint &place)
{
    return place.isInside ? NodeId{} : place.node;
}

std::optional<std::uint32_t> EditGestures::edgeIndex(const CanvasEdge &edge) const
{
    const CanvasScene *scene = m_view.scene();
    const auto reader = scene == nullptr ? std::nullopt : scene->graph().find(edge.reader);
    if (!reader) {
        return std::nullopt;
    }
    for (const std::uint32_t at : scene->inEdges(*reader)) {
        const std::span<const DrawnEdge> lines = scene->linesOf(at);
        const bool isIn = std::any_of(lines.begin(), lines.end(), [&edge](const DrawnEdge &line) {
            return line.input == edge.input && line.value == edge.value
                   && line.reader == edge.reader && line.isControl == edge.isControl;
        });
        if (isIn) {
            return at;
        }
    }
    return std::nullopt;
}

std::optional<QPointF> EditGestures::outputHandle(NodeId node) const
{
    const QRectF rect = m_view.nodeRectInView(node);
    if (!m_isEnabled || rect.isEmpty() || m_view.zoom() < editScale) {
        return std::nullopt;
    }
    return QPointF(rect.center().x(), rect.bottom());
}

std::optional<QPointF> EditGestures::endHandle(const CanvasEdge &edge, EdgeDrop::End end) const
{
    const auto at = edgeIndex(edge);
    if (!m_isEnabled || !at || edge.isControl || m_view.zoom() < editScale
        || m_view.scene()->isStub(*at)) {
        return std::nullopt;
    }
    const QPainterPath path = m_view.scene()->edgePath(*at);
    const QPointF start = m_view.transform().toView(path.pointAtPercent(0));
    const QPointF stop = m_view.transform().toView(path.pointAtPercent(1));
    // Apart from the border of the cards, so that a click on a card stays a click on it.
    const QPointF way = stop - start;
    const double length = std::hypot(way.x(), way.y());
    if (length < leastLength) {
        return std::nullopt;
    }
    const double away = std::min(0.3, (handleReach + 3) / length);
    return m_view.transform().toView(
        path.pointAtPercent(end == EdgeDrop::End::Source ? away : 1 - away));
}

/// What the pointer would take hold of.
std::optional<EditGestures::Drag> EditGestures::grabAt(QPoint at) const
{
    const auto isNear = [at](const std::optional<QPointF> &handle) {
        return handle && QLineF(*handle, QPointF(at)).length() <= handleReach;
    };
    if (m_handleNode.isValid() && isNear(outputHandle(m_handleNode))) {
        return Drag{EdgeDrop::End::New, Entry{m_handleNode}, {}, *outputHandle(m_handleNode), at};
    }
    if (m_handleEdge) {
        for (const EdgeDrop::End end : {EdgeDrop::End::Target, EdgeDrop::End::Source}) {
            if (const auto handle = endHandle(*m_handleEdge, end); isNear(handle)) {
                return Drag{end, m_handleEdge->value, m_handleEdge, *handle, at};
            }
        }
    }
    return std::nullopt;
}

/// The handles of what the pointer is on, or was on the way to them.
void EditGestures::showHandles(QPoint at)
{
    if (!m_isEnabled || m_view.scene() == nullptr || m_view.zoom() < editScale) {
        m_overlay->clear();
        return;
    }
    if (!grabAt(at)) {
        const CanvasPoint place = placeAt(at);
        m_handleNode = targetOf(place);
        m_handleEdge = place.edge;
    }
    std::vector<QPointF> handles;
    if (const auto handle = outputHandle(m_handleNode)) {
        handles.push_back(*handle);
    }
    if (m_handleEdge) {
        for (const EdgeDrop::End end : {EdgeDrop::End::Source, EdgeDrop::End::Target}) {
            if (const auto handle = endHandle(*m_handleEdge, end)) {
                handles.push_back(*handle);
            }
        }
    }
    m_overlay->setHandles(std::move(handles));
}

bool EditGestures::press(const QMouseEvent &event)
{
    if (m_letsThrough || event.button() != Qt::LeftButton || event.modifiers() != Qt::NoModifier) {
        return false;
    }
    showHandles(event.pos());
    m_drag = grabAt(event.pos());
    return m_drag.has_value();
}

bool EditGestures::move(const QMouseEvent &event)
{
    if (!m_drag) {
        if (event.buttons() == Qt::NoButton) {
            showHandles(event.pos());
        }
        return grabAt(event.pos()).has_value() && event.buttons() == Qt::NoButton;
    }
    if (!m_drag->isMoving
        && (event.pos() - m_drag->press).manhattanLength() < QApplication::startDragDistance()) {
        return true;
    }
    m_drag->isMoving = true;
    m_overlay->setHandles({});
    const NodeId target = targetOf(placeAt(event.pos()));
    const QPointF end = event.position();
    GestureOverlay::Line line{m_drag->start, end, target.isValid()};
    if (m_drag->edge) {
        // The other end stays where it is.
        const bool movesSource = m_drag->end == EdgeDrop::End::Source;
        const auto other =
            endHandle(*m_drag->edge, movesSource ? EdgeDrop::End::Target : EdgeDrop::End::Source);
        line.from = movesSource ? end : other.value_or(m_drag->start);
        line.to = movesSource ? other.value_or(m_drag->start) : end;
    }
    m_overlay->setLine(line);
    m_overlay->setTarget(target.isValid() ? m_view.nodeRectInView(target) : QRectF());
    return true;
}

bool EditGestures::release(const QMouseEvent &event)
{
    if (!m_drag || event.button() != Qt::LeftButton) {
        return false;
    }
    const Drag drag = *m_drag;
    cancel();
    if (!drag.isMoving) {
        // Only a click: the view never saw its first half.
        QMouseEvent first(QEvent::MouseButtonPress, event.position(), event.globalPosition(),
                          event.button(), event.button(), event.modifiers());
        m_letsThrough = true;
        QCoreApplication::sendEvent(m_view.viewport(), &first);
        m_letsThrough = false;
        return false;
    }
    const CanvasPoint place = placeAt(event.pos());
    if (!place.isInside) {
        Q_EMIT edgeDropped({drag.end, drag.value, drag.edge, place});
    }
    return true;
}

void EditGestures::cancel()
{
    m_drag.reset();
    m_handleNode = {};
    m_handleEdge.reset();
    m_overlay->clear();
}

bool EditGestures::dragOver(QDragMoveEvent &event)
{
    if (!m_isEnabled || !event.mimeData()->hasFormat(operatorMime)) {
        return false;
    }
    const CanvasPoint place = placeAt(event.position().toPoint());
    if (place.isInside) {
        m_overlay->setTarget({});
        event.ignore();
        return true;
    }
    QRectF target = m_view.nodeRectInView(place.node);
    if (place.edge) {
        if (const auto at = edgeIndex(*place.edge)) {
            const QPointF middle = m_view.scene()->edgePath(*at).pointAtPercent(0.5);
            constexpr double side = 20;
            target = QRectF(m_view.transform().toView(middle), QSizeF())
                         .adjusted(-side, -side / 2, side, side / 2);
        }
    }
    m_overlay->setTarget(target);
    event.setDropAction(Qt::CopyAction);
    event.accept();
    return true;
}

bool EditGestures::drop(QDropEvent &event)
{
    m_overlay->clear();
    if (!m_isEnabled || !event.mimeData()->hasFormat(operatorMime)) {
        return false;
    }
    const CanvasPoint place = placeAt(event.position().toPoint());
    if (place.isInside) {
        event.ignore();
        return true;
    }
    event.setDropAction(Qt::CopyAction);
    event.accept();
    Q_EMIT operatorDropped(QString::fromUtf8(event.mimeData()->data(operatorMime)), place);
    return true;
}

bool EditGestures::eventFilter(QObject *watched, QEvent *event)
{
    const bool isViewport = watched == m_viewport;
    switch (event->type()) {
    case QEvent::MouseButtonPress: return isViewport && press(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseMove: return isViewport && move(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonRelease:
        return isViewport && release(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonDblClick: {
        const CanvasPoint place = placeAt(static_cast<QMouseEvent *>(event)->pos());
        if (isViewport && m_isEnabled && place.isEmpty()) {
            Q_EMIT additionRequested(place);
            return true;
        }
        return false;
    }
    case QEvent::ContextMenu: {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        CanvasPoint place = placeAt(menu->pos());
        if (menu->reason() == QContextMenuEvent::Keyboard) {
            const NodeId node =
                m_view.selectedNodes().empty() ? NodeId{} : m_view.selectedNodes().back();
            const QRectF rect = m_view.nodeRectInView(node);
            const QPoint at =
                rect.isEmpty() ? m_view.viewport()->rect().center() : rect.center().toPoint();
            place = CanvasPoint();
            place.node = node;
            place.global = m_view.viewport()->mapToGlobal(at);
            if (const auto box = m_view.currentBox(); box && !node.isValid()) { // an output
                place = placeAt(
                    m_view.transform().toView(m_view.scene()->nodeRect(*box)).center().toPoint());
            }
        }
        Q_EMIT menuRequested(place);
        return true;
    }
    case QEvent::KeyPress:
        if (m_drag && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
            cancel();
            return true;
        }
        return false;
    case QEvent::Leave:
        if (!m_drag) {
            m_overlay->clear();
        }
        return false;
    case QEvent::DragEnter:
    case QEvent::DragMove: return isViewport && dragOver(*static_cast<QDragMoveEvent *>(event));
    case QEvent::DragLeave: m_overlay->clear(); return false;
    case QEvent::Drop: return isViewport && drop(*static_cast<QDropEvent *>(event));
    default: return false;
    }
}

} // namespace nervure
