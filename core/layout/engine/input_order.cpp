// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/input_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// How many lines more than boxes a segment may have for input order to be kept. The more ways part and meet
/// again, the more often their lines cross for it: in recurrent networks three times as often.
constexpr std::size_t mostExtraLines = 12;

/// The lines of a segment's request that stand for lines of the whole one, by reader and then by `place`.
template <typename PlaceOf>
std::vector<std::uint32_t> linesByReader(const Segment &segment, PlaceOf place)
{
    std::vector<std::uint32_t> lines(segment.edges.size());
    std::iota(lines.begin(), lines.end(), 0U);
    std::sort(lines.begin(), lines.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::vector<LayoutEdge> &edges = segment.request.edges;
        return std::pair(edges[a].to, place(a)) < std::pair(edges[b].to, place(b));
    });
    return lines;
}

bool isKept(const Segment &segment, const LayoutResult &piece)
{
    const std::vector<LayoutEdge> &edges = segment.request.edges;
    return piece.engine == LayoutEngine::Graphviz
           && std::any_of(edges.begin(), edges.end(),
                          [](const LayoutEdge &edge) { return edge.isInOrder; });
}

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

void keepInputOrder(Segment &segment)
{
    std::vector<LayoutEdge> &lines = segment.request.edges;
    if (segment.edges.size() > segment.nodes.size() + mostExtraLines) {
        return;
    }
    std::vector<std::uint32_t> inputs(segment.nodes.size(), 0);
    for (const LayoutEdge &line : lines) {
        inputs[line.to] += !line.isHidden && line.from < line.to ? 1 : 0;
    }
    // The lines of each reader change places with each other alone: what else there is stays as it is.
    const auto slots = linesByReader(segment, [](std::uint32_t line) { return line; });
    const auto read =
        linesByReader(segment, [&segment](std::uint32_t line) { return segment.edges[line]; });
    const std::vector<std::uint32_t> edgesBefore = segment.edges;
    const std::vector<LayoutEdge> linesBefore = lines;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        segment.edges[slots[i]] = edgesBefore[read[i]];
        LayoutEdge &line = lines[slots[i]] = linesBefore[read[i]];
        line.isInOrder = inputs[line.to] > 1 && !line.isHidden && line.from < line.to;
    }
}

void turnToInputOrder(const LayoutRequest &request, const Segment &segment, LayoutResult &piece)
{
    if (!isKept(segment, piece) && orderOf(request, segment, piece) < 0) {
        turnOver(piece);
    }
}

} // namespace nervure
