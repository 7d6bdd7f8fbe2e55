// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/value_uses.h"

#include "core/execution/plan/step_drafts.h"

#include <algorithm>
#include <numeric>

namespace nervure {

ValueUses::ValueUses(const IndexedGraph &graph)
    : m_graph(graph),
      m_source(graph.entryCount()),
      m_start(graph.entryCount() + 1)
{
    std::iota(m_source.begin(), m_source.end(), 0U);
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        if (isViewNode(node)) {
            m_source[graph.entryId(id, 0)] = sourceOf(node.inputs[0]);
        }
    }
    forEachRead([this](std::uint32_t entry, std::uint32_t) { ++m_start[entry + 1]; });
    std::partial_sum(m_start.begin(), m_start.end(), m_start.begin());
    m_readers.resize(m_start.back());
    std::vector<std::uint32_t> next(m_start.begin(), m_start.end() - 1);
    forEachRead(
        [&](std::uint32_t entry, std::uint32_t reader) { m_readers[next[entry]++] = reader; });
}

template <typename F>
void ValueUses::forEachRead(F &&visit) const
{
    for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
        if (!isViewNode(m_graph.node(id))) {
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                visit(sourceOf(input), id);
            }
        }
    }
    for (const IndexedEntry &head : m_graph.heads()) {
        visit(sourceOf(head), m_graph.nodeCount());
    }
}

std::uint32_t ValueUses::nodeOf(std::uint32_t entry) const
{
    const auto starts = m_graph.entryStart();
    const auto after = std::upper_bound(starts.begin(), starts.end(), entry);
    return static_cast<std::uint32_t>(after - starts.begin()) - 1;
}

std::span<const std::uint32_t> ValueUses::of(std::uint32_t node, std::uint32_t index) const
{
    const std::uint32_t entry = m_graph.entryId(node, index);
    return std::span(m_readers).subspan(m_start[entry], m_start[entry + 1] - m_start[entry]);
}

bool ValueUses::isSeenOutside(std::uint32_t node, std::span<const std::uint32_t> nodes) const
{
    for (std::uint32_t i = 0; i < m_graph.node(node).outputCount; ++i) {
        for (const std::uint32_t reader : of(node, i)) {
            if (!std::binary_search(nodes.begin(), nodes.end(), reader)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace nervure
