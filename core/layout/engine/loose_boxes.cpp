// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/loose_boxes.h"

#include "core/layout/engine/place_stubs.h"
#include "core/layout/engine/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace nervure {

namespace {

constexpr double besideLine = 6;
/// Rows that are looked at below the box that is read, and how far apart they are.
constexpr int rows = 5;
constexpr double rowStep = 48;
/// Lines that are longer sideways become stubs.
constexpr double longest = 480;

/// Of the picture.
struct PictureArea {
    double left;
    double top;
    double right;
    double bottom;

    [[nodiscard]] bool meets(const PictureArea &other) const
    {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

PictureArea around(const PlacedNode &box, double gap)
{
    return {box.left() - gap, box.top() - gap, box.right() + gap, box.bottom() + gap};
}

std::vector<std::uint32_t> keptBoxes(const LayoutRequest &request)
{
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < request.nodes.size(); ++i) {
        if (!request.nodes[i].isLoose) {
            kept.push_back(i);
        }
    }
    return kept;
}

bool isAtLoose(const LayoutRequest &request, const LayoutEdge &edge)
{
    return request.nodes[edge.from].isLoose || request.nodes[edge.to].isLoose;
}

class LoosePlacer {
public:
    LoosePlacer(const LayoutRequest &request, LayoutResult others)
        : m_request(request),
          m_isPlaced(request.nodes.size(), false),
          m_isStubbed(request.edges.size(), false)
    {
        m_result.engine = others.engine;
        m_result.nodes.resize(request.nodes.size());
        m_result.edges.resize(request.edges.size());
        std::size_t next = 0;
        for (const std::uint32_t box : keptBoxes(request)) {
            keep(box, others.nodes[next++]);
        }
        next = 0;
        for (std::size_t i = 0; i < request.edges.size(); ++i) {
            if (!isAtLoose(request, request.edges[i])) {
                keepLine(i, std::move(others.edges[next++]));
            }
        }
    }

    LayoutResult run()
    {
        std::vector<std::vector<std::uint32_t>> linesTo(m_request.nodes.size());
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            linesTo[m_request.edges[i].to].push_back(i);
        }
        for (std::uint32_t box = 0; box < m_request.nodes.size(); ++box) {
            if (m_request.nodes[box].isLoose) {
                place(box, linesTo);
            }
        }
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            if (isAtLoose(m_request, m_request.edges[i]) && !m_request.edges[i].isHidden) {
                route(i);
            }
        }
        placeStubs(m_request, m_isStubbed, m_result);
        moveToOrigin(m_result);
        return std::move(m_result);
    }

private:
    void keep(std::uint32_t box, const PlacedNode &placed)
    {
        m_result.nodes[box] = placed;
        m_isPlaced[box] = true;
        m_taken.push_back(around(placed, m_request.nodeGap / 2));
        m_bottom = std::max(m_bottom, placed.bottom());
    }

