// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_text.h"
#include "core/passes/option_values.h"

#include <set>

namespace nervure {

namespace {

constexpr const char *joinEntryName = "join_entry_attrs";
constexpr const char *joinNodeName = "join_node_attrs";

/// All graph attributes, those of the file that are not read among them.
std::vector<std::string> attrNames(const PassContext &context)
{
    std::set<std::string> names;
    for (const GraphAttr &attr : context.graph.attrs()) {
        names.insert(attr.name);
    }
    for (const auto &[name, value] : context.analyses.all()) {
        names.insert(name);
    }
    for (const char *own : {joinEntryName, joinNodeName, "graphir"}) {
        names.erase(own);
    }
    return {names.begin(), names.end()};
}

Status printGraphIr(PassContext &context)
{
    NnvmIrRequest request;
    request.analyses = &context.analyses;
    request.joinEntryAttrs = listOption(context, joinEntryName);
    request.joinNodeAttrs = listOption(context, joinNodeName);
    request.graphAttrs = attrNames(context);
    request.semantics = context.semantics;
    ASSIGN_OR_RETURN(auto text, nnvmIrText(*context.index, request, context.diagnostics));
    context.analyses.erase(joinEntryName);
    context.analyses.erase(joinNodeName);
    context.analyses.set(keys::graphIr, std::move(text));
    return {};
}

} // namespace

void registerPrintGraphIr(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "PrintGraphIR";
    spec.summary = "writes the graph as readable text into the graph attribute graphir";
    spec.provides = {std::string(keys::graphIr.name)};
    spec.options = {
        {joinEntryName, "", "graph attributes to print for each entry, as shape;dtype", {}},
        {joinNodeName, "", "graph attributes to print for each node, as group_root", {}}};
    spec.takesFaultyGraphs = true;
    spec.run = printGraphIr;
    passes.add(std::move(spec));
}

} // namespace nervure
