// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"

namespace nervure {

namespace {

Status runEliminateDeadNodes(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "EliminateDeadNodes"));
    if (context.graph.nodeCount() == context.index->nodeCount()) {
        return {};
    }
    std::vector<std::pair<NodeId, Node>> alive;
    for (const NodeId id : context.graph.nodes()) {
        if (context.index->find(id)) {
            alive.emplace_back(id, context.graph.node(id));
        }
    }
    context.graph.assign(std::move(alive), context.graph.heads());
    return {};
}

} // namespace

void registerEliminateDeadNodes(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "EliminateDeadNodes";
    spec.summary = "takes out what no output of the graph depends on";
    spec.changesGraph = true;
    spec.run = runEliminateDeadNodes;
    passes.add(std::move(spec));
}

} // namespace nervure
