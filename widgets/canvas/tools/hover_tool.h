// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// Lights what the pointer is on, and says what it is while it rests.
class HoverTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    bool move(const QMouseEvent &event) override;
    bool other(const QEvent &event) override;

private:
    void hover(QPointF at);
    void showToolTip(const QHelpEvent &event);
};

} // namespace nervure
