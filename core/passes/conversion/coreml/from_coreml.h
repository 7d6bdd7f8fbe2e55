// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/coreml/coreml_params.h"
#include "core/passes/pass_spec.h"

namespace nervure {

/// Makes of a Core ML network what nnvm.frontend.from_coreml of TVM 0.5 returns: names, order and faults, and fails
/// as that raises, with the exception's class as code.
[[nodiscard]] Status importCoreMlNetwork(PassContext &context);

} // namespace nervure
