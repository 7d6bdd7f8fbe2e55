// SPDX-License-Identifier: Apache-2.0
#include "core/graph/traversal.h"

#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

/// The k-th node that `node` waits for: inputs first, then control dependencies.
NodeId dependency(const Node &node, std::size_t k)
{
    return k < node.inputs.size() ? node.inputs[k].node : node.controlDeps[k - node.inputs.size()];
}

} // namespace

std::vector<NodeId> postOrder(const Graph &graph)
{
    std::vector<NodeId> order;
    std::unordered_set<NodeId> seen;
    std::vector<std::pair<NodeId, std::size_t>> stack;
    const auto visit = [&](NodeId id) {
        if (graph.contains(id) && seen.insert(id).second) {
            stack.emplace_back(id, 0);
        }
    };
    for (const Entry &head : graph.heads()) {
        visit(head.node);
        while (!stack.empty()) {
            const NodeId id = stack.back().first;
            const Node &node = graph.node(id);
            const std::size_t next = stack.back().second++;
            if (next < node.inputs.size() + node.controlDeps.size()) {
                visit(dependency(node, next));
            } else {
                order.push_back(id);
                stack.pop_back();
            }
        }
    }
    return order;
}

} // namespace nervure
