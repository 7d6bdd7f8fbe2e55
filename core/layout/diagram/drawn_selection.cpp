// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawn_selection.h"

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

constexpr std::uint32_t leftOut = std::numeric_limits<std::uint32_t>::max();

/// Which nodes and edges are kept, by their old numbers.
struct Part {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> edges;
    std::vector<std::uint32_t> newNode; ///< by old number
};

Part partOf(const DrawnGraph &graph, std::span<const NodeId> nodes)
{
    std::vector<bool> isKept(graph.nodes.size());
    for (const NodeId id : nodes) {
        if (const auto at = graph.find(id)) {
            isKept[*at] = true;
        }
    }
    // What is inside a node goes with it.
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        const auto owner = graph.isInside(i) ? graph.find(graph.nodes[i].node) : std::nullopt;
        isKept[i] = isKept[i] || (owner && isKept[*owner]);
    }
    for (const DrawnEdge &edge : graph.edges) { // and so do the outputs that it gives
        if (graph.isOutput(edge.to)) {
            isKept[edge.to] = isKept[edge.from];
        }
    }
    Part part;
    part.newNode.assign(graph.nodes.size(), leftOut);
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        if (isKept[i]) {
            part.newNode[i] = static_cast<std::uint32_t>(part.nodes.size());
            part.nodes.push_back(i);
        }
    }
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
        if (isKept[graph.edges[i].from] && isKept[graph.edges[i].to]) {
            part.edges.push_back(i);
        }
    }
    return part;
}

DrawnGraph graphOf(const DrawnGraph &graph, const Part &part)
{
    DrawnGraph result;
    result.revision = graph.revision;
    result.groups = graph.groups;
    result.owners = graph.owners;
    for (const std::uint32_t node : part.nodes) {
        result.nodes.push_back(graph.nodes[node]);
    }
    const auto renumber = [&part](DrawnEdge &edge) {
        edge.from = part.newNode[edge.from];
        edge.to = part.newNode[edge.to];
    };
    for (const std::uint32_t edge : part.edges) {
        DrawnEdge line = graph.edges[edge];
        if (line.bundle >= 0) {
            const std::span<const DrawnEdge> lines = graph.linesOf(line);
            line.bundle = static_cast<int>(result.bundles.size());
            result.bundles.emplace_back(lines.begin(), lines.end());
            std::for_each(result.bundles.back().begin(), result.bundles.back().end(), renumber);
        }
        renumber(line);
        result.edges.push_back(std::move(line));
    }
    result.indexOf = graph.indexOf;
    result.outputs = graph.outputs;
    for (auto *boxes : {&result.indexOf, &result.outputs}) {
        for (std::uint32_t &at : *boxes) {
            const bool isDrawn = at != DrawnGraph::notDrawn && part.newNode[at] != leftOut;
            at = isDrawn ? part.newNode[at] : DrawnGraph::notDrawn;
        }
    }
    return result;
}

/// Moves everything so that the picture begins at (0, 0).
void cutToSize(LayoutResult &layout)
{
    Point low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Point high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
    const auto take = [&](const Point &point) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    };
    for (const PlacedNode &node : layout.nodes) {
        take({node.left(), node.top()});
        take({node.right(), node.bottom()});
    }
    for (const PlacedEdge &edge : layout.edges) {
        std::for_each(edge.points.begin(), edge.points.end(), take);
    }
    if (layout.nodes.empty()) {
        return;
    }
    const auto move = [&low](Point &point) { point = {point.x - low.x, point.y - low.y}; };
    for (PlacedNode &node : layout.nodes) {
        move(node.center);
    }
    for (PlacedEdge &edge : layout.edges) {
        std::for_each(edge.points.begin(), edge.points.end(), move);
        if (edge.label) {
            move(*edge.label);
        }
    }
    layout.width = high.x - low.x;
    layout.height = high.y - low.y;
}

} // namespace

DrawnGraph selectedPart(const DrawnGraph &graph, std::span<const NodeId> nodes)
{
    return graphOf(graph, partOf(graph, nodes));
}

Drawing selectedPart(const Drawing &drawing, std::span<const NodeId> nodes)
{
    const Part part = partOf(drawing.graph, nodes);
    Drawing result{graphOf(drawing.graph, part), {}, {}};
    result.layout.engine = drawing.layout.engine;
    for (const std::uint32_t node : part.nodes) {
        result.boxes.push_back(drawing.boxes[node]);
        result.layout.nodes.push_back(drawing.layout.nodes[node]);
    }
    for (const std::uint32_t edge : part.edges) {
        result.layout.edges.push_back(drawing.layout.edges[edge]);
    }
    cutToSize(result.layout);
    return result;
}

} // namespace nervure
