// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/counterparts.h"

#include "core/graph/difference/change_details.h"
#include "core/graph/difference/last_places.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

void addLast(std::vector<NodeId> &nodes, NodeId node)
{
    std::erase(nodes, node);
    nodes.push_back(node);
}

} // namespace

Counterparts::Counterparts(const NodeLineage &lineage, std::size_t first, std::size_t second)
    : m_first(lineage.sharedGraph(first)),
      m_second(lineage.sharedGraph(second))
{
    const Provenance provenance = lineage.between(first, second);
    const NodeComparison comparison(*m_first, *m_second, &provenance);
    m_hasSharedIds = provenance.hasSharedIds;
    std::vector<std::pair<NodeId, NodeId>> sameOnes;
    for (const Provenance::Origin &origin : provenance.origins) {
        std::vector<NodeId> &from = m_inFirst[origin.node];
        if (!m_second->contains(origin.node)) {
            continue;
        }
        const NodeId same = comparison.stillIs(origin.node);
        for (const NodeId node : origin.from) {
            if (m_first->contains(node)) {
                from.push_back(node);
                m_inSecond[node].push_back(origin.node);
            }
        }
        if (std::find(from.begin(), from.end(), same) != from.end()) {
            addLast(from, same);
            sameOnes.emplace_back(same, origin.node);
        }
    }
    for (auto &[node, heirs] : m_inSecond) {
        std::sort(heirs.begin(), heirs.end()); // passes make last what gives the result
    }
    for (const auto &[node, heir] : sameOnes) {
        addLast(m_inSecond[node], heir);
    }
}

std::vector<NodeId> Counterparts::inSecond(std::span<const NodeId> nodes) const
{
    LastPlaces result;
    for (const NodeId node : nodes) {
        if (const auto heirs = m_inSecond.find(node); heirs != m_inSecond.end()) {
            std::for_each(heirs->second.begin(), heirs->second.end(),
                          [&result](NodeId heir) { result.add(heir); });
        }
        if (m_hasSharedIds && m_first->contains(node) && m_second->contains(node)
            && m_inFirst.count(node) == 0) {
            result.add(node);
        }
    }
    return result.take();
}

std::vector<NodeId> Counterparts::inFirst(std::span<const NodeId> nodes) const
{
    LastPlaces result;
    for (const NodeId node : nodes) {
        if (const auto sources = m_inFirst.find(node); sources != m_inFirst.end()) {
            std::for_each(sources->second.begin(), sources->second.end(),
                          [&result](NodeId source) { result.add(source); });
        } else if (m_hasSharedIds && m_first->contains(node) && m_second->contains(node)) {
            result.add(node);
        }
    }
    return result.take();
}

} // namespace nervure
