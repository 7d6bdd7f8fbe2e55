// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/zoom_tool.h"

#include <QGestureEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>

#include <cmath>

namespace nervure {

namespace {

/// One notch of a wheel zooms by this much.
constexpr double wheelFactor = 1.15;

} // namespace

bool ZoomTool::other(const QEvent &event)
{
    switch (event.type()) {
    case QEvent::Wheel: wheel(static_cast<const QWheelEvent &>(event)); return false;
    case QEvent::Gesture: return pinch(static_cast<const QGestureEvent &>(event));
    case QEvent::NativeGesture: {
        const auto &gesture = static_cast<const QNativeGestureEvent &>(event);
        const bool isZoom = gesture.gestureType() == Qt::ZoomNativeGesture;
        if (isZoom) {
            m_surface.setZoom(m_surface.zoom() * (1 + gesture.value()), gesture.position());
        }
        return isZoom;
    }
    default: return false;
    }
}

void ZoomTool::wheel(const QWheelEvent &event)
{
    const bool isModified = (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
    // Some platforms turn the wheel sideways while Shift is held.
    const QPoint angle = event.angleDelta();
    if (isModified != m_wheelZooms) {
        const int turn = angle.y() != 0 ? angle.y() : angle.x();
        m_surface.setZoom(m_surface.zoom() * std::pow(wheelFactor, turn / 120.0), event.position());
    } else {
        const QPointF delta =
            event.pixelDelta().isNull() ? QPointF(angle) * 0.6 : QPointF(event.pixelDelta());
        ViewTransform target = m_surface.transform();
        target.pan(delta);
        m_surface.setTransform(target);
    }
}

bool ZoomTool::pinch(const QGestureEvent &event)
{
    const auto *gesture = static_cast<const QPinchGesture *>(event.gesture(Qt::PinchGesture));
    if (!gesture) {
        return false;
    }
    if ((gesture->changeFlags() & QPinchGesture::ScaleFactorChanged) != 0) {
        const QPointF anchor =
            m_surface.viewport()->mapFromGlobal(gesture->centerPoint().toPoint());
        m_surface.setZoom(m_surface.zoom() * gesture->scaleFactor(), anchor);
    }
    return true;
}

bool ZoomTool::key(const QKeyEvent &event)
{
    const bool isShift = event.modifiers() == Qt::ShiftModifier;
    const bool isPlain = event.modifiers() == Qt::NoModifier;
    switch (event.key()) {
    case Qt::Key_Up:
        if (isShift) {
            m_surface.zoomIn();
        }
        return isShift;
    case Qt::Key_Down:
        if (isShift) {
            m_surface.zoomOut();
        }
        return isShift;
    case Qt::Key_Backspace:
        if (isShift) {
            m_surface.actualSize();
        }
        return isShift;
    case Qt::Key_F:
    case Qt::Key_Home:
        if (isPlain) {
            m_surface.fit();
        }
        return isPlain;
    case Qt::Key_Space:
        if (m_surface.selectedNodes().empty()) {
            m_surface.fit();
        } else if (const auto box = m_surface.currentBox()) {
            m_surface.centerOnBox(*box);
        }
        return true;
    case Qt::Key_M:
        if (event.modifiers() == Qt::ControlModifier) {
            m_wheelZooms = !m_wheelZooms;
            return true;
        }
        return false;
    default: return false;
    }
}

} // namespace nervure
