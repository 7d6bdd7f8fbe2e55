// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/cut_order.h"

#include "core/layout/engine/rank_graph.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace nervure {

namespace {

/// Union-find with path halving.
class Components {
public:
    explicit Components(const LayoutRequest &request) : m_parent(request.nodes.size())
    {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
        for (const LayoutEdge &edge : request.edges) {
            const std::uint32_t a = find(edge.from);
            const std::uint32_t b = find(edge.to);
            m_parent[std::max(a, b)] = std::min(a, b);
        }
    }

    std::uint32_t find(std::uint32_t node)
    {
        while (m_parent[node] != node) {
            m_parent[node] = m_parent[m_parent[node]];
            node = m_parent[node];
        }
        return node;
    }

private:
    std::vector<std::uint32_t> m_parent;
};

ComponentOrder orderOf(Components &components, std::vector<std::uint32_t> boxes)
{
    std::stable_sort(boxes.begin(), boxes.end(), [&](std::uint32_t a, std::uint32_t b) {
        return components.find(a) < components.find(b);
    });
    ComponentOrder order;
    order.componentOf.reserve(boxes.size());
    for (const std::uint32_t box : boxes) {
        order.componentOf.push_back(components.find(box));
    }
    order.boxes = std::move(boxes);
    return order;
}

/// By position in an order: the farthest position that a line from there leads to.
std::vector<std::uint32_t> reachesOf(const LayoutRequest &request, const StubbedEdges &isStubbed,
                                     const std::vector<std::uint32_t> &boxes)
{
    std::vector<std::uint32_t> position(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        position[boxes[i]] = i;
    }
    std::vector<std::uint32_t> reaches(boxes.size(), 0);
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        if (i >= isStubbed.size() || !isStubbed[i]) {
            const auto [upper, lower] =
                std::minmax(position[request.edges[i].from], position[request.edges[i].to]);
            reaches[upper] = std::max(reaches[upper], lower);
        }
    }
    return reaches;
}

/// How many boxes of those from `first` to `end` no line passes by.
std::size_t countCuts(const std::vector<std::uint32_t> &reaches, std::size_t first, std::size_t end)
{
    std::size_t cuts = 0;
    std::uint32_t reach = 0;
    for (std::size_t i = first; i < end; ++i) {
        cuts += i > first && reach <= i ? 1 : 0;
        reach = std::max(reach, reaches[i]);
    }
    return cuts;
}

} // namespace

ComponentOrder orderAsRead(const LayoutRequest &request)
{
    Components components(request);
    return orderOf(components, topologicalOrder(request));
}

ComponentOrder orderForCuts(const LayoutRequest &request, const StubbedEdges &isStubbed)
{
    Components components(request);
    ComponentOrder order = orderOf(components, topologicalOrder(request));
    const std::vector<std::uint32_t> deepest =
        orderOf(components, topologicalOrder(request, InputsFirst::Deepest)).boxes;
    const std::vector<std::uint32_t> reaches = reachesOf(request, isStubbed, order.boxes);
    const std::vector<std::uint32_t> otherReaches = reachesOf(request, isStubbed, deepest);
    for (std::size_t first = 0; first < deepest.size();) {
        std::size_t end = first + 1;
        while (end < deepest.size() && order.componentOf[end] == order.componentOf[first]) {
            ++end;
        }
        if (countCuts(otherReaches, first, end) > countCuts(reaches, first, end)) {
            const auto from = static_cast<std::ptrdiff_t>(first);
            std::copy(deepest.begin() + from, deepest.begin() + static_cast<std::ptrdiff_t>(end),
                      order.boxes.begin() + from);
        }
        first = end;
    }
    return order;
}

} // namespace nervure
