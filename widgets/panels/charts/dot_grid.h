// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QSizeF>

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// Finds the topmost of many rectangles at a place without looking at all of them.
class DotGrid {
public:
    DotGrid() = default;
    /// Later rectangles lie on top of earlier ones. Of one that is not within `size` that part counts which is.
    DotGrid(const std::vector<QRectF> &rects, QSizeF size);

    /// The number of the topmost rectangle there.
    [[nodiscard]] std::optional<std::uint32_t> at(QPointF place) const;

private:
    [[nodiscard]] int columnOf(double x) const;
    [[nodiscard]] int rowOf(double y) const;

    std::vector<QRectF> m_rects;
    int m_columns = 0;
    int m_rows = 0;
    std::vector<std::vector<std::uint32_t>> m_cells; ///< row by row: what touches them, from below
};

} // namespace nervure
