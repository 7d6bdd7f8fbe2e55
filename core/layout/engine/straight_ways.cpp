// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/straight_ways.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace nervure {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

class Straightener {
public:
    explicit Straightener(LayoutRequest &request)
        : m_request(request),
          m_outs(request.nodes.size(), 0),
          m_ins(request.nodes.size(), 0)
    {
        for (std::uint32_t i = 0; i < request.edges.size(); ++i) {
            const LayoutEdge &edge = request.edges[i];
            ++m_outs[edge.from];
            ++m_ins[edge.to];
            if (edge.from < edge.to) {
                m_order.push_back(i);
            }
        }
        std::stable_sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return request.edges[a].from < request.edges[b].from;
        });
    }

    /// The longest way from the first box to the last, if the others are small beside it.
    void straightenEnds()
    {
        const std::size_t count = m_request.nodes.size();
        std::vector<std::uint32_t> length(count, none); // of the longest way from the first box
        std::vector<std::uint32_t> before(count, none); // the line of that way
        length[0] = 0;
        std::size_t branches = 0; // that arrive at the last box, from the first
        for (const std::uint32_t i : m_order) {
            const LayoutEdge &edge = m_request.edges[i];
            if (length[edge.from] == none) {
                continue;
            }
            branches += edge.to + 1 == count ? 1 : 0;
            if (length[edge.to] == none || length[edge.to] <= length[edge.from]) {
                length[edge.to] = length[edge.from] + 1;
                before[edge.to] = i;
            }
        }
        const auto reached = static_cast<std::size_t>(
            std::count_if(length.begin(), length.end(), [](auto l) { return l != none; }));
        if (before.back() == none) {
            return;
        }
        const std::size_t onWay = length.back() - 1;
        const std::size_t beside = reached - 2 - onWay;
        if (m_outs.front() > 2 || branches > 2 || 2 * beside > onWay) {
            return;
        }
        for (auto i = before.back(); i != none; i = before[m_request.edges[i].from]) {
            m_request.edges[i].isStraight = true;
        }
    }

    /// Lines to boxes that only read one, from boxes that only one reads.
    void straightenChains()
    {
        for (const std::uint32_t i : m_order) {
            LayoutEdge &edge = m_request.edges[i];
            if (m_outs[edge.from] == 1 && m_ins[edge.to] == 1) {
                edge.isStraight = true;
            }
        }
    }

private:
    LayoutRequest &m_request;
    std::vector<std::uint32_t> m_outs;
    std::vector<std::uint32_t> m_ins;
    std::vector<std::uint32_t> m_order; ///< lines that run down, by their source
};

} // namespace

void straightenWays(LayoutRequest &request, bool isBetweenCuts)
{
    if (request.nodes.size() < 3) {
        return;
    }
    Straightener straightener(request);
    straightener.straightenChains();
    if (isBetweenCuts) {
        straightener.straightenEnds();
    }
}

} // namespace nervure
