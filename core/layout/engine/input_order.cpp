// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/input_order.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace nervure {

namespace {

/// How many more neighboring inputs of a box stand in their order than against it.
int orderOf(const LayoutRequest &request, const Segment &segment, const LayoutResult &piece)
{
    std::unordered_map<std::uint32_t, double> places;
    for (std::size_t i = 0; i < segment.nodes.size(); ++i) {
        places[segment.nodes[i]] = piece.nodes[i].center.x;
    }
    std::vector<std::uint32_t> lines = segment.edges;
    std::sort(lines.begin(), lines.end());
    std::unordered_map<std::uint32_t, double> last; // by reader: where its input before this one is
    int order = 0;
    for (const std::uint32_t line : lines) {
        const LayoutEdge &edge = request.edges[line];
        if (edge.isHidden) {
            continue;
        }
        const double x = places[edge.from];
        const auto [before, isFirst] = last.try_emplace(edge.to, x);
        order += isFirst || before->second == x ? 0 : before->second < x ? 1 : -1;
        before->second = x;
    }
    return order;
}

void turnOver(LayoutResult &piece)
{
    for (PlacedNode &node : piece.nodes) {
        node.center.x = -node.center.x;
    }
    for (PlacedEdge &edge : piece.edges) {
        for (Point &point : edge.points) {
            point.x = -point.x;
        }
        if (edge.label) {
            edge.label->x = -edge.label->x;
        }
    }
}

} // namespace

void turnToInputOrder(const LayoutRequest &request, const Segment &segment, LayoutResult &piece)
{
    if (orderOf(request, segment, piece) < 0) {
        turnOver(piece);
    }
}

} // namespace nervure
