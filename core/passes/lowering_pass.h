// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"

#include <string_view>

namespace nervure {

/// The pass that makes NNVM's operators of a dialect's before anything is compiled; empty: there is none.
[[nodiscard]] constexpr std::string_view loweringPassOf(Dialect dialect)
{
    switch (dialect) {
    case Dialect::MXNet: return "MXNetToNNVM";
    case Dialect::Onnx: return "ONNXToNNVM";
    case Dialect::TensorFlow: return "TensorFlowToNNVM";
    case Dialect::Keras: return "KerasToNNVM";
    case Dialect::Darknet: return "DarknetToNNVM";
    case Dialect::CoreML: return "CoreMLToNNVM";
    default: return {};
    }
}

/// The same for a graph: those of NNVM's dialect need one where people declared operators with a lowering.
[[nodiscard]] std::string_view loweringPassOf(const Graph &graph, const OpRegistry &ops);

} // namespace nervure
