// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/spatial_grid.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double smallestCell = 512;
constexpr std::size_t mostLevels = 24;
constexpr double farthest = 1e9;

double cellSize(std::size_t level)
{
    return std::ldexp(smallestCell, static_cast<int>(level));
}

std::int64_t cellAt(double position, std::size_t level)
{
    return static_cast<std::int64_t>(
        std::floor(std::clamp(position, -farthest, farthest) / cellSize(level)));
}

} // namespace

void SpatialGrid::insert(const QRectF &rect, std::uint32_t item)
{
    const double size = std::max(rect.width(), rect.height());
    std::size_t level = 0;
    while (level + 1 < mostLevels && cellSize(level) < size) {
        ++level;
    }
    if (m_levels.size() <= level) {
        m_levels.resize(level + 1);
    }
    const QPointF center = rect.center();
    m_levels[level][cellOf(cellAt(center.x(), level), cellAt(center.y(), level))].push_back(item);
}

SpatialGrid::Range SpatialGrid::rangeOf(const QRectF &area, std::size_t level)
{
    const double reach = cellSize(level) / 2;
    return {cellAt(area.left() - reach, level), cellAt(area.top() - reach, level),
            cellAt(area.right() + reach, level), cellAt(area.bottom() + reach, level)};
}

} // namespace nervure
