// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/input_order.h"
#include "core/layout/engine/route.h"
#include "core/layout/engine/segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

constexpr double componentGap = 60;
/// Of the way between a cut and the next rank: ends of curves before it count as at that rank.
constexpr double bendsFrom = 0.05;

/// Moves the first or last box of a segment to `x`. It is alone in its rank; only the parts of its
/// lines between the next rank and itself bend.
void moveEndBox(LayoutResult &piece, std::size_t end, double x)
{
    PlacedNode &box = piece.nodes[end];
    const double shift = x - box.center.x;
    if (std::abs(shift) < 0.01) {
        return;
    }
    const bool isLast = end != 0;
    double rank = isLast ? -std::numeric_limits<double>::max() : std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
        if (i != end) {
            rank = isLast ? std::max(rank, piece.nodes[i].bottom())
                          : std::min(rank, piece.nodes[i].top());
        }
    }
    box.center.x = x;
    const double border = isLast ? std::max(box.top(), rank + 1) : std::min(box.bottom(), rank - 1);
    const auto wayAt = [=](double y) { return std::clamp((y - rank) / (border - rank), 0.0, 1.0); };
    for (PlacedEdge &edge : piece.edges) {
        splitAtHeight(edge.points, rank);
        for (std::size_t i = 0; i < edge.points.size(); ++i) {
            // Control points of what stays stay, too: then lines have no corner where they bend.
            const std::size_t near = i % 3 == 1 ? i - 1 : i % 3 == 2 ? i + 1 : i;
            const double way = wayAt(edge.points[near].y) > bendsFrom ? wayAt(edge.points[i].y) : 0;
            edge.points[i].x += shift * way;
        }
    }
}

/// The middle between the leftmost and the rightmost box that lines join with the end box; nothing
/// when one of these lines was asked to be straight, since the end stands right then.
std::optional<double> middleOfNeighbors(const Segment &segment, const LayoutResult &piece,
                                        std::uint32_t end)
{
    double left = std::numeric_limits<double>::max();
    double right = -left;
    for (const LayoutEdge &edge : segment.request.edges) {
        if (edge.isHidden || (edge.from != end && edge.to != end)) {
            continue;
        }
        if (edge.isStraight) {
            return std::nullopt;
        }
        const double x = piece.nodes[edge.from == end ? edge.to : edge.from].center.x;
        left = std::min(left, x);
        right = std::max(right, x);
    }
    return left <= right ? std::optional((left + right) / 2) : std::nullopt;
}

/// Puts both cuts of a segment above each other, in the middle of the branches between them.
void alignEnds(const Segment &segment, LayoutResult &piece)
{
    const auto last = static_cast<std::uint32_t>(segment.nodes.size() - 1);
    const auto above = middleOfNeighbors(segment, piece, 0);
    const auto below = middleOfNeighbors(segment, piece, last);
    if (above && below && segment.nodes.size() > 2) {
        moveEndBox(piece, 0, (*above + *below) / 2);
    }
    moveEndBox(piece, last, piece.nodes.front().center.x);
}

class Assembler {
public:
    Assembler(const LayoutRequest &request, std::vector<SegmentChain> chains,
              const PieceSource &pieceOf)
        : m_request(request),
          m_chains(std::move(chains)),
          m_pieceOf(pieceOf)
    {}

    Result<LayoutResult> run()
    {
        for (SegmentChain &chain : m_chains) {
            RETURN_IF_FAILED(stack(chain));
        }
        arrange();
        for (std::size_t i = 0; i < m_request.edges.size(); ++i) {
            const LayoutEdge &edge = m_request.edges[i];
            if (edge.from == edge.to) {
                m_result.edges[i].points =
                    routeBeside(m_result.nodes[edge.from], m_result.nodes[edge.to]);
            }
        }
        for (PlacedEdge &edge : m_result.edges) {
            joinStraight(edge.points);
        }
        moveToOrigin(m_result);
        return std::move(m_result);
    }

private:
    struct Box {
        double left = std::numeric_limits<double>::max();
        double top = std::numeric_limits<double>::max();
        double right = -std::numeric_limits<double>::max();
        double bottom = -std::numeric_limits<double>::max();

        void add(double x, double y)
        {
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    };

