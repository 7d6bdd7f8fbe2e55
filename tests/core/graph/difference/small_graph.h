// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_changes.h"

#include <string>
#include <utility>
#include <vector>

namespace nervure::tests {

/// A graph that tests put together by names.
class SmallGraph {
public:
    Graph graph;

    NodeId add(std::string op, std::string name, const std::vector<NodeId> &inputs = {},
               AttrDict attrs = {})
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.attrs = std::move(attrs);
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        const NodeId id = graph.add(std::move(node));
        graph.setHeads({{id, 0, 0}});
        return id;
    }
    [[nodiscard]] NodeId named(const char *name) const { return graph.findByName(name).value(); }
};

/// What is told of a node; of mark None where nothing is.
inline NodeChange changeAt(const NodeChanges &changes, NodeId node)
{
    for (const NodeChange &change : changes) {
        if (change.node == node) {
            return change;
        }
    }
    return {ChangeMark::None, node, {}, {}};
}

} // namespace nervure::tests
