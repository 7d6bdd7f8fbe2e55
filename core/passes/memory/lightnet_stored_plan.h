// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/memory/lightnet_planner.h"

namespace nervure {

/// The plan that a compiled document brings along, checked as LightNet does before it runs one:
/// every operator must be one of its CPU backend, and every output needs an offset and must end
/// within the memory that the document asks for. Tensors may overlap. Needs all shapes and types.
[[nodiscard]] Result<LightNetPlan> storedLightNetPlan(const PassContext &context);

} // namespace nervure
