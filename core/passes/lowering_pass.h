// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

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

} // namespace nervure
