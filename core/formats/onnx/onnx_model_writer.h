// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

namespace nervure::onnx {

/// A model that no file has, of a graph in ONNX's dialect: operators each after those whose values it reads, then
/// initializers, whose values are raw data, inputs and outputs. Values are FormatContext::values, which are not
/// copied and have to outlive the pieces, or the numbers in the variables' attributes. What the graph does not say
/// of the model is newOnnxAttrs(). Fails for graphs of other dialects, initializers without values and attributes
/// without a text.
Result<BytePieces> newModelPieces(const Graph &graph, const FormatContext &context);

} // namespace nervure::onnx