    void keepLine(std::size_t line, PlacedEdge placed)
    {
        const LayoutEdge &edge = m_request.edges[line];
        const std::vector<Point> points = flatten(placed.points, 4);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const auto [left, right] = std::minmax(points[i - 1].x, points[i].x);
            const auto [top, bottom] = std::minmax(points[i - 1].y, points[i].y);
            m_taken.push_back(
                {left - besideLine, top - besideLine, right + besideLine, bottom + besideLine});
        }
        if (placed.label) {
            const Point at = *placed.label;
            m_taken.push_back({at.x - edge.labelWidth / 2.0, at.y - edge.labelHeight / 2.0,
                               at.x + edge.labelWidth / 2.0, at.y + edge.labelHeight / 2.0});
        }
        m_result.edges[line] = std::move(placed);
    }

    /// What it reads is placed before it; the request's order need not be one of that.
    void place(std::uint32_t box, const std::vector<std::vector<std::uint32_t>> &linesTo)
    {
        std::vector<std::uint32_t> pending{box};
        std::size_t turns = 0;
        while (!pending.empty()) {
            const std::uint32_t last = pending.back();
            const auto open = std::find_if(
                linesTo[last].begin(), linesTo[last].end(),
                [this](std::uint32_t line) { return !m_isPlaced[m_request.edges[line].from]; });
            // In a cycle one of them goes first.
            if (open == linesTo[last].end() || ++turns > m_request.nodes.size()) {
                placeOne(last, linesTo[last]);
                pending.pop_back();
            } else {
                pending.push_back(m_request.edges[*open].from);
            }
        }
    }

    void placeOne(std::uint32_t box, const std::vector<std::uint32_t> &lines)
    {
        if (m_isPlaced[box]) {
            return;
        }
        const PlacedNode *lowest = nullptr;
        for (const std::uint32_t line : lines) {
            const std::uint32_t source = m_request.edges[line].from;
            if (m_isPlaced[source]
                && (lowest == nullptr || m_result.nodes[source].bottom() > lowest->bottom())) {
                lowest = &m_result.nodes[source];
            }
        }
        const LayoutNode &size = m_request.nodes[box];
        PlacedNode placed{{size.width / 2.0, m_bottom + m_request.rankGap + size.height / 2.0},
                          size.width,
                          size.height};
        if (lowest != nullptr) {
            placed.center = freePlace(*lowest, placed);
        }
        keep(box, placed);
    }

    [[nodiscard]] Point freePlace(const PlacedNode &source, const PlacedNode &box) const
    {
        const PictureArea band{-std::numeric_limits<double>::max(), source.top() - box.height,
                               std::numeric_limits<double>::max(),
                               source.bottom() + rows * rowStep + box.height};
        std::vector<PictureArea> near;
        std::copy_if(m_taken.begin(), m_taken.end(), std::back_inserter(near),
                     [&band](const PictureArea &area) { return area.meets(band); });
        Point best = source.center;
        double least = std::numeric_limits<double>::max();
        for (int row = 0; row < rows; ++row) {
            const double y = source.center.y + row * rowStep;
            for (const double side : {1.0, -1.0}) {
                const double x = freeAt(source, box, y, side, near);
                const double cost = std::abs(x - source.center.x) + y - source.center.y;
                if (cost < least) {
                    least = cost;
                    best = {x, y};
                }
            }
        }
        return best;
    }

    /// The first free place in the row, from the box that is read to one side.
    [[nodiscard]] double freeAt(const PlacedNode &source, const PlacedNode &box, double y,
                                double side, const std::vector<PictureArea> &near) const
    {
        const double half = box.width / 2;
        double x = source.center.x + side * (source.width / 2 + m_request.nodeGap + half);
        for (std::size_t turn = 0; turn <= near.size(); ++turn) {
            const PictureArea area{x - half, y - box.height / 2, x + half, y + box.height / 2};
            const auto other =
                std::find_if(near.begin(), near.end(),
                             [&area](const PictureArea &one) { return one.meets(area); });
            if (other == near.end()) {
                break;
            }
            x = side > 0 ? other->right + half : other->left - half;
        }
        return x;
    }

    /// Out of one side of the box that is read, into the side of the other that looks there.
    void route(std::uint32_t line)
    {
        const PlacedNode &from = m_result.nodes[m_request.edges[line].from];
        const PlacedNode &to = m_result.nodes[m_request.edges[line].to];
        const double side = to.center.x < from.center.x ? -1 : 1;
        const Point start{from.center.x + side * from.width / 2, from.center.y};
        const Point end{to.center.x - side * to.width / 2, to.center.y};
        if (side * (end.x - start.x) > longest || std::abs(end.y - start.y) > longest
            || side * (end.x - start.x) < 0) {
            m_isStubbed[line] = true;
            return;
        }
        const double middle = (start.x + end.x) / 2;
        m_result.edges[line].points = {start, {middle, start.y}, {middle, end.y}, end};
    }

    const LayoutRequest &m_request;
    std::vector<bool> m_isPlaced;
    StubbedEdges m_isStubbed;
    std::vector<PictureArea> m_taken;
    double m_bottom = 0;
    LayoutResult m_result;
};

} // namespace

std::optional<LayoutRequest> withoutLooseBoxes(const LayoutRequest &request)
{
    const std::vector<std::uint32_t> kept = keptBoxes(request);
    if (kept.size() == request.nodes.size() || kept.empty()) {
        return std::nullopt;
    }
    LayoutRequest others = request;
    others.nodes.clear();
    others.edges.clear();
    std::vector<std::uint32_t> numbers(request.nodes.size());
    for (const std::uint32_t box : kept) {
        numbers[box] = static_cast<std::uint32_t>(others.nodes.size());
        others.nodes.push_back(request.nodes[box]);
    }
    for (const LayoutEdge &edge : request.edges) {
        if (!isAtLoose(request, edge)) {
            others.edges.push_back(edge);
            others.edges.back().from = numbers[edge.from];
            others.edges.back().to = numbers[edge.to];
        }
    }
    return others;
}

LayoutResult withLooseBoxes(const LayoutRequest &request, LayoutResult others)
{
    return LoosePlacer(request, std::move(others)).run();
}

} // namespace nervure
