// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// Dragging moves the picture: with the left button from a little way on, with the middle one at once.
class PanTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    bool press(const QMouseEvent &event) override;
    bool move(const QMouseEvent &event) override;
    bool release(const QMouseEvent &event) override;

private:
    void begin();

    std::optional<QPoint> m_press; ///< where a button went down
    QPoint m_last;
    bool m_isPanning = false;
};

} // namespace nervure
