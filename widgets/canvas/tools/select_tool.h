// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// A click selects a node or a value, or folds a group by its name; a double click opens a node, or
/// jumps to the other end of a line. Clicks on a bundle select one of its values after the other. The
/// tag of stubs leads to their other ends, where there are several by a menu.
class SelectTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    bool press(const QMouseEvent &event) override;
    bool release(const QMouseEvent &event) override;
    bool doubleClick(const QMouseEvent &event) override;
    void cancel() override { m_isPressed = false; }

private:
    void click(QPointF at, bool extends);
    void clickNode(std::uint32_t node, bool extends);
    void clickEdge(std::optional<std::uint32_t> edge, QPointF at, bool extends);
    void clickTag(const SceneTag &shown, QPointF at);
    bool jumpAlong(std::uint32_t edge, QPointF at, bool anywhere);

    bool m_isPressed = false;
};

} // namespace nervure
