// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet.h"
#include "core/passes/conversion/ruled_lowering.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

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
    ASSIGN_OR_RETURN(context.graph,
                     lowerByRules(context, {*context.index, *shapes, *types}, &context.provenance));
    return {};
}

} // namespace

void registerMxnetToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "MXNetToNNVM";
    spec.dialects = {Dialect::MXNet};
    spec.summary = "MXNet's operators as NNVM's or ours, computing what MXNet computes; exact: as "
                   "nnvm.frontend.from_mxnet makes them";
    spec.needsInFixed = {"shape", "dtype"};
    spec.changesGraph = true;
    spec.run = runMxnetToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
