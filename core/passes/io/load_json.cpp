// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/passes/graph_attributes.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/pass_spec.h"

#include <algorithm>

namespace nervure {

namespace {

/// Where the nodes came from: a graph that was saved and loaded has the same nodes at the same
/// places; any other comes from the text alone.
void tellProvenance(const IndexedGraph &before, const IndexedGraph &after, Provenance &provenance)
{
    bool isSame = before.nodeCount() == after.nodeCount();
    for (std::uint32_t id = 0; isSame && id < after.nodeCount(); ++id) {
        const Node &node = *after.node(id).node;
        isSame = node.op == before.node(id).node->op && node.name == before.node(id).node->name;
    }
    for (const NodeId node : after.graph().nodes()) {
        const auto id = isSame ? after.find(node) : std::nullopt;
        provenance.origins.push_back(
            id ? Provenance::Origin{node, {before.node(*id).source}, "saved and loaded"}
               : Provenance::Origin{node, {}, "read from the graph attribute json"});
    }
}

Status loadJson(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "LoadJSON"));
    const std::string *text = context.analyses.find(keys::json);
    if (!text) {
        return makeError("graph-attr", "graph attribute 'json' is no text");
    }
    ASSIGN_OR_RETURN(auto loaded, readNnvmJson(*text, {context.ops, context.semantics, "json"}));
    const auto error =
        std::find_if(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                     [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (error != loaded.diagnostics.end()) {
        return *error;
    }
    context.diagnostics.insert(context.diagnostics.end(), loaded.diagnostics.begin(),
                               loaded.diagnostics.end());
    Diagnostics ignored;
    ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(loaded.graph, context.ops, ignored));
    context.analyses =
        readGraphAttributes(*index, listOrderOf(context.semantics), context.diagnostics);
    tellProvenance(*context.index, *index, context.provenance);
    context.graph = std::move(loaded.graph);
    return {};
}

} // namespace

void registerLoadJson(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "LoadJSON";
    spec.summary = "replaces the graph by the one in the graph attribute json";
    spec.needs = {std::string(keys::json.name)};
    spec.changesGraph = true;
    spec.keepsAnalyses = true;
    spec.takesFaultyGraphs = true;
    spec.run = loadJson;
    passes.add(std::move(spec));
}

} // namespace nervure
