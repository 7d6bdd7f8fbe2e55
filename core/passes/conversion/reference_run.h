// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"

#include <vector>

namespace nervure {

/// The values of a graph's heads, in order, as the reference computes them from those of its variables, all of which
/// `given` has by name. For what is known before a model runs; fails where shapes or types stay unknown.
Result<std::vector<Tensor>> runOnReference(Graph graph, const TensorMap &given,
                                           const PassEnvironment &environment);

} // namespace nervure
