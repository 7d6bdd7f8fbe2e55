// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet.h"
#include "core/passes/conversion/mxnet_lowering.h"
#include "core/passes/number_names.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

#include <string_view>
#include <unordered_set>

namespace nervure {

namespace {

/// Makes NNVM's graph of an MXNet document, operator by operator, by the operators' own rules.
Status lowerDocument(PassContext &context, const Shapes &shapes, const DTypes &types)
{
    const IndexedGraph &index = *context.index;
    Graph graph;
    graph.reserveIds(context.graph.idLimit());
    LoweredPart document{index, shapes, types, std::vector<Entry>(index.entryCount())};
    for (const std::uint32_t id : index.inputNodes()) { // which keep their ids
        const IndexedNode &node = index.node(id);
        Node copy = *node.node;
        copy.dialect = Dialect::Nnvm;
        graph.insert(node.source, std::move(copy), graph.nodeCount());
        document.entries[index.entryId(id, 0)] = {node.source, 0, 0};
    }
    RETURN_IF_FAILED(MXNetLowering(context, graph).lowerOperators(document));
    std::vector<Entry> heads;
    for (const IndexedEntry &head : index.heads()) {
        const Entry entry = document.entries[index.entryId(head)];
        if (entry.node == NodeId{}) {
            const IndexedNode &node = index.node(head.nodeId);
            return makeErrorAt(node.node->name, "not-lowered",
                               "{} {}: output {} is one that inference does not give, expected "
                               "another head",
                               node.node->op, quoted(node.node->name), head.index);
        }
        heads.push_back(entry);
    }
    graph.setHeads(std::move(heads));
    std::unordered_set<std::string_view> names;
    for (const IndexedNode &node : index.nodes()) {
        names.insert(node.node->name);
    }
    numberNames(graph, graph.nodes(),
                [&](NodeId id) { return names.count(graph.node(id).name) == 0; });
    context.graph = std::move(graph);
    return {};
}

Status runMxnetToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::MXNet) {
        return makeError("dialect", "pass MXNetToNNVM lowers MXNet's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    if (context.semantics == Semantics::Exact) {
        return importMXNetGraph(context);
    }
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "MXNetToNNVM"));
    ASSIGN_OR_RETURN(const auto types, entryAttribute(context, keys::dtype, "MXNetToNNVM"));
    return lowerDocument(context, *shapes, *types);
}

} // namespace

void registerMxnetToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "MXNetToNNVM";
    spec.summary = "MXNet's operators as NNVM's or ours, computing what MXNet computes; exact: as "
                   "nnvm.frontend.from_mxnet makes them";
    spec.needsInFixed = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runMxnetToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
