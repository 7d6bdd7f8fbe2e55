// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/onnx/onnx_graph_lowering.h"

namespace nervure {

/// If, Loop and Scan as `cond`, `while_loop` and `foreach` of our own dialect, whose nodes hold the bodies, each
/// lowered once; an If whose condition is known is the branch that is taken, and a call of one of the model's
/// functions its body, in their place. TensorFlow's If, While and calls likewise. Nothing for other operators.
[[nodiscard]] std::optional<Result<std::vector<Entry>>> lowerOnnxBodies(
    const OnnxGraphLowering &around, const IndexedNode &node, const RewriteCall &call);

} // namespace nervure
