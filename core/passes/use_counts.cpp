// SPDX-License-Identifier: Apache-2.0
#include "core/passes/use_counts.h"

namespace nervure {

UseCounts::UseCounts(const IndexedGraph &graph) : m_graph(graph), m_counts(graph.entryCount())
{
    const auto count = [this](const IndexedEntry &entry) {
        const std::uint32_t id = m_graph.entryId(entry);
        if (id < m_counts.size()) {
            ++m_counts[id];
        }
    };
    for (const IndexedNode &node : graph.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            count(input);
        }
    }
    for (const IndexedEntry &head : graph.heads()) {
        count(head);
    }
}

void redirectEntries(Graph &graph, const std::function<bool(Entry &)> &change)
{
    const std::vector<NodeId> ids(graph.nodes().begin(), graph.nodes().end());
    for (const NodeId id : ids) {
        std::vector<Entry> inputs = graph.node(id).inputs;
        bool isChanged = false;
        for (Entry &input : inputs) {
            isChanged = change(input) || isChanged;
        }
        if (isChanged) {
            graph.edit(id).inputs = std::move(inputs);
        }
    }
    std::vector<Entry> heads = graph.heads();
    bool isChanged = false;
    for (Entry &head : heads) {
        isChanged = change(head) || isChanged;
    }
    if (isChanged) {
        graph.setHeads(std::move(heads));
    }
}

} // namespace nervure