    Status stack(SegmentChain &chain)
    {
        for (Segment &segment : chain) {
            ASSIGN_OR_RETURN(LayoutResult made, m_pieceOf(segment));
            LayoutResult &piece = made;
            turnToInputOrder(m_request, segment, piece);
            m_result.nodes.resize(m_request.nodes.size());
            m_result.engine = std::max(m_result.engine, piece.engine);
            if (segment.startsAtCut && segment.endsAtCut) {
                alignEnds(segment, piece);
            }
            if (segment.startsAtCut) {
                const Point at = m_result.nodes[segment.nodes.front()].center;
                const Point own = piece.nodes.front().center;
                translate(piece, {at.x - own.x, at.y - own.y});
            }
            for (std::size_t i = 0; i < segment.nodes.size(); ++i) {
                m_result.nodes[segment.nodes[i]] = piece.nodes[i];
            }
            // Room is made as late as can be: the first piece may be nearly all of the picture, and this
            // is when opening it takes the most memory.
            piece.nodes = {};
            m_result.edges.resize(m_request.edges.size());
            for (std::size_t i = 0; i < segment.edges.size(); ++i) {
                m_result.edges[segment.edges[i]] = std::move(piece.edges[i]);
            }
        }
        return {};
    }

    Box boundsOf(const SegmentChain &chain) const
    {
        Box box;
        for (const Segment &segment : chain) {
            for (const std::uint32_t node : segment.nodes) {
                const PlacedNode &placed = m_result.nodes[node];
                box.add(placed.left(), placed.top());
                box.add(placed.right(), placed.bottom());
            }
            for (const std::uint32_t edge : segment.edges) {
                for (const Point &p : m_result.edges[edge].points) {
                    box.add(p.x, p.y);
                }
            }
        }
        return box;
    }

    /// Components side by side; a new row where the picture would become much wider than high.
    void arrange()
    {
        std::vector<Box> boxes;
        double area = 0;
        double limit = 0;
        for (const SegmentChain &chain : m_chains) {
            boxes.push_back(boundsOf(chain));
            const Box &box = boxes.back();
            area += (box.right - box.left + componentGap) * (box.bottom - box.top + componentGap);
            limit = std::max(limit, box.right - box.left);
        }
        limit = std::max(limit, 1.6 * std::sqrt(area));
        double x = 0;
        double y = 0;
        double rowHeight = 0;
        for (std::size_t c = 0; c < m_chains.size(); ++c) {
            const Box &box = boxes[c];
            const double width = box.right - box.left;
            if (x > 0 && x + width > limit) {
                x = 0;
                y += rowHeight + componentGap;
                rowHeight = 0;
            }
            shift(m_chains[c], {x - box.left, y - box.top});
            x += width + componentGap;
            rowHeight = std::max(rowHeight, box.bottom - box.top);
        }
    }

    void shift(const SegmentChain &chain, Point by)
    {
        for (const Segment &segment : chain) {
            for (std::size_t i = segment.startsAtCut ? 1 : 0; i < segment.nodes.size(); ++i) {
                Point &center = m_result.nodes[segment.nodes[i]].center;
                center = {center.x + by.x, center.y + by.y};
            }
            for (const std::uint32_t edge : segment.edges) {
                for (Point &p : m_result.edges[edge].points) {
                    p = {p.x + by.x, p.y + by.y};
                }
            }
        }
    }

    const LayoutRequest &m_request;
    std::vector<SegmentChain> m_chains;
    const PieceSource &m_pieceOf;
    LayoutResult m_result;
};

} // namespace

LayoutResult layoutTrivialSegment(const Segment &segment, double rankGap)
{
    LayoutResult result;
    double y = 0;
    for (const LayoutNode &node : segment.request.nodes) {
        result.nodes.push_back({{0, y + node.height / 2}, node.width, node.height});
        y += node.height + rankGap;
    }
    for (const LayoutEdge &edge : segment.request.edges) {
        PlacedEdge line;
        if (!edge.isHidden && edge.from < edge.to) {
            line.points.push_back({0, result.nodes[edge.from].bottom()});
            straightDown(line.points, {0, result.nodes[edge.to].top()});
        } else if (!edge.isHidden) {
            line.points.push_back({0, result.nodes[edge.from].top()});
            straightDown(line.points, {0, result.nodes[edge.to].bottom()});
        }
        result.edges.push_back(std::move(line));
    }
    return result;
}

Result<LayoutResult> assembleSegments(const LayoutRequest &request,
                                      std::vector<SegmentChain> chains, const PieceSource &pieceOf)
{
    return Assembler(request, std::move(chains), pieceOf).run();
}

} // namespace nervure
