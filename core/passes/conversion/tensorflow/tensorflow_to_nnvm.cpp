// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/lower_onnx.h"
#include "core/passes/conversion/tensorflow/from_tensorflow.h"
#include "core/passes/pass_attributes.h"
#include "core/passes/pass_spec.h"

namespace nervure {

namespace {

Status runTensorFlowToNnvm(PassContext &context)
{
    if (context.graph.dialect() != Dialect::TensorFlow) {
        return makeError("dialect",
                         "pass TensorFlowToNNVM lowers TensorFlow's graphs, found one of {}",
                         dialectName(context.graph.dialect()));
    }
    return context.semantics == Semantics::Exact ? importTensorFlowGraph(context)
                                                 : lowerOnnxGraph(context);
}

} // namespace

void registerTensorflowToNnvm(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "TensorFlowToNNVM";
    spec.dialects = {Dialect::TensorFlow};
    spec.summary = "TensorFlow's operators as NNVM's or ours, computing what TensorFlow computes; "
                   "exact: as nnvm.frontend.from_tensorflow makes them";
    spec.changesGraph = true;
    spec.provides = {std::string(keys::resultTypes.name)};
    spec.options = {
        {"layout",
         "NHWC",
         "exact: NCHW puts transpositions around convolutions and poolings whose "
         "channels are last",
         {"NHWC", "NCHW"}},
        {"outputs", "", "exact: the results, as out;split:1; the last node unless given", {}}};
    spec.importsInExact = true;
    spec.run = runTensorFlowToNnvm;
    passes.add(std::move(spec));
}

} // namespace nervure
