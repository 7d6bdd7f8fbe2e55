// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/loop_values.h"

#include "core/graph/back_edge.h"

#include <string_view>
#include <utility>

namespace nervure {

namespace {

/// Where shapes are still found less certain by then, those of all loops are unknown.
constexpr int mostWalks = 8;

ValueType ofBoth(const ValueType &first, const ValueType &later)
{
    ValueType both = common(first, later);
    both.elements.reset();
    return both;
}

} // namespace

LoopValues::LoopValues(const IndexedGraph &graph)
{
    std::unordered_map<std::string_view, std::uint32_t> takers;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        const std::string *giver = node.isVariable() || node.outputCount == 0
                                       ? nullptr
                                       : node.node->attrs.find(backEdgeKey);
        if (giver) {
            takers.emplace(*giver, graph.entryId(id, 0));
        }
    }
    for (std::uint32_t id = 0; id < graph.nodeCount() && !takers.empty(); ++id) {
        const auto taker = takers.find(graph.node(id).node->name);
        if (taker != takers.end() && graph.node(id).outputCount > 0) {
            m_edges.push_back({taker->second, graph.entryId(id, 0)});
        }
    }
}

ValueType LoopValues::inAllSteps(std::uint32_t entry, ValueType found) const
{
    const auto later = m_later.find(entry);
    return later == m_later.end() ? std::move(found) : ofBoth(found, later->second);
}

bool LoopValues::learn(const ValueTypes &values)
{
    ++m_walks;
    bool isLess = false;
    for (const auto &[taken, given] : m_edges) {
        // What is not known of the next step says nothing.
        if (values[given].kind == ValueType::Kind::Unknown) {
            continue;
        }
        ValueType both = ofBoth(values[taken], values[given]);
        if (both == values[taken]) {
            continue;
        }
        m_later.insert_or_assign(taken, std::move(both));
        isLess = true;
    }
    if (m_walks == mostWalks) {
        for (const BackEdge &edge : m_edges) {
            m_later.insert_or_assign(edge.taken, values[edge.taken]).first->second.shape.reset();
        }
    }
    return isLess && m_walks <= mostWalks;
}

} // namespace nervure
