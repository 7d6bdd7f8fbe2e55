// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/keras/from_keras.h"
#include "core/passes/conversion/lowered_graph.h"
#include "core/passes/conversion/ruled_lowering.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

/// Variables say their shape and type, which not all operators tell of their inputs.
void sayVariables(Graph &graph, const IndexedGraph &document, const Shapes &shapes,
                  const DTypes &types)
{
    for (const std::uint32_t id : document.inputNodes()) {
        const std::uint32_t entry = document.entryId(id, 0);
        graph.edit(document.node(id).source).attrs = variableAttrs(shapes[entry], types[entry]);
    }
}

Status runKerasToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::Keras) {
        return makeError("dialect", "pass KerasToNNVM lowers Keras's models, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    if (context.semantics == Semantics::Exact) {
        return importKerasModel(context);
    }
    ASSIGN_OR_RETURN(const auto shapes, entryAttribute(context, keys::shape, "KerasToNNVM"));
    ASSIGN_OR_RETURN(const auto types, entryAttribute(context, keys::dtype, "KerasToNNVM"));
    HeldVariables held;
    ASSIGN_OR_RETURN(
        context.graph,
        lowerByRules(context, {*context.index, *shapes, *types, 0, &held}, &context.provenance));
    sayVariables(context.graph, *context.index, *shapes, *types);
    tellHeld(context, context.graph, std::move(held));
    return {};
}

} // namespace

void registerKerasToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "KerasToNNVM";
    spec.dialects = {Dialect::Keras};
    spec.summary =
        "Keras's layers as NNVM's operators or ours, computing what Keras computes; exact: "
        "as nnvm.frontend.from_keras makes them";
    spec.needsInFixed = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runKerasToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
