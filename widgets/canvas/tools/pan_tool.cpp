// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/pan_tool.h"

#include <QApplication>

#include <utility>

namespace nervure {

bool PanTool::press(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton) {
        return false;
    }
    m_press = event.pos();
    m_last = event.pos();
    m_isPanning = false;
    if (event.button() == Qt::MiddleButton) {
        begin();
    }
    return m_isPanning;
}

void PanTool::begin()
{
    m_isPanning = true;
    m_surface.viewport()->setCursor(Qt::ClosedHandCursor);
}

bool PanTool::move(const QMouseEvent &event)
{
    if (!m_press) {
        return false;
    }
    if (!m_isPanning
        && (event.pos() - *m_press).manhattanLength() >= QApplication::startDragDistance()) {
        m_surface.setHovered({}, {});
        begin();
    }
    if (m_isPanning) {
        ViewTransform target = m_surface.transform();
        target.pan(event.pos() - m_last);
        m_last = event.pos();
        m_surface.setTransform(target);
    }
    return m_isPanning;
}

bool PanTool::release(const QMouseEvent & /*event*/)
{
    m_press.reset();
    m_surface.viewport()->unsetCursor();
    return std::exchange(m_isPanning, false);
}

} // namespace nervure
