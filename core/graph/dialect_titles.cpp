// SPDX-License-Identifier: Apache-2.0
#include "core/graph/dialect_titles.h"

namespace nervure {

std::string_view dialectTitle(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Nnvm: return "NNVM";
    case Dialect::LightNet: return "LightNet";
    case Dialect::MXNet: return "MXNet";
    case Dialect::Onnx: return "ONNX";
    case Dialect::Darknet: return "Darknet";
    case Dialect::TensorFlow: return "TensorFlow";
    case Dialect::Keras: return "Keras";
    case Dialect::CoreML: return "Core ML";
    case Dialect::Nervure: break;
    }
    return "Nervure";
}

} // namespace nervure
