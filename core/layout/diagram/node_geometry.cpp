// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/node_geometry.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace nervure {

namespace {

constexpr double narrowest = 120;
constexpr double longestTitle = 260; // "conv2d + broadcast_add + clip"
constexpr double longestName = 190;
constexpr double longestDetail = 220;
/// Widths are rounded up, so that small differences do not make layouts of equal blocks differ.
constexpr double widthStep = 20;
constexpr double lineHeight = 16;

double roundUp(double width)
{
    return std::ceil(width / widthStep) * widthStep;
}

NodeBox measurePill(const DrawnNode &node, const TextMeasure &measure)
{
    NodeBox box;
    box.title = elideMiddle(node.title, TextStyle::Name, longestName, measure);
    box.height = card::pillHeight;
    double text = measure.width(box.title, TextStyle::Name);
    if (node.kind == DrawnKind::Output && !node.detail.empty()) {
        box.detail = elideMiddle(node.detail, TextStyle::Detail, longestDetail, measure);
        box.height = card::outputHeight;
        text = std::max(text, measure.width(box.detail, TextStyle::Detail));
    }
    box.width = roundUp(std::max(60.0, text + 2 * card::pillPadding));
    return box;
}

} // namespace

NodeBox measureNode(const DrawnNode &node, const TextMeasure &measure)
{
    if (node.kind == DrawnKind::Variable || node.kind == DrawnKind::Output) {
        return measurePill(node, measure);
    }
    NodeBox box;
    box.title = elideMiddle(node.title, TextStyle::Title, longestTitle, measure);
    box.name = elideMiddle(node.name, TextStyle::Name, longestName, measure);
    box.detail = elideMiddle(node.detail, TextStyle::Detail, longestDetail, measure);
    const double text = std::max({measure.width(box.title, TextStyle::Title) + card::badgeSpace,
                                  measure.width(box.name, TextStyle::Name),
                                  measure.width(box.detail, TextStyle::Detail)});
    box.width = roundUp(std::max(narrowest, text + card::paddingLeft + card::paddingRight));
    box.height = lineHeight * ((box.name.empty() ? 0 : 1) + (box.detail.empty() ? 0 : 1)) + 32;
    return box;
}

std::vector<NodeBox> measureNodes(const DrawnGraph &graph, const TextMeasure &measure)
{
    std::vector<NodeBox> boxes;
    boxes.reserve(graph.nodes.size());
    for (const DrawnNode &node : graph.nodes) {
        boxes.push_back(measureNode(node, measure));
    }
    return boxes;
}

LayoutRequest makeLayoutRequest(const DrawnGraph &graph, const std::vector<NodeBox> &boxes,
                                const TextMeasure &measure)
{
    LayoutRequest request;
    request.nodes.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        request.nodes.push_back({static_cast<float>(boxes[i].width),
                                 static_cast<float>(boxes[i].height), graph.nodes[i].isLoose});
    }
    std::unordered_map<std::string, double> widths;
    request.edges.reserve(graph.edges.size());
    for (const DrawnEdge &edge : graph.edges) {
        LayoutEdge line{edge.from, edge.to};
        line.value = edge.value.index;
        if (!edge.label.empty()) {
            const auto [it, isNew] = widths.try_emplace(edge.label, 0);
            if (isNew) {
                it->second = measure.width(edge.label, TextStyle::Label) + 2 * card::labelPadding;
            }
            line.labelWidth = static_cast<float>(it->second);
            line.labelHeight = card::labelHeight;
        }
        request.edges.push_back(line);
    }
    return request;
}

} // namespace nervure
