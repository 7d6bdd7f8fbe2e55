// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/indexed_graph.h"

#include "core/graph/indexed/control_flow.h"
#include "core/graph/indexed/indexed_graph_builder.h"

#include <algorithm>

namespace nervure {

Result<std::shared_ptr<const IndexedGraph>> IndexedGraph::build(const Graph &graph,
                                                                const OpRegistry &ops,
                                                                Diagnostics &diagnostics,
                                                                const IndexedGraph *before)
{
    auto indexed = std::make_shared<IndexedGraph>();
    indexed->m_graph = graph;
    Diagnostics found;
    const auto takesOver = [&](bool (IndexedGraphBuilder::*way)(const IndexedGraph &)) {
        return before && (IndexedGraphBuilder(*indexed, ops, found).*way)(*before);
    };
    if (!takesOver(&IndexedGraphBuilder::patch) && !takesOver(&IndexedGraphBuilder::follow)) {
        found.clear();
        const Status status = IndexedGraphBuilder(*indexed, ops, found).run();
        diagnostics.insert(diagnostics.end(), found.begin(), found.end());
        RETURN_IF_FAILED(status);
        indexed->m_problems = std::move(found);
    }
    return std::shared_ptr<const IndexedGraph>(std::move(indexed));
}

bool IndexedGraph::hasOnlyValidEntries() const
{
    const auto isValid = [start = entryStart()](const IndexedEntry &entry) {
        return entry.index < start[entry.nodeId + 1] - start[entry.nodeId];
    };
    const auto &inputs = m_wiring->inputs;
    return std::all_of(inputs.begin(), inputs.end(), isValid)
           && std::all_of(heads().begin(), heads().end(), isValid);
}

std::optional<std::uint32_t> IndexedGraph::find(NodeId source) const
{
    const std::vector<std::uint32_t> &idOf = m_wiring->idOf;
    const bool isThere = source.value < idOf.size() && idOf[source.value] != notIndexed;
    return isThere ? std::optional(idOf[source.value]) : std::nullopt;
}

std::vector<std::uint32_t> IndexedGraph::mutatedInputNodes() const
{
    std::vector<std::uint32_t> mutated;
    for (const IndexedNode &node : m_nodes) {
        if (!node.spec) {
            continue;
        }
        std::vector<std::uint32_t> inputs = ControlFlow::mutatedInputs(*node.node);
        inputs.insert(inputs.end(), node.spec->mutatedInputs.begin(),
                      node.spec->mutatedInputs.end());
        for (const std::uint32_t input : inputs) {
            if (input < node.inputs.size()) {
                mutated.push_back(node.inputs[input].nodeId);
            }
        }
    }
    std::sort(mutated.begin(), mutated.end());
    mutated.erase(std::unique(mutated.begin(), mutated.end()), mutated.end());
    std::erase_if(mutated, [this](std::uint32_t id) { return !m_nodes[id].isVariable(); });
    return mutated;
}

} // namespace nervure
