// SPDX-License-Identifier: Apache-2.0
#include "core/layout/far_lines.h"

#include "core/layout/rank_graph.h"

#include <algorithm>
#include <span>

namespace nervure {

namespace {

constexpr std::size_t manyReaders = 8; ///< of a value whose far lines are always left out
constexpr std::size_t someReaders = 3; ///< of one whose lines may be
constexpr std::uint32_t farRanks = 30; ///< between the ends of a far line
constexpr std::uint32_t longSpan = 6;  ///< ranks; shorter lines help to understand

/// Lines by the value they carry.
std::vector<std::uint32_t> sortedByValue(const LayoutRequest &request,
                                         std::vector<std::uint32_t> edges)
{
    std::stable_sort(edges.begin(), edges.end(), [&](std::uint32_t a, std::uint32_t b) {
        const LayoutEdge &one = request.edges[a];
        const LayoutEdge &other = request.edges[b];
        return std::pair(one.from, one.value) < std::pair(other.from, other.value);
    });
    return edges;
}

/// Calls `visit` with the lines of each value.
template <typename Visit>
void forEachValue(const LayoutRequest &request, const std::vector<std::uint32_t> &byValue,
                  const Visit &visit)
{
    for (auto first = byValue.begin(); first != byValue.end();) {
        const LayoutEdge &line = request.edges[*first];
        const auto end = std::find_if(first, byValue.end(), [&](std::uint32_t edge) {
            const LayoutEdge &other = request.edges[edge];
            return other.from != line.from || other.value != line.value;
        });
        visit(std::span(first, end));
        first = end;
    }
}

/// The part as a request of its own, without lines that are left out; `local` gets its boxes' numbers.
LayoutRequest partOf(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
                     const std::vector<std::uint32_t> &edges, const LeftOutLines &isLeftOut,
                     BoxNumbers &local)
{
    LayoutRequest part;
    local.resize(request.nodes.size());
    part.nodes.reserve(nodes.size());
    for (const std::uint32_t node : nodes) {
        local[node] = static_cast<std::uint32_t>(part.nodes.size());
        part.nodes.push_back(request.nodes[node]);
    }
    part.edges.reserve(edges.size());
    for (const std::uint32_t edge : edges) {
        if (!isLeftOut[edge]) {
            part.edges.push_back({local[request.edges[edge].from], local[request.edges[edge].to]});
        }
    }
    return part;
}

/// The longest path ranks of the part's boxes, at their numbers in the whole.
void rankPart(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
              const std::vector<std::uint32_t> &edges, const LeftOutLines &isLeftOut,
              BoxNumbers &ranks)
{
    const LayoutRequest part = partOf(request, nodes, edges, isLeftOut, ranks);
    const std::vector<std::uint32_t> rank = longestPathRanks(part, topologicalOrder(part));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ranks[nodes[i]] = rank[i];
    }
}

} // namespace

LeftOutLines farLines(const LayoutRequest &request)
{
    LeftOutLines isLeftOut(request.edges.size(), false);
    std::vector<std::size_t> readers(request.nodes.size(), 0);
    for (const LayoutEdge &edge : request.edges) {
        ++readers[edge.from];
    }
    std::vector<std::uint32_t> shared;
    for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
        const LayoutEdge &edge = request.edges[i];
        if (readers[edge.from] >= manyReaders && edge.from != edge.to) {
            shared.push_back(i);
        }
    }
    if (shared.empty()) {
        return isLeftOut;
    }
    const std::vector<std::uint32_t> rank = latestRanks(request, topologicalOrder(request));
    const auto distance = [&](std::uint32_t edge) {
        const std::uint32_t from = rank[request.edges[edge].from];
        const std::uint32_t to = rank[request.edges[edge].to];
        return from < to ? to - from : from - to;
    };
    forEachValue(
        request, sortedByValue(request, shared), [&](std::span<const std::uint32_t> lines) {
            if (lines.size() < manyReaders) {
                return;
            }
            const std::uint32_t nearest = *std::min_element(
                lines.begin(), lines.end(),
                [&](std::uint32_t a, std::uint32_t b) { return distance(a) < distance(b); });
            for (const std::uint32_t edge : lines) {
                isLeftOut[edge] = edge != nearest && distance(edge) > farRanks;
            }
        });
    return isLeftOut;
}

bool leaveOutLongest(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
                     const std::vector<std::uint32_t> &edges, std::size_t most,
                     LeftOutLines &isLeftOut, BoxNumbers &numbers)
{
    rankPart(request, nodes, edges, isLeftOut, numbers);
    const auto span = [&](std::uint32_t edge) {
        const std::uint32_t from = numbers[request.edges[edge].from];
        const std::uint32_t to = numbers[request.edges[edge].to];
        return from < to ? to - from : from - to;
    };
    std::size_t work = nodes.size();
    std::vector<std::uint32_t> candidates;
    forEachValue(request, sortedByValue(request, edges), [&](std::span<const std::uint32_t> lines) {
        std::vector<std::uint32_t> drawn;
        std::copy_if(lines.begin(), lines.end(), std::back_inserter(drawn),
                     [&](std::uint32_t edge) { return !isLeftOut[edge]; });
        std::stable_sort(drawn.begin(), drawn.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return span(a) < span(b); });
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            work += std::max(1U, span(drawn[i])) - 1;
            if (i > 0 && lines.size() >= someReaders && span(drawn[i]) >= longSpan) {
                candidates.push_back(drawn[i]);
            }
        }
    });
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return span(a) > span(b); });
    bool leftOutAny = false;
    for (std::size_t i = 0; i < candidates.size() && work > most; ++i) {
        isLeftOut[candidates[i]] = true;
        work -= span(candidates[i]) - 1;
        leftOutAny = true;
    }
    return leftOutAny;
}

} // namespace nervure
