// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/node_index_map.h"

#include <algorithm>

namespace nervure {

NodeIndexMap::NodeIndexMap(const IndexedGraph &before, const IndexedGraph &now)
    : oldNode(now.nodeCount(), none),
      newNode(before.nodeCount(), none),
      oldEntry(now.entryCount(), none)
{
    const std::uint32_t limit = std::max(before.graph().idLimit(), now.graph().idLimit());
    for (NodeId id{0}; id.value < limit; ++id.value) {
        const auto was = before.find(id);
        const auto is = now.find(id);
        if (was && is) {
            oldNode[*is] = *was;
            newNode[*was] = *is;
        } else if (was) {
            gone.push_back(*was);
        }
    }
    std::vector<bool> isOther(now.nodeCount(), false);
    for (const NodeId id : now.graph().touchedSince(before.graph())) {
        if (const auto is = now.find(id)) {
            isOther[*is] = true;
        }
    }
    std::uint32_t latest = 0;
    for (std::uint32_t id = 0; id < now.nodeCount(); ++id) {
        const std::uint32_t old = oldNode[id];
        const std::uint32_t start = now.entryStart()[id];
        const std::uint32_t count = now.entryStart()[id + 1] - start;
        std::uint32_t oldCount = 0;
        if (old != none) {
            keepsOrder = keepsOrder && old >= latest;
            latest = old;
            const std::uint32_t oldStart = before.entryStart()[old];
            oldCount = before.entryStart()[old + 1] - oldStart;
            for (std::uint32_t i = 0; i < std::min(count, oldCount); ++i) {
                oldEntry[start + i] = oldStart + i;
            }
        }
        if (old == none || isOther[id] || oldCount != count) {
            others.push_back(id);
        }
    }
}

} // namespace nervure
