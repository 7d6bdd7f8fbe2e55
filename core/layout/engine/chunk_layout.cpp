// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/chunk_layout.h"

#include "core/layout/engine/chunks.h"
#include "core/layout/engine/rank_graph.h"
#include "core/layout/engine/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

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

/// Chunks one below the other, made one at a time: of those above only the lines stay that go on.
class ChunkStack {
public:
    explicit ChunkStack(const LayoutRequest &request)
        : m_request(request),
          m_chunks(request),
          m_byUpper(request.edges.size())
    {
        m_result.nodes.resize(request.nodes.size());
        m_result.edges.resize(request.edges.size());
        std::iota(m_byUpper.begin(), m_byUpper.end(), 0U);
        std::stable_sort(m_byUpper.begin(), m_byUpper.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return upper(a) < upper(b); });
    }

    Result<LayoutResult> run(const LayoutPart &layoutPart)
    {
        while (const std::optional<Chunk> chunk = m_chunks.next()) {
            ASSIGN_OR_RETURN(const LayoutResult piece, layoutPart(chunk->request, topOrder()));
            const Point by = place(*chunk, piece);
            arrive(*chunk, piece, by);
            pass(*chunk, piece, by);
            leave(*chunk, piece, by);
        }
        return std::move(m_result);
    }

private:
    /// A line on its way down, and the port by which it comes into the next chunk.
    struct Passing {
        std::uint32_t edge = 0;
        std::uint32_t port = 0;
    };

    [[nodiscard]] std::uint32_t upper(std::uint32_t edge) const
    {
        return std::min(m_request.edges[edge].from, m_request.edges[edge].to);
    }
    [[nodiscard]] std::uint32_t lower(std::uint32_t edge) const
    {
        return std::max(m_request.edges[edge].from, m_request.edges[edge].to);
    }

    /// The lines that come in, as they left the chunk above.
    [[nodiscard]] std::vector<std::uint32_t> topOrder() const
    {
        std::vector<std::uint32_t> order(m_leftAt.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
            return m_leftAt[a] < m_leftAt[b];
        });
        return order;
    }

    /// Places the boxes; tells how far the piece is moved.
    Point place(const Chunk &chunk, const LayoutResult &piece)
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
        const Point by{-(left + right) / 2, m_bottom + (chunk.first == 0 ? 0 : gap) - top};
        m_bottom = bottom + by.y;
        for (std::uint32_t box = chunk.first; box < chunk.end; ++box) {
            PlacedNode node = piece.nodes[chunk.local(box)];
            node.center = {node.center.x + by.x, node.center.y + by.y};
            m_result.nodes[box] = node;
        }
        return by;
    }

    /// Lines from above reach the chunk; those that end in it come to their ends.
    void arrive(const Chunk &chunk, const LayoutResult &piece, Point by)
    {
        for (const Passing &line : m_passing) {
            const Point port = piece.nodes[line.port].center;
            curveDown(m_result.edges[line.edge].points, {port.x + by.x, port.y + by.y});
        }
        for (const auto &[edge, line] : chunk.arriving) {
            if (m_request.edges[edge].isHidden) {
                continue;
            }
            std::vector<Point> &points = m_result.edges[edge].points;
            append(points, piece.edges[line].points, by);
            if (upper(edge) < chunk.first
                && m_request.edges[edge].from > m_request.edges[edge].to) {
                std::reverse(points.begin(), points.end());
            }
            joinStraight(points);
            points.shrink_to_fit();
        }
    }

    /// Lines from above that do not end here go through.
    void pass(const Chunk &chunk, const LayoutResult &piece, Point by)
    {
        std::erase_if(m_passing, [&](const Passing &line) { return lower(line.edge) < chunk.end; });
        for (Passing &line : m_passing) {
            line.port = chunk.goesOn[line.port];
            append(m_result.edges[line.edge].points, piece.edges[chunk.leaving[line.port]].points,
                   by);
        }
    }

    /// Lines from boxes of the chunk to others farther down begin.
    void leave(const Chunk &chunk, const LayoutResult &piece, Point by)
    {
        for (; m_begun < m_byUpper.size() && upper(m_byUpper[m_begun]) < chunk.end; ++m_begun) {
            const std::uint32_t edge = m_byUpper[m_begun];
            if (m_request.edges[edge].isHidden || lower(edge) < chunk.end) {
                continue;
            }
            const std::uint32_t port = chunk.leavingPort(portOf(m_request, edge));
            append(m_result.edges[edge].points, piece.edges[chunk.leaving[port]].points, by);
            m_passing.push_back({edge, port});
        }
        m_leftAt.clear();
        for (const std::uint32_t line : chunk.leaving) {
            const std::vector<Point> &points = piece.edges[line].points;
            m_leftAt.push_back(points.empty() ? 0 : points.back().x);
        }
    }

    const LayoutRequest &m_request;
    ChunkSplitter m_chunks;
    std::vector<std::uint32_t> m_byUpper; ///< lines by their upper end
    std::size_t m_begun = 0;
    std::vector<Passing> m_passing;
    std::vector<double> m_leftAt; ///< by port that comes in: where it left the chunk above
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
/// layers, goes on with all of them at once instead of with one to its end. Lines that only keep a box off the
/// first or last one do not count: boxes that nobody reads would gather at the end, and what they read go through
/// all chunks.
std::vector<std::uint32_t> orderByRank(const LayoutRequest &request)
{
    LayoutRequest visible = request;
    std::erase_if(visible.edges, [](const LayoutEdge &edge) { return edge.isHidden; });
    std::vector<std::uint32_t> order(request.nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::uint32_t> rank = latestRanks(visible, order);
    for (const LayoutEdge &edge : request.edges) {
        if (edge.isHidden && edge.from == 0) {
            rank[0] = std::min(rank[0], rank[edge.to]);
        } else if (edge.isHidden && edge.to + 1 == rank.size()) {
            rank[edge.to] = std::max(rank[edge.to], rank[edge.from]);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
    return order;
}

} // namespace

Result<LayoutResult> layoutInChunks(LayoutRequest request, const LayoutPart &layoutPart,
                                    const CancelToken &cancel)
{
    const std::vector<std::uint32_t> order = orderByRank(request);
    std::optional<LayoutRequest> byRank = reordered(request, order);
    if (cancel.isCanceled()
        || ChunkSplitter(request).portCount() <= ChunkSplitter(*byRank).portCount()) {
        byRank.reset();
        return ChunkStack(request).run(layoutPart);
    }
    request = {}; // it is large
    Result<LayoutResult> result = ChunkStack(*byRank).run(layoutPart);
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
