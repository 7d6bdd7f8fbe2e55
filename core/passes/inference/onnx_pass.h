// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// What InferShape and InferType do on a graph of ONNX's: one inference (onnx_inference.h) of which the one
/// gives `shape` and `value_type`, the other `dtype`.
Status inferOnnxShapes(PassContext &context);
Status inferOnnxTypes(PassContext &context);

} // namespace nervure
