// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/rank_graph.h"

#include <algorithm>
#include <limits>
#include <optional>

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

std::vector<std::uint32_t> sinksOf(const LayoutRequest &request)
{
    std::vector<bool> hasReader(request.nodes.size(), false);
    for (const LayoutEdge &edge : request.edges) {
        hasReader[edge.from] = true;
    }
    std::vector<std::uint32_t> sinks;
    for (std::uint32_t i = 0; i < request.nodes.size(); ++i) {
        if (!hasReader[i]) {
            sinks.push_back(i);
        }
    }
    return sinks;
}

/// Depth first from the sinks, as they are given.
class PostOrder {
public:
    PostOrder(const LayoutRequest &request, const std::vector<std::uint32_t> &sinks)
        : m_before(predecessorsOf(request)),
          m_isSeen(request.nodes.size(), false)
    {
        for (const std::uint32_t sink : sinks) {
            visit(sink);
        }
        // What is left hangs on cycles alone.
        for (std::uint32_t i = 0; i < request.nodes.size(); ++i) {
            visit(i);
        }
    }

    std::vector<std::uint32_t> order;

    /// Moves what only a later sink needs up, right behind the last box that it needs of those before.
    void moveUp()
    {
        std::vector<std::uint32_t> place(order.size());
        std::vector<std::uint32_t> behind(order.size()); // by box: the place that it goes to
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            behind[order[i]] = i;
        }
        for (std::size_t group = 1; group < m_starts.size(); ++group) {
            const std::uint32_t start = m_starts[group];
            const auto end = static_cast<std::uint32_t>(
                group + 1 < m_starts.size() ? m_starts[group + 1] : order.size());
            std::optional<std::uint32_t> last;
            for (std::uint32_t i = start; i < end; ++i) {
                const std::uint32_t box = order[i];
                for (std::uint32_t b = m_before.start[box]; b < m_before.start[box + 1]; ++b) {
                    const std::uint32_t before = m_before.items[b];
                    last = place[before] < start ? std::max(last, std::optional(behind[before]))
                                                 : last;
                }
            }
            for (std::uint32_t i = start; i < end && last; ++i) {
                behind[order[i]] = *last;
            }
        }
        std::stable_sort(order.begin(), order.end(), [&behind](std::uint32_t a, std::uint32_t b) {
            return behind[a] < behind[b];
        });
    }

private:
    void visit(std::uint32_t root)
    {
        if (m_isSeen[root]) {
            return;
        }
        m_isSeen[root] = true;
        m_starts.push_back(static_cast<std::uint32_t>(order.size()));
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

    Adjacency m_before;
    std::vector<bool> m_isSeen;
    std::vector<std::uint32_t> m_starts; ///< where what each visit found begins
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_stack;
};

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

/// The sink at the end of the longest way comes first; others hang on it.
std::vector<std::uint32_t> topologicalOrder(const LayoutRequest &request)
{
    std::vector<std::uint32_t> sinks = sinksOf(request);
    PostOrder first(request, sinks);
    if (sinks.size() < 2) {
        return std::move(first.order);
    }
    const std::vector<std::uint32_t> rank = longestPathRanks(request, first.order);
    std::stable_sort(sinks.begin(), sinks.end(),
                     [&rank](std::uint32_t a, std::uint32_t b) { return rank[a] > rank[b]; });
    PostOrder all(request, sinks);
    all.moveUp();
    return std::move(all.order);
}

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
