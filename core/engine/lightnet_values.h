// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/formats/tensors/wts.h"
#include "core/passes/pass_manager.h"

#include <string_view>

namespace nervure {

/// Runs passes (a valid pipeline) on a copy of the request's graph.
[[nodiscard]] PassRun runLightNetPasses(const ExecutionRequest &request, std::string_view pipeline,
                                        const Builtins &builtins);

/// Every tensor of a model that a weight file could name. `inferred` knows its shapes and types.
[[nodiscard]] WtsTensors weightTensors(const PassRun &inferred);

/// LightNet's documents have no variables: where a value is given for a tensor that an operator makes
/// at load, the operator becomes a variable with it. Fails for values of another shape or type, and in
/// exact semantics, which fills LightNet's memory as the document says.
[[nodiscard]] Status useInputs(ExecutionRequest &request, const Builtins &builtins);

/// In fixed semantics, tensors that are created from a file and have loaded elements become
/// variables with these values. Exact semantics fill LightNet's memory with them instead.
void useWeights(ExecutionRequest &request, const OpRegistry &ops);

} // namespace nervure
