// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/long_edges.h"

#include "core/layout/engine/rank_graph.h"

#include <algorithm>
#include <span>

namespace nervure {

namespace {

constexpr std::size_t manyReaders = 8; ///< of a value whose far lines are always left out
constexpr std::size_t manyLines = 16;  ///< of one box, likewise: to all steps, or from all of them
constexpr std::size_t someReaders = 3; ///< of one whose lines may be
constexpr std::uint32_t farRanks = 12; ///< that a line crosses which leaves a screen
constexpr std::uint32_t farAlone = 30; ///< likewise of a line that has no others beside it
constexpr std::uint32_t longSpan = 6;  ///< ranks; shorter lines help to understand
/// Ranks that lines cross, for each box, beyond which any far line may be left out: as many lines as
/// boxes, each across half of the picture, would make it grow with their square.
constexpr std::size_t ranksPerBox = 8;

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
                     const std::vector<std::uint32_t> &edges, const StubbedEdges &isStubbed,
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
        if (!isStubbed[edge]) {
            part.edges.push_back({local[request.edges[edge].from], local[request.edges[edge].to]});
        }
    }
    return part;
}

/// The longest path ranks of the part's boxes, at their numbers in the whole.
void rankPart(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
              const std::vector<std::uint32_t> &edges, const StubbedEdges &isStubbed,
              BoxNumbers &ranks)
{
    const LayoutRequest part = partOf(request, nodes, edges, isStubbed, ranks);
    const std::vector<std::uint32_t> rank = longestPathRanks(part, topologicalOrder(part));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ranks[nodes[i]] = rank[i];
    }
}

/// Finds what is far from all but one of those it is joined with.
class FarLines {
public:
    explicit FarLines(const LayoutRequest &request)
        : m_request(request),
          m_isStubbed(request.edges.size(), false)
    {}

    StubbedEdges run()
    {
        const auto from = [this](std::uint32_t edge) { return m_request.edges[edge].from; };
        const auto to = [this](std::uint32_t edge) { return m_request.edges[edge].to; };
        std::vector<std::uint32_t> shared = linesOfMany(manyReaders, from);
        std::vector<std::uint32_t> gathered = linesOfMany(manyLines, to);
        if (shared.empty() && gathered.empty()) {
            return std::move(m_isStubbed);
        }
        const std::vector<std::uint32_t> order = topologicalOrder(m_request);
        m_rank = latestRanks(m_request, order);
        std::vector<std::uint32_t> others; // of boxes whose values have few readers each
        forEachValue(m_request, sortedByValue(m_request, std::move(shared)),
                     [&](std::span<const std::uint32_t> lines) {
                         if (lines.size() >= manyReaders) {
                             leaveOutFar(lines);
                         } else {
                             others.insert(others.end(), lines.begin(), lines.end());
                         }
                     });
        forEachBox(others, from);
        std::erase_if(gathered, [this](std::uint32_t edge) { return m_isStubbed[edge]; });
        m_rank = longestPathRanks(m_request, order);
        forEachBox(gathered, to);
        return std::move(m_isStubbed);
    }

private:
    /// The lines of boxes that have many at that end.
    template <typename BoxOf>
    [[nodiscard]] std::vector<std::uint32_t> linesOfMany(std::size_t many, const BoxOf &boxOf) const
    {
        std::vector<std::size_t> count(m_request.nodes.size(), 0);
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            ++count[boxOf(i)];
        }
        std::vector<std::uint32_t> lines;
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            const LayoutEdge &edge = m_request.edges[i];
            if (count[boxOf(i)] >= many && edge.from != edge.to && !edge.isHidden) {
                lines.push_back(i);
            }
        }
        return lines;
    }

    template <typename BoxOf>
    void forEachBox(std::vector<std::uint32_t> lines, const BoxOf &boxOf)
    {
        std::stable_sort(lines.begin(), lines.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return boxOf(a) < boxOf(b); });
        for (auto first = lines.begin(); first != lines.end();) {
            const auto end = std::find_if(first, lines.end(), [&](std::uint32_t edge) {
                return boxOf(edge) != boxOf(*first);
            });
            if (static_cast<std::size_t>(end - first) >= manyLines) {
                leaveOutFar(std::span(first, end));
            }
            first = end;
        }
    }

    void leaveOutFar(std::span<const std::uint32_t> lines)
    {
        const std::uint32_t nearest =
            *std::min_element(lines.begin(), lines.end(), [this](std::uint32_t a, std::uint32_t b) {
                return distance(a) < distance(b);
            });
        for (const std::uint32_t edge : lines) {
            m_isStubbed[edge] = edge != nearest && distance(edge) > farRanks;
        }
    }

    [[nodiscard]] std::uint32_t distance(std::uint32_t edge) const
    {
        const std::uint32_t from = m_rank[m_request.edges[edge].from];
        const std::uint32_t to = m_rank[m_request.edges[edge].to];
        return from < to ? to - from : from - to;
    }

    const LayoutRequest &m_request;
    StubbedEdges m_isStubbed;
    std::vector<std::uint32_t> m_rank;
};

} // namespace

StubbedEdges longEdges(const LayoutRequest &request)
{
    return FarLines(request).run();
}

bool stubLongestEdges(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
                      const std::vector<std::uint32_t> &edges, std::size_t most,
                      StubbedEdges &isStubbed, BoxNumbers &numbers)
{
    rankPart(request, nodes, edges, isStubbed, numbers);
    const auto span = [&](std::uint32_t edge) {
        const std::uint32_t from = numbers[request.edges[edge].from];
        const std::uint32_t to = numbers[request.edges[edge].to];
        return from < to ? to - from : from - to;
    };
    std::size_t work = nodes.size();
    std::vector<std::uint32_t> candidates;
    std::vector<std::uint32_t> others;
    forEachValue(request, sortedByValue(request, edges), [&](std::span<const std::uint32_t> lines) {
        std::vector<std::uint32_t> drawn;
        std::copy_if(lines.begin(), lines.end(), std::back_inserter(drawn),
                     [&](std::uint32_t edge) { return !isStubbed[edge]; });
        std::stable_sort(drawn.begin(), drawn.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return span(a) < span(b); });
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            work += std::max(1U, span(drawn[i])) - 1;
            if (i > 0 && lines.size() >= someReaders && span(drawn[i]) >= longSpan) {
                candidates.push_back(drawn[i]);
            } else if (span(drawn[i]) > farAlone) {
                others.push_back(drawn[i]);
            }
        }
    });
    bool leftOutAny = false;
    const auto leaveOut = [&](std::vector<std::uint32_t> &lines, std::size_t limit) {
        std::stable_sort(lines.begin(), lines.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return span(a) > span(b); });
        for (std::size_t i = 0; i < lines.size() && work > limit; ++i) {
            isStubbed[lines[i]] = true;
            work -= span(lines[i]) - 1;
            leftOutAny = true;
        }
    };
    leaveOut(candidates, most);
    leaveOut(others, std::max(most, ranksPerBox * nodes.size()));
    return leftOutAny;
}

} // namespace nervure
