// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/passes/graph_attributes.h"
#include "core/passes/pass_spec.h"

#include <algorithm>

namespace nervure {

namespace {

/// The graph attributes to save: those of the file that were not read, then what is known now. A
/// text of the graph is no part of the graph.
std::vector<GraphAttr> attrsToSave(const PassContext &context)
{
    Analyses known = context.analyses;
    known.erase(keys::json.name);
    known.erase(keys::graphIr.name);
    std::vector<GraphAttr> attrs;
    for (const GraphAttr &attr : context.graph.attrs()) {
        if (!context.analyses.contains(attr.name)) {
            attrs.push_back(attr);
        }
    }
    const std::vector<GraphAttr> written = writeGraphAttributes(known);
    attrs.insert(attrs.end(), written.begin(), written.end());
    return attrs;
}

Status saveJson(PassContext &context)
{
    Graph graph = context.graph;
    graph.setAttrs(attrsToSave(context));
    ASSIGN_OR_RETURN(
        auto text, writeNnvmJson(graph, {context.ops, context.semantics, {}}, context.diagnostics));
    context.analyses.set(keys::json, std::move(text));
    return {};
}

} // namespace

void registerSaveJson(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "SaveJSON";
    spec.summary = "writes the graph with its attributes as text into the graph attribute json";
    spec.provides = {std::string(keys::json.name)};
    spec.takesFaultyGraphs = true;
    spec.run = saveJson;
    passes.add(std::move(spec));
}

} // namespace nervure
