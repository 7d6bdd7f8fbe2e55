// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// The keyboard walks from node to node: against the flow to what a node reads, with it to what reads it,
/// across it in its rank. Enter opens the node, Escape leaves it.
class WalkTool final : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    bool key(const QKeyEvent &event) override;

private:
    enum class Direction { Up, Down, Left, Right };

    void walk(Direction direction, bool extends);
    [[nodiscard]] std::optional<std::uint32_t> neighbor(std::uint32_t node,
                                                        Direction direction) const;
    [[nodiscard]] std::optional<std::uint32_t> beside(std::uint32_t node, bool right) const;
};

} // namespace nervure
