// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace nervure {

/// A graph inside another: the node that holds it, and which of the node's graphs it is.
using BodyPlace = std::pair<NodeId, std::size_t>;

/// The way to a graph inside others: outermost first, each in the graph of the one before.
using BodyPath = std::vector<BodyPlace>;

/// A node of a graph inside others.
struct InnerNode {
    BodyPath path;
    NodeId node;

    bool operator==(const InnerNode &) const = default;
};

/// The graph at the end of the way; null where there is none.
[[nodiscard]] inline const Graph *graphAt(const Graph &graph, const BodyPath &path)
{
    const Graph *found = &graph;
    for (const auto &[owner, number] : path) {
        const Node *node = found ? found->find(owner) : nullptr;
        found = node && number < node->subgraphs.size() ? node->subgraphs[number].get() : nullptr;
    }
    return found;
}

/// Null where there is no such node.
[[nodiscard]] inline const Node *nodeAt(const Graph &graph, const InnerNode &inner)
{
    const Graph *body = graphAt(graph, inner.path);
    return body ? body->find(inner.node) : nullptr;
}

} // namespace nervure
