// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawing.h"

#include "core/layout/diagram/bundles.h"
#include "core/layout/diagram/nested_layout.h"
#include "core/layout/engine/layout_cache.h"
#include "core/layout/engine/place_stubs.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// Of what packedLayout() gives.
constexpr std::size_t mostPackedBytes = std::size_t{64} << 20U;

/// What is seen of a line before and behind its pill, with the tip of its arrow.
constexpr double besidePill = 32;
/// Longer pills, of values' names, are left out where nothing else makes room for them.
constexpr double widestRankGap = 220;

/// What packed layouts begin with: they are as drawn.
char letterOf(LayoutDirection direction)
{
    return direction == LayoutDirection::Right ? 'r' : 'd';
}

void turn(LayoutRequest &request)
{
    for (LayoutNode &node : request.nodes) {
        std::swap(node.width, node.height);
    }
    for (LayoutEdge &edge : request.edges) {
        std::swap(edge.labelWidth, edge.labelHeight);
        // Pills lie along the lines now: ranks stand as far apart as these are long.
        const double needed = edge.labelHeight + besidePill;
        request.rankGap = std::max(request.rankGap, std::min(needed, widestRankGap));
    }
}

void turn(Point &point)
{
    std::swap(point.x, point.y);
}

/// What was laid out downwards for turned boxes runs to the right for the boxes as they are.
void turn(LayoutResult &result)
{
    std::swap(result.width, result.height);
    for (PlacedNode &node : result.nodes) {
        turn(node.center);
        std::swap(node.width, node.height);
    }
    for (PlacedEdge &edge : result.edges) {
        for (Point &point : edge.points) {
            turn(point);
        }
        if (edge.label) {
            turn(*edge.label);
        }
        if (edge.isStub && !edge.points.empty()) {
            // The tag was as high as a line; to the left of its box it is as wide as its text.
            edge.points.front().x -= stub::turnedOffset;
        }
    }
}

} // namespace

Result<Drawing> makeDrawing(DrawnGraph graph, const TextMeasure &measure, LayoutClient &client,
                            const JobControl &control, LayoutDirection direction,
                            std::string_view known)
{
    Drawing drawing;
    drawing.graph = bundleLines(std::move(graph));
    drawing.boxes = measureNodes(drawing.graph, measure);
    drawing.direction = direction;
    LayoutRequest request = makeLayoutRequest(drawing.graph, drawing.boxes, measure);
    if (known.starts_with(letterOf(direction))) {
        if (auto layout = unpackLayout(known.substr(1), request)) {
            drawing.layout = std::move(*layout);
            return drawing;
        }
    }
    if (direction == LayoutDirection::Right) {
        turn(request);
    }
    if (control.cancel.isCanceled()) {
        return makeError("cancelled", "the layout was cancelled");
    }
    ASSIGN_OR_RETURN(LayoutResult layout,
                     layoutNested({drawing.graph, request, direction == LayoutDirection::Right},
                                  measure, client, control));
    drawing.layout = std::move(layout);
    if (direction == LayoutDirection::Right) {
        turn(drawing.layout);
    }
    return drawing;
}

std::string packedLayout(const Drawing &drawing, const TextMeasure &measure)
{
    if (drawing.layout.engine == LayoutEngine::Fallback) {
        return {};
    }
    const LayoutRequest request = makeLayoutRequest(drawing.graph, drawing.boxes, measure);
    std::string bytes = letterOf(drawing.direction) + packLayout(request, drawing.layout);
    return bytes.size() <= mostPackedBytes ? bytes : std::string();
}

} // namespace nervure
