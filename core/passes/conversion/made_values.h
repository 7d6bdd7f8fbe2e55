// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"

namespace nervure {

/// The values of the variables that a pass set aside with a graph that makes them (keys::precomputeGraph), by name,
/// as the reference computes them. `loaded` has those of LightNet's tensors that are created from a file; what
/// depends on others of these is left out. Empty where no pass of the run set something aside.
Result<TensorMap> madeValues(const PassRun &run, const TensorMap &loaded,
                             const PassEnvironment &environment);

} // namespace nervure
