// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layered_layout.h"

#include "core/layout/engine/rank_graph.h"
#include "core/layout/engine/rank_order.h"
#include "core/layout/engine/route.h"

#include <algorithm>

namespace nervure {

namespace {

/// Beyond this many places where lines cross ranks, long lines run straight instead.
constexpr std::size_t mostBends = 400'000;
constexpr double bendWidth = 12;

/// A stretch of cells that have to stay together while they are moved to where they want to be.
struct Block {
    double wanted = 0; ///< weighted sum of wanted offsets
    double weight = 0;
    std::size_t first = 0;

    [[nodiscard]] double position() const { return wanted / weight; }
};

class Layered {
public:
    Layered(const LayoutRequest &request, const JobControl &control,
            std::span<const std::uint32_t> topOrder)
        : m_request(request),
          m_control(control),
          m_topOrder(topOrder)
    {}

    Result<LayoutResult> run()
    {
        makeCells();
        connect();
        if (!m_topOrder.empty()) {
            m_ranks.front().assign(m_topOrder.begin(), m_topOrder.end());
        }
        orderRanks(m_cells, m_ranks, !m_topOrder.empty(), m_control);
        initialPositions();
        for (int sweep = 0; sweep < 8; ++sweep) {
            if (m_control.cancel.isCanceled()) {
                return makeError("cancelled", "the layout was cancelled");
            }
            movePositions(sweep % 2 == 0);
        }
        return result();
    }

private:
    void makeCells()
    {
        const std::vector<std::uint32_t> order = topologicalOrder(m_request);
        std::vector<std::uint32_t> rank = longestPathRanks(m_request, order);
        shortenLines(order, rank);
        m_cells.resize(m_request.nodes.size());
        const auto count = static_cast<std::uint32_t>(m_request.nodes.size());
        const std::uint32_t last = rank.empty() ? 0 : *std::max_element(rank.begin(), rank.end());
        for (std::uint32_t i = 0; i < m_request.topRow; ++i) {
            rank[i] = 0;
        }
        for (std::uint32_t i = count - m_request.bottomRow; i < count; ++i) {
            rank[i] = last;
        }
        for (const std::uint32_t node : order) {
            m_cells[node].width = m_request.nodes[node].width;
            m_cells[node].rank = rank[node];
            append(node);
        }
    }

    /// Boxes with more lines on one side move as far to that side as they can, in turns. What keeps a
    /// box off the outermost ranks alone is no line.
    void shortenLines(const std::vector<std::uint32_t> &order,
                      std::vector<std::uint32_t> &rank) const
    {
        std::vector<std::vector<std::uint32_t>> above(order.size());
        std::vector<std::vector<std::uint32_t>> below(order.size());
        for (const LayoutEdge &edge : m_request.edges) {
            if (rank[edge.from] < rank[edge.to] && !edge.isHidden) {
                above[edge.to].push_back(edge.from);
                below[edge.from].push_back(edge.to);
            }
        }
        const auto rankOf = [&rank](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; };
        for (int turn = 0; turn < 4; ++turn) {
            for (auto it = order.rbegin(); it != order.rend(); ++it) {
                if (below[*it].size() > above[*it].size()) {
                    rank[*it] =
                        rank[*std::min_element(below[*it].begin(), below[*it].end(), rankOf)] - 1;
                }
            }
            for (const std::uint32_t box : order) {
                if (above[box].size() > below[box].size()) {
                    rank[box] =
                        rank[*std::max_element(above[box].begin(), above[box].end(), rankOf)] + 1;
                }
            }
        }
    }

    void append(std::uint32_t cell)
    {
        const std::uint32_t rank = m_cells[cell].rank;
        if (m_ranks.size() <= rank) {
            m_ranks.resize(rank + 1);
        }
        m_cells[cell].order = static_cast<std::uint32_t>(m_ranks[rank].size());
        m_ranks[rank].push_back(cell);
    }

    /// Links neighbors, with bends in the ranks a line crosses.
    void connect()
    {
        m_chain.assign(m_request.edges.size(), {});
        std::size_t bends = 0;
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            std::uint32_t top = m_request.edges[i].from;
            std::uint32_t bottom = m_request.edges[i].to;
            if (m_cells[top].rank > m_cells[bottom].rank) {
                std::swap(top, bottom);
            }
            const std::uint32_t span = m_cells[bottom].rank - m_cells[top].rank;
            if (span == 0) {
                continue;
            }
            bends += span - 1;
            m_chain[i].push_back(top);
            if (bends <= mostBends) {
                addBends(i, top, bottom);
            }
            m_chain[i].push_back(bottom);
            for (std::size_t k = 1; k < m_chain[i].size(); ++k) {
                m_cells[m_chain[i][k - 1]].below.push_back(m_chain[i][k]);
                m_cells[m_chain[i][k]].above.push_back(m_chain[i][k - 1]);
            }
        }
    }

    void addBends(std::uint32_t edge, std::uint32_t top, std::uint32_t bottom)
    {
        const std::uint32_t last = m_cells[bottom].rank;
        for (std::uint32_t rank = m_cells[top].rank + 1; rank < last; ++rank) {
            const auto cell = static_cast<std::uint32_t>(m_cells.size());
            m_cells.push_back({bendWidth, 0, rank, 0, true, {}, {}});
            append(cell);
            m_chain[edge].push_back(cell);
        }
    }

