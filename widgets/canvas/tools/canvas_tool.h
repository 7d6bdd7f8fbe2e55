// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/view/canvas_surface.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace nervure {

/// One thing that people do with mouse, keys or touch pad on a surface. An event goes from tool to tool
/// until one takes it.
class CanvasTool : public QObject {
public:
    /// `surface` must outlive this.
    explicit CanvasTool(CanvasSurface &surface) : m_surface(surface) {}

    /// Each tells whether the event is taken. Places are in viewport coordinates.
    virtual bool press(const QMouseEvent & /*event*/) { return false; }
    virtual bool move(const QMouseEvent & /*event*/) { return false; }
    virtual bool release(const QMouseEvent & /*event*/) { return false; }
    virtual bool doubleClick(const QMouseEvent & /*event*/) { return false; }
    virtual bool key(const QKeyEvent & /*event*/) { return false; }
    /// Any other event of the viewport: wheel, touch pad, tool tip, leaving.
    virtual bool other(const QEvent & /*event*/) { return false; }
    /// Another tool took what the mouse did: what was begun here is given up.
    virtual void cancel() {}

protected:
    CanvasSurface &m_surface;
};

} // namespace nervure
