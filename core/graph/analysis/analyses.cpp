// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/analyses.h"

#include "core/graph/indexed/indexed_graph.h"

namespace nervure {

std::uint64_t Analyses::revisionOf(const IndexedGraph &graph)
{
    return graph.revision();
}

std::size_t Analyses::countOf(Over over, const IndexedGraph &graph)
{
    return over == Over::EachNode ? graph.nodeCount() : graph.entryCount();
}

const AnalysisValue *Analyses::findOver(std::string_view name, const IndexedGraph &graph) const
{
    const auto it = m_values.find(name);
    const bool isHere =
        it != m_values.end() && it->second.revision.value_or(graph.revision()) == graph.revision();
    return isHere ? it->second.value.get() : nullptr;
}

void Analyses::take(std::string_view name, const Analyses &from, const IndexedGraph &graph)
{
    const auto its = from.m_values.find(name);
    if (its == from.m_values.end()) {
        erase(name);
        return;
    }
    const bool isOver = its->second.revision.has_value();
    store(name, its->second.value, isOver ? std::optional(graph.revision()) : std::nullopt);
}

void Analyses::follow(std::uint64_t revision, const IndexedGraph &graph)
{
    std::erase_if(m_values, [&](const auto &item) {
        const std::uint64_t its = item.second.revision.value_or(revision);
        return its != revision && its != graph.revision();
    });
    for (auto &[name, stored] : m_values) {
        stored.revision = stored.revision ? std::optional(graph.revision()) : std::nullopt;
    }
}

} // namespace nervure
