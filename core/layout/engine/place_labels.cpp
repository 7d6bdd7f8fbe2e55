// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_labels.h"

#include "core/layout/engine/route.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace nervure {

namespace {

struct Area {
    double left;
    double top;
    double right;
    double bottom;

    [[nodiscard]] bool meets(const Area &other) const
    {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// What is taken already, in cells.
class Occupied {
public:
    void add(const Area &area)
    {
        forCells(area, [&](std::uint64_t cell) {
            m_cells[cell].push_back(area);
            return true;
        });
    }

    [[nodiscard]] bool meets(const Area &area)
    {
        return !forCells(area, [&](std::uint64_t cell) {
            const auto it = m_cells.find(cell);
            if (it == m_cells.end()) {
                return true;
            }
            for (const Area &other : it->second) {
                if (area.meets(other)) {
                    return false;
                }
            }
            return true;
        });
    }

private:
    static constexpr double cellSize = 256;

    /// Stops at the first cell for which `visit` says no; tells whether none did.
    template <typename Visit>
    bool forCells(const Area &area, const Visit &visit)
    {
        const auto left = static_cast<std::int64_t>(std::floor(area.left / cellSize));
        const auto right = static_cast<std::int64_t>(std::floor(area.right / cellSize));
        const auto top = static_cast<std::int64_t>(std::floor(area.top / cellSize));
        const auto bottom = static_cast<std::int64_t>(std::floor(area.bottom / cellSize));
        for (std::int64_t y = top; y <= bottom; ++y) {
            for (std::int64_t x = left; x <= right; ++x) {
                const auto cell = (static_cast<std::uint64_t>(y) << 32U)
                                  ^ (static_cast<std::uint64_t>(x) & 0xFFFFFFFFU);
                if (!visit(cell)) {
                    return false;
                }
            }
        }
        return true;
    }

    std::unordered_map<std::uint64_t, std::vector<Area>> m_cells;
};

Area areaAround(Point center, double width, double height)
{
    return {center.x - width / 2, center.y - height / 2, center.x + width / 2,
            center.y + height / 2};
}

/// Where on the line its label covers nothing; marks the place as taken.
std::optional<Point> placeFor(const LayoutEdge &edge, const PlacedEdge &line, Occupied &occupied)
{
    constexpr double margin = 2;
    constexpr std::array<double, 3> nudges{0, 14, -14}; // the line still runs through the label
    constexpr double arrow = 8;                         // the tip stays free
    constexpr std::array<double, 7> places{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};
    const std::size_t pieces = (line.points.size() - 1) / 3;
    const Point tip = line.points.back();
    for (const double place : places) {
        const double along = place * static_cast<double>(pieces);
        const auto piece = std::min(static_cast<std::size_t>(along), pieces - 1);
        const Point on = pointAt(line.points, piece, along - static_cast<double>(piece));
        for (const double nudge : nudges) {
            const Point at{on.x + nudge, on.y};
            const Area area =
                areaAround(at, edge.labelWidth + 2 * margin, edge.labelHeight + 2 * margin);
            const bool hidesTip = std::abs(tip.y - at.y) < edge.labelHeight / 2 + arrow
                                  && std::abs(tip.x - at.x) < edge.labelWidth / 2 + arrow;
            if (!hidesTip && !occupied.meets(area)) {
                occupied.add(area);
                return at;
            }
        }
    }
    return std::nullopt;
}

} // namespace

void placeLabels(const LayoutRequest &request, LayoutResult &result, const CancelToken &cancel)
{
    if (std::none_of(request.edges.begin(), request.edges.end(),
                     [](const LayoutEdge &edge) { return edge.labelWidth > 0; })) {
        return;
    }
    Occupied occupied;
    for (const PlacedNode &node : result.nodes) {
        occupied.add(areaAround(node.center, node.width, node.height));
    }
    for (std::size_t i = 0; i < request.edges.size() && !cancel.isCanceled(); ++i) {
        const LayoutEdge &edge = request.edges[i];
        PlacedEdge &line = result.edges[i];
        line.label.reset();
        if (edge.labelWidth <= 0 || line.isStub || line.points.size() < 4) {
            continue;
        }
        line.label = placeFor(edge, line, occupied);
    }
}

} // namespace nervure
