// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_trace.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

ValueTrace::ValueTrace(const RunnableGraph &graph, const ProofContext &context, std::size_t bytes)
    : m_graph(graph),
      m_context(context),
      m_bytes(bytes)
{
    const IndexedGraph &index = *graph.index;
    std::vector<bool> isRead(index.entryCount(), false);
    const auto note = [&](const IndexedEntry &entry) {
        if (index.entryId(entry) < isRead.size()) {
            isRead[index.entryId(entry)] = true;
        }
    };
    for (const IndexedNode &node : index.nodes()) {
        std::for_each(node.inputs.begin(), node.inputs.end(), note);
    }
    std::for_each(index.heads().begin(), index.heads().end(), note);
    for (std::uint32_t place = 0; place < index.nodeCount(); ++place) {
        const IndexedNode &node = index.node(place);
        for (std::uint32_t i = 0; !node.isVariable() && i < node.outputCount; ++i) {
            if (i == 0 || isRead[index.entryId(place, i)]) {
                m_positions.emplace(Entry{node.source, i, 0}, m_entries.size());
                m_entries.push_back({node.source, i, 0});
            }
        }
    }
    m_counts.resize(m_entries.size());
}

Status ValueTrace::loadFrom(std::size_t position)
{
    const IndexedGraph &index = *m_graph.index;
    std::size_t bytes = 0;
    std::size_t end = position;
    for (; end < m_entries.size(); ++end) {
        const Entry &entry = m_entries[end];
        const std::uint32_t id = index.entryId(*index.find(entry.node), entry.index);
        bytes +=
            static_cast<std::size_t>(byteCount(m_graph.shapes[id], m_graph.types[id]).value_or(0));
        if (bytes > m_bytes && end > position) {
            break;
        }
    }
    m_held.clear();
    const std::span entries = std::span(m_entries).subspan(position, end - position);
    ASSIGN_OR_RETURN(m_held, entryValues(m_graph, entries, m_context));
    m_first = position;
    for (std::size_t i = 0; i < m_held.size(); ++i) {
        m_counts[position + i] = countNonFinite(m_held[i].view());
    }
    return {};
}

Result<const Tensor *> ValueTrace::value(const Entry &entry)
{
    const auto position = m_positions.find({entry.node, entry.index, 0});
    if (position == m_positions.end()) {
        const Node *node = m_graph.graph().find(entry.node);
        const auto given =
            node && node->isVariable() ? m_graph.values.find(node->name) : m_graph.values.end();
        if (given == m_graph.values.end()) {
            return makeError("compare", "there is no such value to compare");
        }
        return given->second.get();
    }
    // What lies between is run, too: each is looked at for what is no number.
    while (position->second < m_first || position->second >= m_first + m_held.size()) {
        const std::size_t end = m_first + m_held.size();
        RETURN_IF_FAILED(loadFrom(position->second < m_first ? position->second : end));
    }
    return &m_held[position->second - m_first];
}

Result<const std::vector<Tensor> *> ValueTrace::results()
{
    if (!m_results) {
        ASSIGN_OR_RETURN(m_results, headValues(m_graph, m_context));
    }
    return &*m_results;
}

bool ValueTrace::makesNonFinite(const IndexedNode &node, std::uint32_t place) const
{
    const IndexedGraph &index = *m_graph.index;
    const auto isNonFinite = [&](const Entry &entry) {
        const auto position = m_positions.find(entry);
        return position != m_positions.end() && m_counts[position->second]
               && m_counts[position->second]->any();
    };
    for (const IndexedEntry &input : node.inputs) {
        const IndexedNode &source = index.node(input.nodeId);
        const auto value =
            source.isVariable() ? m_graph.values.find(source.node->name) : m_graph.values.end();
        const bool isGiven =
            value != m_graph.values.end() && countNonFinite(value->second->view()).any();
        if (isGiven || isNonFinite({source.source, input.index, 0})) {
            return false;
        }
    }
    return isNonFinite({index.node(place).source, 0, 0});
}

Result<std::optional<NonFiniteSource>> ValueTrace::firstNonFinite()
{
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (!m_counts[i]) {
            RETURN_IF_FAILED(loadFrom(i));
        }
    }
    for (std::uint32_t place = 0; place < m_graph.index->nodeCount(); ++place) {
        const IndexedNode &node = m_graph.index->node(place);
        const auto position = m_positions.find({node.source, 0, 0});
        const bool any = position != m_positions.end() && m_counts[position->second]->any();
        if (any && makesNonFinite(node, place)) {
            return std::optional(
                NonFiniteSource{node.source, node.node->name, *m_counts[position->second]});
        }
    }
    return std::optional<NonFiniteSource>();
}

} // namespace nervure
