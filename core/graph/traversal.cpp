// SPDX-License-Identifier: Apache-2.0
#include "core/graph/traversal.h"

namespace nervure {

std::vector<NodeId> postOrder(const Graph &graph)
{
    std::vector<NodeId> order;
    order.reserve(graph.nodeCount());
    std::vector<bool> isSeen(graph.idLimit(), false);
    std::vector<WalkFrame> path;
    const auto visit = [&](NodeId id) {
        if (id.value >= isSeen.size() || isSeen[id.value]) {
            return;
        }
        if (const Node *node = graph.find(id)) {
            isSeen[id.value] = true;
            path.push_back({id, 0, node});
        }
    };
    for (const Entry &head : graph.heads()) {
        visit(head.node);
        while (!path.empty()) {
            if (path.back().isDone()) {
                order.push_back(path.back().id);
                path.pop_back();
            } else {
                visit(path.back().takeNext());
            }
        }
    }
    return order;
}

} // namespace nervure