    double distance(std::uint32_t left, std::uint32_t right) const
    {
        const double gap = m_cells[left].isBend || m_cells[right].isBend ? m_request.nodeGap / 2
                                                                         : m_request.nodeGap;
        return (m_cells[left].width + m_cells[right].width) / 2 + gap;
    }

    void initialPositions()
    {
        for (const std::vector<std::uint32_t> &rank : m_ranks) {
            double total = 0;
            for (std::size_t k = 1; k < rank.size(); ++k) {
                total += distance(rank[k - 1], rank[k]);
            }
            double x = -total / 2;
            for (std::size_t k = 0; k < rank.size(); ++k) {
                x += k == 0 ? 0 : distance(rank[k - 1], rank[k]);
                m_cells[rank[k]].x = x;
            }
        }
    }

    void movePositions(bool down)
    {
        for (std::size_t i = 0; i < m_ranks.size(); ++i) {
            moveRank(m_ranks[down ? i : m_ranks.size() - 1 - i], down);
        }
    }

    /// Least squares with minimal distances: cells that want to overlap pool into blocks.
    void moveRank(const std::vector<std::uint32_t> &rank, bool down)
    {
        std::vector<Block> blocks;
        std::vector<double> offset(rank.size(), 0);
        for (std::size_t k = 0; k < rank.size(); ++k) {
            offset[k] = k == 0 ? 0 : offset[k - 1] + distance(rank[k - 1], rank[k]);
            const LayeredCell &cell = m_cells[rank[k]];
            const auto &near = down ? cell.above : cell.below;
            double sum = 0;
            bool isNearBend = false;
            for (const std::uint32_t other : near) {
                sum += m_cells[other].x;
                isNearBend = isNearBend || m_cells[other].isBend;
            }
            const double wanted = near.empty() ? cell.x : sum / static_cast<double>(near.size());
            const double weight = near.empty() ? 0.05 : cell.isBend && isNearBend ? 8.0 : 1.0;
            blocks.push_back({(wanted - offset[k]) * weight, weight, k});
            while (blocks.size() > 1
                   && blocks[blocks.size() - 2].position() >= blocks.back().position()) {
                const Block last = blocks.back();
                blocks.pop_back();
                blocks.back().wanted += last.wanted;
                blocks.back().weight += last.weight;
            }
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const std::size_t end = b + 1 < blocks.size() ? blocks[b + 1].first : rank.size();
            for (std::size_t k = blocks[b].first; k < end; ++k) {
                m_cells[rank[k]].x = blocks[b].position() + offset[k];
            }
        }
    }

    LayoutResult result() const
    {
        LayoutResult out;
        out.engine = LayoutEngine::Fallback;
        std::vector<double> height(m_ranks.size(), 0);
        for (std::size_t i = 0; i < m_request.nodes.size(); ++i) {
            double &tallest = height[m_cells[i].rank];
            tallest = std::max<double>(tallest, m_request.nodes[i].height);
        }
        std::vector<double> top(m_ranks.size(), 0);
        for (std::size_t r = 1; r < m_ranks.size(); ++r) {
            top[r] = top[r - 1] + height[r - 1] + m_request.rankGap;
        }
        out.nodes.resize(m_request.nodes.size());
        for (std::size_t i = 0; i < m_request.nodes.size(); ++i) {
            const LayeredCell &cell = m_cells[i];
            out.nodes[i] = {{cell.x, top[cell.rank] + height[cell.rank] / 2},
                            m_request.nodes[i].width,
                            m_request.nodes[i].height};
        }
        out.edges.resize(m_request.edges.size());
        for (std::size_t i = 0; i < m_request.edges.size(); ++i) {
            if (!m_request.edges[i].isHidden) {
                out.edges[i].points = routeOf(i, out, top, height);
            }
        }
        return out;
    }

    std::vector<Point> routeOf(std::size_t edge, const LayoutResult &out,
                               const std::vector<double> &top,
                               const std::vector<double> &height) const
    {
        const LayoutEdge &line = m_request.edges[edge];
        const std::vector<std::uint32_t> &chain = m_chain[edge];
        if (chain.size() < 2) {
            return routeBeside(out.nodes[line.from], out.nodes[line.to]);
        }
        const PlacedNode &first = out.nodes[chain.front()];
        const PlacedNode &last = out.nodes[chain.back()];
        std::vector<Point> points{{first.center.x, first.bottom()}};
        for (std::size_t k = 1; k + 1 < chain.size(); ++k) {
            const LayeredCell &bend = m_cells[chain[k]];
            curveDown(points, {bend.x, top[bend.rank]});
            straightDown(points, {bend.x, top[bend.rank] + height[bend.rank]});
        }
        curveDown(points, {last.center.x, last.top()});
        if (chain.front() != line.from) {
            std::reverse(points.begin(), points.end());
        }
        return points;
    }

    const LayoutRequest &m_request;
    const JobControl &m_control;
    std::span<const std::uint32_t> m_topOrder;
    std::vector<LayeredCell> m_cells;
    CellRanks m_ranks;
    std::vector<std::vector<std::uint32_t>> m_chain; ///< of every edge, from top to bottom
};

} // namespace

Result<LayoutResult> layeredLayout(const LayoutRequest &request, const JobControl &control,
                                   std::span<const std::uint32_t> topOrder)
{
    Result<LayoutResult> result = Layered(request, control, topOrder).run();
    if (result) {
        moveToOrigin(*result);
    }
    return result;
}

} // namespace nervure
