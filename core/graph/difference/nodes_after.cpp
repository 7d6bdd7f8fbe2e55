// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/nodes_after.h"

#include <algorithm>

namespace nervure {

NodesAfter::NodesAfter(const Graph &after, const Provenance *provenance)
    : m_after(after),
      m_hasSharedIds(!provenance || provenance->hasSharedIds)
{
    if (!provenance) {
        return;
    }
    for (const Provenance::Origin &origin : provenance->origins) {
        if (!after.contains(origin.node)) {
            continue;
        }
        m_isListed.emplace(origin.node, true);
        for (const NodeId from : origin.from) {
            m_places[from] = origin.node;
        }
    }
    for (const Provenance::Origin &origin : provenance->origins) { // what it still is counts most
        const bool isKept =
            m_hasSharedIds
            && std::find(origin.from.begin(), origin.from.end(), origin.node) != origin.from.end();
        const NodeId was = m_hasSharedIds ? (isKept ? origin.node : NodeId()) : origin.was;
        if (was != NodeId() && after.contains(origin.node)) {
            m_places[was] = origin.node;
        }
    }
}

NodeId NodesAfter::of(NodeId before) const
{
    if (const auto place = m_places.find(before); place != m_places.end()) {
        return place->second;
    }
    const bool isItself =
        m_hasSharedIds && m_after.contains(before) && m_isListed.count(before) == 0;
    return isItself ? before : NodeId();
}

} // namespace nervure
