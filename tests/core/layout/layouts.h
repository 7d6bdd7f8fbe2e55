// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"

#include <QByteArray>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace nervure::tests {

/// `count` boxes of 120×64 with these lines.
inline LayoutRequest boxes(std::size_t count,
                           const std::vector<std::pair<std::uint32_t, std::uint32_t>> &lines)
{
    LayoutRequest request;
    request.nodes.assign(count, {120, 64});
    for (const auto &[from, to] : lines) {
        request.edges.push_back({from, to});
    }
    return request;
}

/// `units` residual units of four boxes: a, then b and a skip line, joined in the next unit's a.
inline LayoutRequest residualChain(std::uint32_t units)
{
    LayoutRequest request;
    request.nodes.push_back({100, 28});
    for (std::uint32_t u = 0; u < units; ++u) {
        const std::uint32_t first = u * 4;
        request.nodes.insert(request.nodes.end(), {{120, 64}, {160, 64}, {120, 48}, {140, 32}});
        request.edges.push_back({first, first + 1, 70, 18});
        request.edges.push_back({first + 1, first + 2, 70, 18});
        request.edges.push_back({first + 2, first + 3, 70, 18});
        request.edges.push_back({first + 3, first + 4, 70, 18});
        request.edges.push_back({first + 1, first + 4, 70, 18});
    }
    return request;
}

/// Empty when no two boxes overlap and all lines end at their boxes' borders; else what is wrong.
inline QByteArray faultOf(const LayoutRequest &request, const LayoutResult &result)
{
    if (result.nodes.size() != request.nodes.size()
        || result.edges.size() != request.edges.size()) {
        return "sizes differ";
    }
    for (std::size_t a = 0; a < result.nodes.size(); ++a) {
        for (std::size_t b = a + 1; b < result.nodes.size(); ++b) {
            const PlacedNode &m = result.nodes[a];
            const PlacedNode &n = result.nodes[b];
            if (m.left() < n.right() && n.left() < m.right() && m.top() < n.bottom()
                && n.top() < m.bottom()) {
                return "boxes " + QByteArray::number(a) + " and " + QByteArray::number(b)
                       + " overlap";
            }
        }
    }
    const auto isAtBorder = [](const Point &p, const PlacedNode &n) {
        constexpr double near = 2;
        const double dx = std::abs(p.x - n.center.x) - n.width / 2;
        const double dy = std::abs(p.y - n.center.y) - n.height / 2;
        return dx < near && dy < near && (dx > -near || dy > -near);
    };
    for (std::size_t i = 0; i < result.edges.size(); ++i) {
        const std::vector<Point> &points = result.edges[i].points;
        if (points.size() < 4 || points.size() % 3 != 1
            || !isAtBorder(points.front(), result.nodes[request.edges[i].from])
            || !isAtBorder(points.back(), result.nodes[request.edges[i].to])) {
            return "line " + QByteArray::number(i) + " does not end at its boxes";
        }
    }
    return {};
}

} // namespace nervure::tests
