// SPDX-License-Identifier: Apache-2.0
// What wheel and touch pad do on the canvas, and what is told while the pointer rests.
#include "widgets/canvas/graph_view.h"

#include <QGestureEvent>
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace nervure {

namespace {

/// One notch of a wheel zooms by this much.
constexpr double wheelFactor = 1.15;

} // namespace

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
        if (!drawn.folded.empty() && drawn.kind != DrawnKind::Group) {
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

} // namespace nervure
