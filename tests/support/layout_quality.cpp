// SPDX-License-Identifier: Apache-2.0
#include "tests/support/layout_quality.h"

#include "core/layout/engine/route.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace nervure::tests {

namespace {

constexpr double cellSize = 128;

struct Stretch {
    Point a;
    Point b;
    std::uint32_t edge = 0;
};

/// Things by the cells of a grid that their frame touches.
template <typename T>
class Cells {
public:
    void add(Point least, Point most, const T &item)
    {
        for (auto y = index(least.y); y <= index(most.y); ++y) {
            for (auto x = index(least.x); x <= index(most.x); ++x) {
                m_cells[key(x, y)].push_back(item);
            }
        }
    }
    static std::uint64_t cellOf(Point p) { return key(index(p.x), index(p.y)); }
    [[nodiscard]] const auto &all() const { return m_cells; }

private:
    static std::int64_t index(double at)
    {
        return static_cast<std::int64_t>(std::floor(at / cellSize));
    }
    static std::uint64_t key(std::int64_t x, std::int64_t y)
    {
        return (static_cast<std::uint64_t>(y) << 32U)
               ^ (static_cast<std::uint64_t>(x) & 0xffffffffU);
    }

    std::unordered_map<std::uint64_t, std::vector<T>> m_cells;
};

/// Where two stretches cross, within both.
std::optional<Point> crossing(const Stretch &s, const Stretch &t)
{
    const double dx = s.b.x - s.a.x;
    const double dy = s.b.y - s.a.y;
    const double ex = t.b.x - t.a.x;
    const double ey = t.b.y - t.a.y;
    const double area = dx * ey - dy * ex;
    if (std::abs(area) < 1e-9) {
        return std::nullopt;
    }
    const double along = ((t.a.x - s.a.x) * ey - (t.a.y - s.a.y) * ex) / area;
    const double other = ((t.a.x - s.a.x) * dy - (t.a.y - s.a.y) * dx) / area;
    const bool isWithin = along >= 0 && along < 1 && other >= 0 && other < 1;
    return isWithin ? std::optional(Point{s.a.x + along * dx, s.a.y + along * dy}) : std::nullopt;
}

bool shareBox(const LayoutEdge &a, const LayoutEdge &b)
{
    return a.from == b.from || a.to == b.to || a.from == b.to || a.to == b.from;
}

std::size_t countCrossings(const LayoutRequest &request, const LayoutResult &result)
{
    Cells<Stretch> cells;
    for (std::uint32_t i = 0; i < result.edges.size(); ++i) {
        if (result.edges[i].isStub) {
            continue;
        }
        const std::vector<Point> flat = flatten(result.edges[i].points, 6);
        for (std::size_t k = 1; k < flat.size(); ++k) {
            const Point a = flat[k - 1];
            const Point b = flat[k];
            cells.add({std::min(a.x, b.x), std::min(a.y, b.y)},
                      {std::max(a.x, b.x), std::max(a.y, b.y)}, {a, b, i});
        }
    }
    std::size_t count = 0;
    for (const auto &[cell, stretches] : cells.all()) {
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            for (std::size_t k = i + 1; k < stretches.size(); ++k) {
                const Stretch &s = stretches[i];
                const Stretch &t = stretches[k];
                if (s.edge == t.edge || shareBox(request.edges[s.edge], request.edges[t.edge])) {
                    continue;
                }
                const auto at = crossing(s, t);
                count += at && Cells<Stretch>::cellOf(*at) == cell ? 1U : 0U;
            }
        }
    }
    return count;
}

std::size_t countOverlaps(const LayoutResult &result)
{
    Cells<std::uint32_t> cells;
    for (std::uint32_t i = 0; i < result.nodes.size(); ++i) {
        const PlacedNode &node = result.nodes[i];
        cells.add({node.left(), node.top()}, {node.right(), node.bottom()}, i);
    }
    std::size_t count = 0;
    for (const auto &[cell, nodes] : cells.all()) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (std::size_t k = i + 1; k < nodes.size(); ++k) {
                const PlacedNode &a = result.nodes[nodes[i]];
                const PlacedNode &b = result.nodes[nodes[k]];
                const Point corner{std::max(a.left(), b.left()), std::max(a.top(), b.top())};
                const bool overlap = corner.x < std::min(a.right(), b.right())
                                     && corner.y < std::min(a.bottom(), b.bottom());
                count += overlap && Cells<std::uint32_t>::cellOf(corner) == cell ? 1U : 0U;
            }
        }
    }
    return count;
}

bool isAtBorder(Point p, const PlacedNode &box)
{
    constexpr double near = 2;
    const double dx = std::abs(p.x - box.center.x) - box.width / 2;
    const double dy = std::abs(p.y - box.center.y) - box.height / 2;
    return dx < near && dy < near && (dx > -near || dy > -near);
}

} // namespace

LayoutQuality measureQuality(const LayoutRequest &request, const LayoutResult &result)
{
    LayoutQuality quality;
    quality.crossings = countCrossings(request, result);
    quality.overlaps = countOverlaps(result);
    for (std::size_t i = 0; i < result.edges.size(); ++i) {
        const PlacedEdge &line = result.edges[i];
        quality.stubs += line.isStub ? 1U : 0U;
        const bool isWhole = line.points.size() >= 4 && line.points.size() % 3 == 1;
        const bool starts =
            isWhole
            && (line.isStub
                || isAtBorder(line.points.front(), result.nodes[request.edges[i].from]));
        const bool ends =
            isWhole && isAtBorder(line.points.back(), result.nodes[request.edges[i].to]);
        quality.looseEnds += starts && ends ? 0U : 1U;
    }
    return quality;
}

} // namespace nervure::tests
