// SPDX-License-Identifier: Apache-2.0
#include "core/layout/chunk_layout.h"

#include "core/layout/chunks.h"
#include "core/layout/rank_graph.h"
#include "core/layout/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nervure {

namespace {

constexpr double smallestGap = 24; ///< between chunks
constexpr double largestGap = 160;
constexpr double gapPerLine = 3;

/// Goes on with another piece; they need not quite meet.
void append(std::vector<Point> &points, const std::vector<Point> &piece, Point by)
{
    const auto moved = [by](Point p) { return Point{p.x + by.x, p.y + by.y}; };
    if (piece.empty()) {
        return;
    }
    if (points.empty()) {
        points.push_back(moved(piece.front()));
    } else if (std::hypot(points.back().x - piece.front().x - by.x,
                          points.back().y - piece.front().y - by.y)
               > 0.01) {
        straightDown(points, moved(piece.front()));
    }
    std::transform(piece.begin() + 1, piece.end(), std::back_inserter(points), moved);
}

class ChunkStack {
public:
    ChunkStack(const LayoutRequest &request, std::vector<Chunk> chunks)
        : m_request(request),
          m_chunks(std::move(chunks)),
          m_chunkOf(request.nodes.size())
    {
        m_result.nodes.resize(request.nodes.size());
        m_result.edges.resize(request.edges.size());
        for (std::uint32_t c = 0; c < m_chunks.size(); ++c) {
            std::fill(m_chunkOf.begin() + m_chunks[c].first, m_chunkOf.begin() + m_chunks[c].end,
                      c);
        }
    }

    Result<LayoutResult> run(const LayoutPart &layoutPart)
    {
        for (const Chunk &chunk : m_chunks) {
            const auto piece = layoutPart(chunk.request, topOrderOf(chunk));
            if (!piece) {
                return piece.error();
            }
            place(chunk, **piece);
        }
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            if (!m_request.edges[i].isHidden) {
                join(i);
            }
        }
        return std::move(m_result);
    }

private:
    /// The lines that come in, as they left the chunk above.
    [[nodiscard]] std::vector<std::uint32_t> topOrderOf(const Chunk &chunk) const
    {
        std::vector<std::pair<double, std::uint32_t>> places;
        for (std::uint32_t i = 0; i < chunk.in.size(); ++i) {
            const std::size_t above = m_pieces.size() - 1;
            const std::uint32_t line = m_chunks[above].leaving.at(chunk.in[i]);
            const std::vector<Point> &points = m_pieces[above]->edges[line].points;
            places.emplace_back(points.empty() ? 0 : points.back().x, i);
        }
        std::sort(places.begin(), places.end());
        std::vector<std::uint32_t> order;
        order.reserve(places.size());
        for (const auto &[x, port] : places) {
            order.push_back(port);
        }
        return order;
    }

    void place(const Chunk &chunk, const LayoutResult &piece)
    {
        constexpr double far = std::numeric_limits<double>::max();
        double left = far;
        double right = -far;
        double top = far;
        double bottom = -far;
        for (const PlacedNode &node : piece.nodes) {
            left = std::min(left, node.left());
            right = std::max(right, node.right());
            top = std::min(top, node.top());
            bottom = std::max(bottom, node.bottom());
        }
        m_result.engine = std::max(m_result.engine, piece.engine);
        const double gap =
            std::clamp(gapPerLine * static_cast<double>(chunk.in.size()), smallestGap, largestGap);
        // All on one axis: port below port, a thousand chunks would drift far to one side.
        const Point by{-(left + right) / 2, m_bottom + (m_pieces.empty() ? 0 : gap) - top};
        m_bottom = bottom + by.y;
        m_pieces.push_back(&piece);
        m_shifts.push_back(by);
        for (std::uint32_t box = chunk.first; box < chunk.end; ++box) {
            PlacedNode node = piece.nodes[chunk.local(box)];
            node.centre = {node.centre.x + by.x, node.centre.y + by.y};
            m_result.nodes[box] = node;
        }
    }

    [[nodiscard]] Point inPort(std::size_t c, const ChunkPort &port) const
    {
        const auto &in = m_chunks[c].in;
        const auto index =
            static_cast<std::size_t>(std::find(in.begin(), in.end(), port) - in.begin());
        const PlacedNode &node = m_pieces[c]->nodes[index];
        return {node.centre.x + m_shifts[c].x, node.centre.y + m_shifts[c].y};
    }

    void join(std::uint32_t i)
    {
        const LayoutEdge &edge = m_request.edges[i];
        const std::uint32_t upper = m_chunkOf[std::min(edge.from, edge.to)];
        const std::uint32_t lower = m_chunkOf[std::max(edge.from, edge.to)];
        std::vector<Point> &points = m_result.edges[i].points;
        const ChunkPort port = portOf(m_request, i);
        for (std::uint32_t c = upper; c < lower; ++c) {
            append(points, m_pieces[c]->edges[m_chunks[c].leaving.at(port)].points, m_shifts[c]);
            curveDown(points, inPort(c + 1, port));
        }
        append(points, m_pieces[lower]->edges[m_chunks[lower].arriving.at(i)].points,
               m_shifts[lower]);
        if (upper != lower && edge.from > edge.to) {
            std::reverse(points.begin(), points.end());
        }
    }

    const LayoutRequest &m_request;
    std::vector<Chunk> m_chunks;
    std::vector<std::uint32_t> m_chunkOf; ///< by box
    std::vector<const LayoutResult *> m_pieces;
    std::vector<Point> m_shifts; ///< of the pieces
    double m_bottom = 0;
    LayoutResult m_result;
};

/// The boxes in another order.
LayoutRequest reordered(const LayoutRequest &request, const std::vector<std::uint32_t> &order)
{
    LayoutRequest result = request;
    std::vector<std::uint32_t> place(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        result.nodes[i] = request.nodes[order[i]];
    }
    for (LayoutEdge &edge : result.edges) {
        edge.from = place[edge.from];
        edge.to = place[edge.to];
    }
    return result;
}

/// Boxes by rank: a network with several strands, such as an unrolled recurrent one of several
/// layers, goes on with all of them at once instead of with one to its end.
std::vector<std::uint32_t> orderByRank(const LayoutRequest &request)
{
    std::vector<std::uint32_t> order(request.nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::vector<std::uint32_t> rank = latestRanks(request, order);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
    return order;
}

} // namespace

Result<LayoutResult> layoutInChunks(const LayoutRequest &request, const LayoutPart &layoutPart)
{
    const std::vector<std::uint32_t> order = orderByRank(request);
    const LayoutRequest byRank = reordered(request, order);
    if (chunkPortCount(request) <= chunkPortCount(byRank)) {
        return ChunkStack(request, splitIntoChunks(request)).run(layoutPart);
    }
    Result<LayoutResult> result = ChunkStack(byRank, splitIntoChunks(byRank)).run(layoutPart);
    if (result) {
        std::vector<PlacedNode> nodes(result->nodes.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            nodes[order[i]] = result->nodes[i];
        }
        result->nodes = std::move(nodes);
    }
    return result;
}

} // namespace nervure
