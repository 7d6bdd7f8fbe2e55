// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_checks.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

bool isThere(const IndexedGraph &graph, const IndexedEntry &entry, Semantics semantics)
{
    if (semantics == Semantics::Fixed) {
        return entry.index < graph.node(entry.nodeId).outputCount;
    }
    return std::uint64_t{graph.entryStart()[entry.nodeId]} + entry.index < graph.entryCount();
}

} // namespace

Status checkEntries(const IndexedGraph &graph, Semantics semantics)
{
    for (const IndexedNode &node : graph.nodes()) {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const IndexedEntry &entry = node.inputs[i];
            if (!isThere(graph, entry, semantics)) {
                const IndexedNode &source = graph.node(entry.nodeId);
                return makeError("entry-index",
                                 node.node->op + " " + quoted(node.node->name) + ": input "
                                     + std::to_string(i) + " is output "
                                     + std::to_string(entry.index) + " of "
                                     + quoted(source.node->name) + ", which has "
                                     + std::to_string(source.outputCount),
                                 node.node->name);
            }
        }
    }
    for (const IndexedEntry &head : graph.heads()) {
        if (!isThere(graph, head, semantics)) {
            return makeError("entry-index",
                             "a head is output " + std::to_string(head.index) + " of "
                                 + quoted(graph.node(head.nodeId).node->name) + ", which has "
                                 + std::to_string(graph.node(head.nodeId).outputCount));
        }
    }
    return {};
}

Status checkWellFormed(const IndexedGraph &graph)
{
    if (Status status = checkEntries(graph, Semantics::Fixed); !status) {
        return status;
    }
    // In an order from inputs to outputs, only a cycle leads to a later node.
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        const auto isLater = [id](std::uint32_t source) { return source >= id; };
        if (std::any_of(node.inputs.begin(), node.inputs.end(),
                        [&](const IndexedEntry &input) { return isLater(input.nodeId); })
            || std::any_of(node.controlDeps.begin(), node.controlDeps.end(), isLater)) {
            return makeError("cycle",
                             node.node->op + " " + quoted(node.node->name)
                                 + " depends on its own result, expected a graph without cycles",
                             node.node->name);
        }
    }
    return {};
}

} // namespace nervure
