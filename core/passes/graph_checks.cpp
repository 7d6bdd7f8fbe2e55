// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_checks.h"

#include "core/support/text.h"
#include "core/support/visible_text.h"

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

Diagnostic inputFault(const IndexedGraph &graph, const IndexedNode &node, std::ptrdiff_t input)
{
    const IndexedEntry &entry = node.inputs[static_cast<std::size_t>(input)];
    const IndexedNode &source = graph.node(entry.nodeId);
    return makeErrorAt(node.node->name, "entry-index",
                       "{} {}: input {} is output {} of {}, which has {}",
                       shortenedText(node.node->op), quoted(node.node->name), input, entry.index,
                       quoted(source.node->name), source.outputCount);
}

} // namespace

std::multimap<std::uint32_t, Diagnostic> entryFaults(const IndexedGraph &graph, Semantics semantics)
{
    std::multimap<std::uint32_t, Diagnostic> faults;
    if (graph.hasOnlyValidEntries()) {
        return faults; // nearly always, and without a look at the nodes
    }
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        const auto wrong =
            std::find_if(node.inputs.begin(), node.inputs.end(), [&](const IndexedEntry &entry) {
                return !isThere(graph, entry, semantics);
            });
        if (wrong != node.inputs.end()) {
            faults.emplace(id, inputFault(graph, node, wrong - node.inputs.begin()));
        }
    }
    for (const IndexedEntry &head : graph.heads()) {
        if (!isThere(graph, head, semantics)) {
            const IndexedNode &source = graph.node(head.nodeId);
            faults.emplace(graph.nodeCount(),
                           makeError("entry-index", "a head is output {} of {}, which has {}",
                                     head.index, quoted(source.node->name), source.outputCount));
        }
    }
    return faults;
}

Status checkEntries(const IndexedGraph &graph, Semantics semantics)
{
    auto faults = entryFaults(graph, semantics);
    return faults.empty() ? Status() : std::move(faults.begin()->second);
}

Status checkWellFormed(const IndexedGraph &graph)
{
    RETURN_IF_FAILED(checkEntries(graph, Semantics::Fixed));
    // In an order from inputs to outputs, only a cycle leads to a later node.
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        const auto isLater = [id](std::uint32_t source) { return source >= id; };
        if (std::any_of(node.inputs.begin(), node.inputs.end(),
                        [&](const IndexedEntry &input) { return isLater(input.nodeId); })
            || std::any_of(node.controlDeps.begin(), node.controlDeps.end(), isLater)) {
            return makeErrorAt(node.node->name, "cycle",
                               "{} {} depends on its own result, expected a graph without cycles",
                               node.node->op, quoted(node.node->name));
        }
    }
    return {};
}

} // namespace nervure
