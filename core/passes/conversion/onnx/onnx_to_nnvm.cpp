// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx.h"
#include "core/passes/conversion/onnx/lower_onnx.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

Status runOnnxToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::Onnx) {
        return makeError("dialect", "pass ONNXToNNVM lowers ONNX's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    return context.semantics == Semantics::Exact ? importONNXGraph(context)
                                                 : lowerOnnxGraph(context);
}

} // namespace

void registerOnnxToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "ONNXToNNVM";
    spec.dialects = {Dialect::Onnx};
    spec.summary =
        "ONNX's operators as NNVM's or ours, computing what the standard says; exact: as "
        "nnvm.frontend.from_onnx makes them";
    spec.changesGraph = true;
    spec.provides = {std::string(keys::resultTypes.name)};
    spec.importsInExact = true;
    spec.run = runOnnxToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
