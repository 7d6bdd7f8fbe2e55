// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/rank_graph.h"

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

/// Lists of neighbors in one array.
struct Adjacency {
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> items;
};

Adjacency predecessorsOf(const LayoutRequest &request)
{
    Adjacency result;
    result.start.assign(request.nodes.size() + 1, 0);
    for (const LayoutEdge &edge : request.edges) {
        ++result.start[edge.to + 1];
    }
    for (std::size_t i = 1; i < result.start.size(); ++i) {
        result.start[i] += result.start[i - 1];
    }
    result.items.resize(request.edges.size());
    std::vector<std::uint32_t> next(result.start.begin(), result.start.end() - 1);
    for (const LayoutEdge &edge : request.edges) {
        result.items[next[edge.to]++] = edge.from;
    }
    return result;
}

/// The neighbors of each box by the lengths of the longest ways to them, the longest first.
void sortByDepth(Adjacency &before, const std::vector<std::uint32_t> &order)
{
    std::vector<std::uint32_t> depth(order.size(), 0);
    for (const std::uint32_t box : order) {
        const auto first = before.items.begin() + before.start[box];
        const auto end = before.items.begin() + before.start[box + 1];
        std::for_each(first, end, [&](std::uint32_t input) {
            depth[box] = std::max(depth[box], depth[input] + 1);
        });
        const auto isDeeper = [&](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; };
        if (!std::is_sorted(first, end, isDeeper)) {
            std::stable_sort(first, end, isDeeper);
        }
    }
}

class PostOrder {
public:
    PostOrder(const LayoutRequest &request, const Adjacency &before)
        : m_before(before),
          m_isSeen(request.nodes.size(), false)
    {
        std::vector<bool> hasReader(request.nodes.size(), false);
        for (const LayoutEdge &edge : request.edges) {
            hasReader[edge.from] = true;
        }
        for (std::uint32_t i = 0; i < request.nodes.size(); ++i) {
            if (!hasReader[i]) {
                visit(i);
            }
        }
        // What is left hangs on cycles alone.
        for (std::uint32_t i = 0; i < request.nodes.size(); ++i) {
            visit(i);
        }
    }

    std::vector<std::uint32_t> order;

private:
    void visit(std::uint32_t root)
    {
        if (m_isSeen[root]) {
            return;
        }
        m_isSeen[root] = true;
        m_stack.emplace_back(root, m_before.start[root]);
        while (!m_stack.empty()) {
            auto &[node, next] = m_stack.back();
            if (next == m_before.start[node + 1]) {
                order.push_back(node);
                m_stack.pop_back();
                continue;
            }
            const std::uint32_t before = m_before.items[next++];
            if (!m_isSeen[before]) {
                m_isSeen[before] = true;
                m_stack.emplace_back(before, m_before.start[before]);
            }
        }
    }

    const Adjacency &m_before;
    std::vector<bool> m_isSeen;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_stack;
};

} // namespace

std::vector<std::uint32_t> topologicalOrder(const LayoutRequest &request, InputsFirst inputs)
{
    Adjacency before = predecessorsOf(request);
    std::vector<std::uint32_t> order = std::move(PostOrder(request, before).order);
    if (inputs == InputsFirst::Deepest) {
        sortByDepth(before, order);
        order = std::move(PostOrder(request, before).order);
    }
    return order;
}

namespace {

constexpr std::uint32_t noReader = std::numeric_limits<std::uint32_t>::max();

/// Lines that run down in this order, by the place of their source.
std::vector<std::uint32_t> linesDown(const LayoutRequest &request,
                                     const std::vector<std::uint32_t> &order)
{
    std::vector<std::uint32_t> position(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        position[order[i]] = i;
    }
    std::vector<std::uint32_t> edges;
    for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
        if (position[request.edges[i].from] < position[request.edges[i].to]) {
            edges.push_back(i);
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [&](std::uint32_t a, std::uint32_t b) {
        return position[request.edges[a].from] < position[request.edges[b].from];
    });
    return edges;
}

} // namespace

std::vector<std::uint32_t> longestPathRanks(const LayoutRequest &request,
                                            const std::vector<std::uint32_t> &order)
{
    const std::vector<std::uint32_t> edges = linesDown(request, order);
    std::vector<std::uint32_t> rank(order.size(), 0);
    std::vector<bool> isSource(order.size(), true);
    for (const std::uint32_t i : edges) {
        const LayoutEdge &edge = request.edges[i];
        rank[edge.to] = std::max(rank[edge.to], rank[edge.from] + 1);
        isSource[edge.to] = false;
    }
    std::vector<std::uint32_t> firstReader(order.size(), noReader);
    for (const std::uint32_t i : edges) {
        const LayoutEdge &edge = request.edges[i];
        firstReader[edge.from] = std::min(firstReader[edge.from], rank[edge.to]);
    }
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        if (isSource[i] && firstReader[i] != noReader) {
            rank[i] = firstReader[i] - 1;
        }
    }
    return rank;
}

std::vector<std::uint32_t> latestRanks(const LayoutRequest &request,
                                       const std::vector<std::uint32_t> &order)
{
    std::vector<std::uint32_t> rank = longestPathRanks(request, order);
    const std::vector<std::uint32_t> edges = linesDown(request, order);
    std::vector<std::uint32_t> latest(order.size(), noReader);
    for (auto it = edges.rbegin(); it != edges.rend(); ++it) {
        const LayoutEdge &edge = request.edges[*it];
        const std::uint32_t reader = latest[edge.to] == noReader ? rank[edge.to] : latest[edge.to];
        latest[edge.from] = std::min(latest[edge.from], reader - 1);
    }
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[i] = latest[i] == noReader ? rank[i] : latest[i];
    }
    return rank;
}

std::size_t virtualNodeCount(const LayoutRequest &request)
{
    const std::vector<std::uint32_t> rank = longestPathRanks(request, topologicalOrder(request));
    std::size_t count = request.nodes.size();
    for (const LayoutEdge &edge : request.edges) {
        const std::uint32_t a = rank[edge.from];
        const std::uint32_t b = rank[edge.to];
        const std::uint32_t span = a < b ? b - a : a - b;
        count += span > 1 ? span - 1 : 0;
    }
    return count;
}

} // namespace nervure
