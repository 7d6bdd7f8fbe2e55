// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

namespace nervure {

/// Makes of an ONNX model the NNVM graph that nnvm.frontend.from_onnx of TVM 0.5 makes of it: which
/// version of an operator is taken, order of conversion, names, attributes, refusals and faults
/// (oracles/onnx/README.md). What onnx_params.h says are the parameters that it returns. Variables keep
/// their ids, a Constant's is that of its node; provenance says of which node everything else is. Refusals
/// are located at the ONNX node, with the Python exception's class as code and its text as message.
[[nodiscard]] Status importONNXGraph(PassContext &context);

} // namespace nervure
