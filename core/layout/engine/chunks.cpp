// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/chunks.h"

#include <algorithm>
#include <numeric>

namespace nervure {

namespace {

constexpr std::uint32_t fewestBoxes = 40;
constexpr std::uint32_t mostBoxesOfChunk = 120;
constexpr double portSize = 2;

/// Nothing stands above the ports that come in, nor below those that go out.
void keepRows(Chunk &chunk)
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

/// Finds ports by what they are.
class PortPlaces {
public:
    explicit PortPlaces(const std::vector<ChunkPort> &ports)
    {
        m_places.reserve(ports.size());
        for (const ChunkPort &port : ports) {
            m_places.emplace_back(port, static_cast<std::uint32_t>(m_places.size()));
        }
        std::sort(m_places.begin(), m_places.end());
    }
    /// The place of a port that is there.
    [[nodiscard]] std::uint32_t of(const ChunkPort &port) const
    {
        return std::lower_bound(m_places.begin(), m_places.end(), std::pair(port, 0U))->second;
    }

private:
    std::vector<std::pair<ChunkPort, std::uint32_t>> m_places;
};

void addLine(Chunk &chunk, const LayoutEdge &own, std::uint32_t edge)
{
    chunk.arriving.emplace_back(edge, static_cast<std::uint32_t>(chunk.request.edges.size()));
    chunk.request.edges.push_back(own);
}

} // namespace

std::uint32_t Chunk::leavingPort(const ChunkPort &port) const
{
    const auto at = std::lower_bound(out.begin() + passing, out.end(), port);
    return static_cast<std::uint32_t>(at - out.begin());
}

ChunkPort portOf(const LayoutRequest &request, std::uint32_t edge)
{
    const LayoutEdge &line = request.edges[edge];
    return line.from < line.to ? ChunkPort{line.from, line.value, ChunkPort::shared}
                               : ChunkPort{line.to, line.value, edge};
}

ChunkSplitter::ChunkSplitter(const LayoutRequest &request)
    : m_request(request),
      m_byLower(request.edges.size())
{
    std::iota(m_byLower.begin(), m_byLower.end(), 0U);
    std::stable_sort(m_byLower.begin(), m_byLower.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return lower(a) < lower(b); });
    findLastReaders();
    countLive();
}

void ChunkSplitter::findLastReaders()
{
    m_lastReader.reserve(m_request.edges.size());
    for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
        if (!m_request.edges[i].isHidden) {
            m_lastReader.emplace_back(portOf(m_request, i), lower(i));
        }
    }
    // Of the readers of a port the last one.
    std::sort(m_lastReader.begin(), m_lastReader.end(), [](const Reader &a, const Reader &b) {
        return a.first == b.first ? a.second > b.second : a.first < b.first;
    });
    m_lastReader.erase(
        std::unique(m_lastReader.begin(), m_lastReader.end(),
                    [](const Reader &a, const Reader &b) { return a.first == b.first; }),
        m_lastReader.end());
    m_lastReader.shrink_to_fit();
}

std::uint32_t ChunkSplitter::lastReaderOf(const ChunkPort &port) const
{
    return std::lower_bound(m_lastReader.begin(), m_lastReader.end(), Reader(port, 0))->second;
}

/// How many values go through between box i - 1 and box i.
void ChunkSplitter::countLive()
{
    m_live.assign(m_request.nodes.size() + 2, 0);
    for (const auto &[port, last] : m_lastReader) {
        ++m_live[port.box + 1];
        --m_live[last + 1]; // wraps around until it is summed up
    }
    std::partial_sum(m_live.begin(), m_live.end(), m_live.begin());
}

std::uint32_t ChunkSplitter::nextCut(std::uint32_t first) const
{
    const auto count = static_cast<std::uint32_t>(m_request.nodes.size());
    if (count - first <= mostBoxesOfChunk) {
        return count;
    }
    std::uint32_t best = first + fewestBoxes;
    for (std::uint32_t i = best; i <= first + mostBoxesOfChunk; ++i) {
        best = m_live[i] <= m_live[best] ? i : best;
    }
    return best;
}

std::size_t ChunkSplitter::portCount() const
{
    std::size_t ports = 0;
    for (std::uint32_t first = 0; first < m_request.nodes.size();) {
        first = nextCut(first);
        ports += m_live[first];
    }
    return ports;
}

std::uint32_t ChunkSplitter::lower(std::uint32_t edge) const
{
    return std::max(m_request.edges[edge].from, m_request.edges[edge].to);
}

std::optional<Chunk> ChunkSplitter::next()
{
    if (m_first == m_request.nodes.size()) {
        return std::nullopt;
    }
    Chunk chunk;
    chunk.first = m_first;
    chunk.end = nextCut(m_first);
    chunk.in = std::move(m_ports);
    chunk.request.nodeGap = m_request.nodeGap;
    chunk.request.rankGap = m_request.rankGap;
    chunk.request.nodes.assign(chunk.in.size(), {portSize, portSize});
    chunk.request.nodes.insert(chunk.request.nodes.end(), m_request.nodes.begin() + chunk.first,
                               m_request.nodes.begin() + chunk.end);
    addLines(chunk);
    addLeaving(chunk);
    keepRows(chunk);
    m_ports = chunk.out;
    m_first = chunk.end;
    return chunk;
}

void ChunkSplitter::addLines(Chunk &chunk)
{
    const PortPlaces places(chunk.in);
    for (; m_taken < m_byLower.size() && lower(m_byLower[m_taken]) < chunk.end; ++m_taken) {
        const std::uint32_t i = m_byLower[m_taken];
        const LayoutEdge &edge = m_request.edges[i];
        const std::uint32_t upper = std::min(edge.from, edge.to);
        if (upper >= chunk.first) {
            LayoutEdge own = edge;
            own.from = chunk.local(edge.from);
            own.to = chunk.local(edge.to);
            addLine(chunk, own, i);
        } else if (!edge.isHidden) {
            addLine(chunk, {places.of(portOf(m_request, i)), chunk.local(lower(i))}, i);
        }
    }
}

/// Ports that go on in the order in which they came in, then those of the chunk's own values.
void ChunkSplitter::addLeaving(Chunk &chunk)
{
    for (std::uint32_t i = 0; i < chunk.in.size(); ++i) {
        const bool isPassing = lastReaderOf(chunk.in[i]) >= chunk.end;
        chunk.goesOn.push_back(isPassing ? static_cast<std::uint32_t>(chunk.out.size())
                                         : Chunk::ends);
        if (isPassing) {
            addLeavingLine(chunk, chunk.in[i], i);
        }
    }
    chunk.passing = static_cast<std::uint32_t>(chunk.out.size());
    auto it = std::lower_bound(m_lastReader.begin(), m_lastReader.end(),
                               Reader(ChunkPort{chunk.first, 0, 0}, 0));
    for (; it != m_lastReader.end() && it->first.box < chunk.end; ++it) {
        if (it->second >= chunk.end) {
            addLeavingLine(chunk, it->first, chunk.local(it->first.box));
        }
    }
}

void ChunkSplitter::addLeavingLine(Chunk &chunk, const ChunkPort &port, std::uint32_t from)
{
    chunk.out.push_back(port);
    chunk.leaving.push_back(static_cast<std::uint32_t>(chunk.request.edges.size()));
    chunk.request.edges.push_back({from, static_cast<std::uint32_t>(chunk.request.nodes.size())});
    chunk.request.nodes.push_back({portSize, portSize});
}

} // namespace nervure
