// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/passes/pass_spec.h"

#include <memory>

namespace nervure {

/// Computes nodes whose inputs are all known by lowering them as the model is lowered, and running what they become
/// on the reference: any operator that runs, and none that is random, which is not lowered. `passes` has InferShape
/// and InferType.
[[nodiscard]] NodeEvaluator makeNodeEvaluator(std::shared_ptr<const PassRegistry> passes);

} // namespace nervure
