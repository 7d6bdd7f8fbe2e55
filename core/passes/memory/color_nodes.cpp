// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/color_nodes.h"

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// The path that passes most of the nodes that count.
std::vector<std::uint32_t> longestPath(const IndexedGraph &graph, const std::vector<bool> &counts)
{
    std::vector<std::uint32_t> length(graph.nodeCount(), 0); ///< of the best path that starts here
    std::vector<std::uint32_t> next(graph.nodeCount(), nobody);
    std::uint32_t longest = 0;
    std::uint32_t start = nobody;
    for (std::uint32_t id = graph.nodeCount(); id-- > 0;) {
        length[id] += counts[id] ? 1 : 0;
        if (length[id] > longest) {
            longest = length[id];
            start = id;
        }
        for (const IndexedEntry &input : graph.node(id).inputs) {
            if (length[id] > length[input.nodeId]) {
                length[input.nodeId] = length[id];
                next[input.nodeId] = id;
            }
        }
    }
    std::vector<std::uint32_t> path;
    for (std::uint32_t id = start; id != nobody; id = next[id]) {
        path.push_back(id);
    }
    return path;
}

} // namespace

std::vector<std::uint32_t> colorNodes(const IndexedGraph &graph, std::uint32_t count)
{
    std::vector<bool> isLeft(graph.nodeCount());
    std::size_t left = 0;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        isLeft[id] = !graph.node(id).isVariable();
        left += isLeft[id] ? 1 : 0;
    }
    std::vector<std::uint32_t> colors(graph.nodeCount(), nobody);
    std::uint32_t color = 0;
    for (; color + 1 < count && left > 0; ++color) {
        for (const std::uint32_t id : longestPath(graph, isLeft)) {
            if (isLeft[id]) {
                colors[id] = color;
                isLeft[id] = false;
                --left;
            }
        }
    }
    std::replace(colors.begin(), colors.end(), nobody, color);
    return colors;
}

} // namespace nervure
