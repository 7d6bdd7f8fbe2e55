// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace nervure {

/// The keyboard walks over the values at a node: V to the next, what it gives first and then what it
/// reads; up and down go from a value to its ends.
class ValueTool final : public CanvasTool {
public:
    explicit ValueTool(CanvasSurface &surface);

    bool key(const QKeyEvent &event) override;

private:
    void walk(int step);
    /// A value by one of its lines: which of those that a line of the picture stands for.
    struct ValueLine {
        std::uint32_t edge = 0;
        std::size_t number = 0;
    };
    [[nodiscard]] std::vector<ValueLine> valuesAt(std::uint32_t box) const;

    std::optional<std::uint32_t> m_box; ///< whose values are walked over
};

} // namespace nervure
