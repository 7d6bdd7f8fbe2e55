// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// Wheel, touch pad and keys zoom and scroll.
class ZoomTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    [[nodiscard]] bool wheelZooms() const { return m_wheelZooms; }
    void setWheelZooms(bool zooms) { m_wheelZooms = zooms; }

    bool key(const QKeyEvent &event) override;
    bool other(const QEvent &event) override;

private:
    void wheel(const QWheelEvent &event);
    bool pinch(const QGestureEvent &event);

    bool m_wheelZooms = false; ///< plain; with Ctrl or Shift it does the other thing
};

} // namespace nervure
