// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"

namespace nervure {

/// A model that is to be had in another dialect.
struct DialectChange {
    const Graph &graph;
    Dialect target; ///< NNVM's, LightNet's or ONNX's
    /// Values of variables by name, of LightNet's tensors by theirs. They go to the weight file, or where
    /// there is none into the document.
    TensorMap params = {};
    bool hasWeightFile = false;
};

/// A model in another dialect.
struct ChangedModel {
    Graph graph;
    TensorMap weights; ///< what the document wants from a weight file, by tensor
    TensorMap params;  ///< NNVM: parameters that were in the model itself, for a file of their own
    TensorMap values;  ///< ONNX: of the initializers, for FormatContext::values
};

/// Raises an NNVM graph to a LightNet document or an ONNX model, or lowers a document, an MXNet symbol or an ONNX
/// model, which become LightNet's and ONNX's by way of NNVM. The diagnostics get what could not be carried. Fails with what is wrong
/// with the model, for values that do not fit their tensors, operators without a counterpart, and
/// dialects that nothing leads to.
Result<ChangedModel> changeDialect(DialectChange change, const PassEnvironment &environment,
                                   Diagnostics &diagnostics);

/// Fails if LightNetToNNVM kept operators, naming them: files of NNVM's formats do not say whose an
/// operator is, so they could not be read back.
[[nodiscard]] Status checkLowered(const Graph &graph);

} // namespace nervure
