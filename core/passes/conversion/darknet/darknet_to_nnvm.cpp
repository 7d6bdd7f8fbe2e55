// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/darknet/from_darknet.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/ruled_lowering.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

/// Variables say their shape and type, which not all operators tell of their inputs; what [net] says of
/// training stays with the document.
void sayShapes(Graph &graph, const IndexedGraph &document, const Shapes &shapes)
{
    for (const std::uint32_t id : document.inputNodes()) {
        graph.edit(document.node(id).source).attrs =
            variableAttrs(shapes[document.entryId(id, 0)], DType::Float32);
    }
}

Status runDarknetToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::Darknet) {
        return makeError("dialect", "pass DarknetToNNVM lowers Darknet's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    if (context.semantics == Semantics::Exact) {
        return importDarknetNetwork(context);
    }
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "DarknetToNNVM"));
    ASSIGN_OR_RETURN(const auto types, entryAttribute(context, keys::dtype, "DarknetToNNVM"));
    ASSIGN_OR_RETURN(context.graph,
                     lowerByRules(context, {*context.index, *shapes, *types}, &context.provenance));
    sayShapes(context.graph, *context.index, *shapes);
    return {};
}

} // namespace

void registerDarknetToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "DarknetToNNVM";
    spec.dialects = {Dialect::Darknet};
    spec.summary = "Darknet's layers as NNVM's operators or ours, computing what Darknet computes; "
                   "exact: as nnvm.frontend.from_darknet makes them";
    spec.needsInFixed = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runDarknetToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
