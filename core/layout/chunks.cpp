// SPDX-License-Identifier: Apache-2.0
#include "core/layout/chunks.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::uint32_t fewestBoxes = 40;
constexpr std::uint32_t mostBoxes = 120;
constexpr double portSize = 2;

class ChunkSplitter {
public:
    explicit ChunkSplitter(const LayoutRequest &request) : m_request(request)
    {
        for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
            const LayoutEdge &edge = request.edges[i];
            m_byLower.push_back(i);
            if (!edge.isHidden) {
                std::uint32_t &last = m_lastReader[portOf(request, i)];
                last = std::max(last, lower(i));
            }
        }
        std::stable_sort(m_byLower.begin(), m_byLower.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return lower(a) < lower(b); });
    }

    std::vector<Chunk> run()
    {
        std::vector<Chunk> chunks;
        forEachCut([&](std::uint32_t first, std::uint32_t end, std::uint32_t /*values*/) {
            chunks.push_back(makeChunk(first, end));
        });
        return chunks;
    }

    [[nodiscard]] std::size_t countPorts() const
    {
        std::size_t ports = 0;
        forEachCut([&](std::uint32_t /*first*/, std::uint32_t /*end*/, std::uint32_t values) {
            ports += values;
        });
        return ports;
    }

private:
    /// Calls `visit` with the first box and the end of each chunk, and how many values leave it.
    template <typename Visit>
    void forEachCut(const Visit &visit) const
    {
        const std::vector<std::uint32_t> live = countLive();
        const auto count = static_cast<std::uint32_t>(m_request.nodes.size());
        for (std::uint32_t first = 0; first < count;) {
            const std::uint32_t end = nextCut(live, first, count);
            visit(first, end, live[end]);
            first = end;
        }
    }

    [[nodiscard]] std::uint32_t lower(std::uint32_t edge) const
    {
        return std::max(m_request.edges[edge].from, m_request.edges[edge].to);
    }

    /// How many values go through between box i - 1 and box i.
    std::vector<std::uint32_t> countLive() const
    {
        std::vector<std::uint32_t> live(m_request.nodes.size() + 2, 0);
        for (const auto &[port, last] : m_lastReader) {
            ++live[port.box + 1];
            --live[last + 1]; // wraps around until it is summed up
        }
        for (std::size_t i = 1; i < live.size(); ++i) {
            live[i] += live[i - 1];
        }
        return live;
    }

    static std::uint32_t nextCut(const std::vector<std::uint32_t> &live, std::uint32_t first,
                                 std::uint32_t count)
    {
        if (count - first <= mostBoxes) {
            return count;
        }
        std::uint32_t best = first + fewestBoxes;
        for (std::uint32_t i = best; i <= first + mostBoxes; ++i) {
            best = live[i] <= live[best] ? i : best;
        }
        return best;
    }

    Chunk makeChunk(std::uint32_t first, std::uint32_t end)
    {
        Chunk chunk;
        chunk.first = first;
        chunk.end = end;
        chunk.in = m_live;
        chunk.request.nodeGap = m_request.nodeGap;
        chunk.request.rankGap = m_request.rankGap;
        chunk.request.nodes.assign(chunk.in.size(), {portSize, portSize});
        chunk.request.nodes.insert(chunk.request.nodes.end(), m_request.nodes.begin() + first,
                                   m_request.nodes.begin() + end);
        addLines(chunk);
        addLeaving(chunk);
        keepRows(chunk);
        m_live = chunk.out;
        return chunk;
    }

    void addLines(Chunk &chunk)
    {
        for (; m_taken < m_byLower.size() && lower(m_byLower[m_taken]) < chunk.end; ++m_taken) {
            const std::uint32_t i = m_byLower[m_taken];
            const LayoutEdge &edge = m_request.edges[i];
            const std::uint32_t upper = std::min(edge.from, edge.to);
            if (upper >= chunk.first) {
                LayoutEdge own = edge;
                own.from = chunk.local(edge.from);
                own.to = chunk.local(edge.to);
                add(chunk, own, i);
            } else if (!edge.isHidden) {
                const auto port = std::find(chunk.in.begin(), chunk.in.end(), portOf(m_request, i));
                add(chunk,
                    {static_cast<std::uint32_t>(port - chunk.in.begin()), chunk.local(lower(i))},
                    i);
            }
        }
    }

    static void add(Chunk &chunk, const LayoutEdge &own, std::uint32_t edge)
    {
        chunk.arriving.emplace(edge, static_cast<std::uint32_t>(chunk.request.edges.size()));
        chunk.request.edges.push_back(own);
    }

    /// Ports that go on in the order in which they came in, then those of the chunk's own values.
    void addLeaving(Chunk &chunk)
    {
        for (const ChunkPort &port : chunk.in) {
            if (m_lastReader.at(port) >= chunk.end) {
                chunk.out.push_back(port);
            }
        }
        for (auto it = m_lastReader.lower_bound(ChunkPort{chunk.first, 0, 0});
             it != m_lastReader.end() && it->first.box < chunk.end; ++it) {
            if (it->second >= chunk.end) {
                chunk.out.push_back(it->first);
            }
        }
        for (const ChunkPort &port : chunk.out) {
            const auto in = std::find(chunk.in.begin(), chunk.in.end(), port);
            const auto from = in != chunk.in.end()
                                  ? static_cast<std::uint32_t>(in - chunk.in.begin())
                                  : chunk.local(port.box);
            chunk.leaving.emplace(port, static_cast<std::uint32_t>(chunk.request.edges.size()));
            chunk.request.edges.push_back(
                {from, static_cast<std::uint32_t>(chunk.request.nodes.size())});
            chunk.request.nodes.push_back({portSize, portSize});
        }
    }

    /// Nothing stands above the ports that come in, nor below those that go out.
    static void keepRows(Chunk &chunk)
    {
        LayoutRequest &request = chunk.request;
        const auto last = static_cast<std::uint32_t>(request.nodes.size() - 1);
        std::vector<bool> hasAbove(request.nodes.size(), false);
        std::vector<bool> hasBelow(request.nodes.size(), false);
        for (const LayoutEdge &edge : request.edges) {
            hasBelow[std::min(edge.from, edge.to)] = true;
            hasAbove[std::max(edge.from, edge.to)] = true;
        }
        request.topRow = static_cast<std::uint32_t>(chunk.in.size());
        request.bottomRow = static_cast<std::uint32_t>(chunk.out.size());
        for (std::uint32_t box = chunk.local(chunk.first); box < chunk.local(chunk.end); ++box) {
            if (request.topRow > 0 && !hasAbove[box]) {
                request.edges.push_back({0, box, 0, 0, true});
            }
            if (request.bottomRow > 0 && !hasBelow[box]) {
                request.edges.push_back({box, last, 0, 0, true});
            }
        }
    }

    const LayoutRequest &m_request;
    std::map<ChunkPort, std::uint32_t> m_lastReader; ///< the lowest box that a value goes to
    std::vector<std::uint32_t> m_byLower;            ///< lines by their lower end
    std::vector<ChunkPort> m_live;                   ///< at the cut that was reached
    std::size_t m_taken = 0;
};

} // namespace

ChunkPort portOf(const LayoutRequest &request, std::uint32_t edge)
{
    const LayoutEdge &line = request.edges[edge];
    return line.from < line.to ? ChunkPort{line.from, line.value, ChunkPort::shared}
                               : ChunkPort{line.to, line.value, edge};
}

std::size_t chunkPortCount(const LayoutRequest &request)
{
    return ChunkSplitter(request).countPorts();
}

std::vector<Chunk> splitIntoChunks(const LayoutRequest &request)
{
    return ChunkSplitter(request).run();
}

} // namespace nervure
