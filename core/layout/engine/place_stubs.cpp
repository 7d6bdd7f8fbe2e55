// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_stubs.h"

#include "core/layout/engine/route.h"

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

constexpr double tagGap = 4;

/// How many tags fit side by side above a box, from its right end to its middle.
std::uint32_t roomFor(const PlacedNode &box)
{
    return std::max(1U, static_cast<std::uint32_t>(box.width / 2 / (stub::widestTag + tagGap)));
}

} // namespace

void placeStubs(const LayoutRequest &request, const StubbedEdges &isStubbed, LayoutResult &result)
{
    std::unordered_map<std::uint32_t, std::uint32_t> count; // of stubs, by target
    for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
        if (isStubbed[i]) {
            ++count[request.edges[i].to];
        }
    }
    std::unordered_map<std::uint32_t, std::uint32_t> placed;
    for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
        if (!isStubbed[i]) {
            continue;
        }
        const std::uint32_t target = request.edges[i].to;
        const PlacedNode &box = result.nodes[target];
        const std::uint32_t places = std::min(count[target], roomFor(box));
        const std::uint32_t place = std::min(placed[target]++, places - 1);
        const double step = box.width / 2 / places;
        const Point tag{box.right() - step * (place + 0.5), box.top() - stub::lineLength};
        PlacedEdge &line = result.edges[i];
        line.isStub = true;
        line.label.reset();
        line.points = {tag};
        straightDown(line.points, {tag.x, box.top()});
    }
}

} // namespace nervure
