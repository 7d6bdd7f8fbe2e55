// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// Makes of an ONNX graph one of NNVM's operators and ours that computes what the standard says, each operator
/// by its rule (ops/onnx/lowering). All shapes must be numbers: named dimensions are bound by the context's
/// inputs. Variables keep their ids and names; truth values become bytes. What is known before the model runs
/// becomes constants, a Constant of many elements a variable with the name of its value. Fails with the first
/// operator that has no counterpart, and the reason.
[[nodiscard]] Status lowerOnnxGraph(PassContext &context);

} // namespace nervure
