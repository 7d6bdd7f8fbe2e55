// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/coreml/from_coreml.h"
#include "core/passes/conversion/onnx/lower_onnx.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

Status runCoreMlToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::CoreML) {
        return makeError("dialect", "pass CoreMLToNNVM lowers Core ML's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    return context.semantics == Semantics::Exact ? importCoreMlNetwork(context)
                                                 : lowerOnnxGraph(context);
}

} // namespace

void registerCoremlToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "CoreMLToNNVM";
    spec.dialects = {Dialect::CoreML};
    spec.summary = "Core ML's layers as NNVM's operators or ours, computing what its specification "
                   "says; exact: as nnvm.frontend.from_coreml makes them";
    spec.changesGraph = true;
    spec.provides = {std::string(keys::resultTypes.name)};
    spec.importsInExact = true;
    spec.run = runCoreMlToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
