// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/segments.h"

#include "core/layout/engine/cut_order.h"
#include "core/layout/engine/straight_ways.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

class Splitter {
public:
    Splitter(const LayoutRequest &request, const StubbedEdges &isStubbed, bool useCuts)
        : m_request(request),
          m_isStubbed(isStubbed),
          m_useCuts(useCuts)
    {
        m_local.resize(request.nodes.size());
        m_isStubbed.resize(request.edges.size(), false);
    }

    std::vector<SegmentChain> run()
    {
        sortByComponent();
        sortEdges();
        std::vector<SegmentChain> chains;
        for (std::size_t first = 0; first < m_order.size();) {
            std::size_t end = first + 1;
            while (end < m_order.size() && m_componentOf[end] == m_componentOf[first]) {
                ++end;
            }
            chains.push_back(split(first, end));
            first = end;
        }
        return chains;
    }

private:
    void sortByComponent()
    {
        ComponentOrder order =
            m_useCuts ? orderForCuts(m_request, m_isStubbed) : orderAsRead(m_request);
        m_order = std::move(order.boxes);
        m_componentOf = std::move(order.componentOf);
        m_position.resize(m_order.size());
        for (std::uint32_t i = 0; i < m_order.size(); ++i) {
            m_position[m_order[i]] = i;
        }
    }

    std::uint32_t upper(std::uint32_t edge) const
    {
        const LayoutEdge &line = m_request.edges[edge];
        return std::min(m_position[line.from], m_position[line.to]);
    }
    std::uint32_t lower(std::uint32_t edge) const
    {
        const LayoutEdge &line = m_request.edges[edge];
        return std::max(m_position[line.from], m_position[line.to]);
    }

    void sortEdges()
    {
        for (std::uint32_t i = 0; i < m_request.edges.size(); ++i) {
            if (m_request.edges[i].from != m_request.edges[i].to && !m_isStubbed[i]) {
                m_edges.push_back(i);
            }
        }
        std::stable_sort(m_edges.begin(), m_edges.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return upper(a) < upper(b); });
    }

    SegmentChain split(std::size_t first, std::size_t end)
    {
        SegmentChain chain;
        std::size_t start = first;
        std::uint32_t reach = 0; // the farthest box that a line from above leads to
        for (std::size_t i = first; i < end; ++i) {
            const bool isCut = m_useCuts && i > first && i + 1 < end && reach <= i;
            if (isCut) {
                chain.push_back(makeSegment(start, i + 1, start > first, true));
                start = i;
            }
            for (std::size_t e = m_reached; e < m_edges.size() && upper(m_edges[e]) <= i; ++e) {
                reach = std::max(reach, lower(m_edges[e]));
                m_reached = e + 1;
            }
        }
        chain.push_back(makeSegment(start, end, start > first, false));
        return chain;
    }

    Segment makeSegment(std::size_t start, std::size_t end, bool startsAtCut, bool endsAtCut)
    {
        Segment segment;
        segment.startsAtCut = startsAtCut;
        segment.endsAtCut = endsAtCut;
        segment.request.nodeGap = m_request.nodeGap;
        segment.request.rankGap = m_request.rankGap;
        std::size_t taken = m_taken;
        while (taken < m_edges.size() && lower(m_edges[taken]) < end
               && upper(m_edges[taken]) >= start) {
            ++taken;
        }
        segment.nodes.reserve(end - start);
        segment.request.nodes.reserve(end - start);
        segment.edges.reserve(taken - m_taken);
        segment.request.edges.reserve(taken - m_taken);
        for (std::size_t i = start; i < end; ++i) {
            m_local[m_order[i]] = static_cast<std::uint32_t>(i - start);
            segment.nodes.push_back(m_order[i]);
            segment.request.nodes.push_back(m_request.nodes[m_order[i]]);
        }
        while (m_taken < taken) {
            const std::uint32_t edge = m_edges[m_taken++];
            const LayoutEdge &line = m_request.edges[edge];
            segment.edges.push_back(edge);
            segment.request.edges.push_back({m_local[line.from], m_local[line.to], 0, 0,
                                             line.isHidden, false, false, line.value});
        }
        straightenWays(segment.request, startsAtCut && endsAtCut);
        keepCutsAlone(segment);
        return segment;
    }

    /// Without these lines another source could stand beside or above the cut.
    static void keepCutsAlone(Segment &segment)
    {
        const auto last = static_cast<std::uint32_t>(segment.nodes.size() - 1);
        std::vector<bool> hasAbove(segment.nodes.size(), false);
        std::vector<bool> hasBelow(segment.nodes.size(), false);
        for (const LayoutEdge &edge : segment.request.edges) {
            hasBelow[std::min(edge.from, edge.to)] = true;
            hasAbove[std::max(edge.from, edge.to)] = true;
        }
        for (std::uint32_t i = 1; i < last; ++i) {
            if (segment.startsAtCut && !hasAbove[i]) {
                segment.request.edges.push_back({0, i, 0, 0, true});
            }
            if (segment.endsAtCut && !hasBelow[i]) {
                segment.request.edges.push_back({i, last, 0, 0, true});
            }
        }
    }

    const LayoutRequest &m_request;
    StubbedEdges m_isStubbed;
    bool m_useCuts;
    std::vector<std::uint32_t> m_order;       ///< all boxes, component by component
    std::vector<std::uint32_t> m_position;    ///< of a box in m_order
    std::vector<std::uint32_t> m_componentOf; ///< by position
    std::vector<std::uint32_t> m_edges;       ///< by the position of their upper end
    std::vector<std::uint32_t> m_local;       ///< index of a box in its segment
    std::size_t m_reached = 0;                ///< lines seen by split()
    std::size_t m_taken = 0;                  ///< lines that belong to a segment already
};

} // namespace

std::vector<SegmentChain> splitIntoSegments(const LayoutRequest &request,
                                            const StubbedEdges &isStubbed)
{
    return Splitter(request, isStubbed, true).run();
}

std::vector<SegmentChain> splitIntoComponents(const LayoutRequest &request)
{
    return Splitter(request, {}, false).run();
}

} // namespace nervure
