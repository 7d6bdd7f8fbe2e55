// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Finds rectangles near a place without looking at all of them: a loose grid of several levels,
/// cells of 512 px times powers of two. Each rectangle is kept once, by its center, in the level
/// whose cells are at least as large as it is.
class SpatialGrid {
public:
    void insert(const QRectF &rect, std::uint32_t item);

    /// Calls `visit(item)` for every item that may touch `area` (some others too).
    template <typename Visit>
    void query(const QRectF &area, const Visit &visit) const
    {
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            if (m_levels[level].empty()) {
                continue;
            }
            const Range range = rangeOf(area, level);
            if (range.cells() > m_levels[level].size()) {
                // The area covers more cells than there are: walk those that hold something.
                for (const auto &[cell, items] : m_levels[level]) {
                    if (range.contains(cell)) {
                        visitAll(items, visit);
                    }
                }
                continue;
            }
            for (std::int64_t y = range.top; y <= range.bottom; ++y) {
                for (std::int64_t x = range.left; x <= range.right; ++x) {
                    const auto it = m_levels[level].find(cellOf(x, y));
                    if (it != m_levels[level].end()) {
                        visitAll(it->second, visit);
                    }
                }
            }
        }
    }

private:
    using Level = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;
    struct Range {
        std::int64_t left, top, right, bottom;

        [[nodiscard]] std::uint64_t cells() const
        {
            return static_cast<std::uint64_t>(right - left + 1)
                   * static_cast<std::uint64_t>(bottom - top + 1);
        }
        [[nodiscard]] bool contains(std::uint64_t cell) const
        {
            const auto x = static_cast<std::int32_t>(cell & 0xFFFFFFFFU);
            const auto y = static_cast<std::int32_t>(cell >> 32U);
            return x >= left && x <= right && y >= top && y <= bottom;
        }
    };

    [[nodiscard]] static std::uint64_t cellOf(std::int64_t x, std::int64_t y)
    {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(y)) << 32U)
               | static_cast<std::uint32_t>(x);
    }
    [[nodiscard]] static Range rangeOf(const QRectF &area, std::size_t level);

    template <typename Visit>
    static void visitAll(const std::vector<std::uint32_t> &items, const Visit &visit)
    {
        for (const std::uint32_t item : items) {
            visit(item);
        }
    }

    std::vector<Level> m_levels;
};

} // namespace nervure
