// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/dot_grid.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double cellSize = 16; ///< about two small dots

int cellsFor(double length)
{
    return std::max(1, static_cast<int>(std::ceil(length / cellSize)));
}

int cellOf(double place, int cells)
{
    return std::clamp(static_cast<int>(std::floor(place / cellSize)), 0, cells - 1);
}

} // namespace

DotGrid::DotGrid(const std::vector<QRectF> &rects, QSizeF size)
    : m_rects(rects),
      m_columns(cellsFor(size.width())),
      m_rows(cellsFor(size.height())),
      m_cells(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows))
{
    for (std::uint32_t i = 0; i < rects.size(); ++i) {
        const QRectF &rect = rects[i];
        for (int row = rowOf(rect.top()); row <= rowOf(rect.bottom()); ++row) {
            for (int column = columnOf(rect.left()); column <= columnOf(rect.right()); ++column) {
                m_cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns)
                        + static_cast<std::size_t>(column)]
                    .push_back(i);
            }
        }
    }
}

int DotGrid::columnOf(double x) const
{
    return cellOf(x, m_columns);
}

int DotGrid::rowOf(double y) const
{
    return cellOf(y, m_rows);
}

std::optional<std::uint32_t> DotGrid::at(QPointF place) const
{
    if (m_cells.empty()) {
        return std::nullopt;
    }
    const auto &cell =
        m_cells[static_cast<std::size_t>(rowOf(place.y())) * static_cast<std::size_t>(m_columns)
                + static_cast<std::size_t>(columnOf(place.x()))];
    const auto found = std::find_if(cell.rbegin(), cell.rend(), [&](std::uint32_t rect) {
        return m_rects[rect].contains(place);
    });
    return found == cell.rend() ? std::nullopt : std::optional(*found);
}

} // namespace nervure
