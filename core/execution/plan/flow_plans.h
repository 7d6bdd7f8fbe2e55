// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

#include <cstdint>
#include <map>
#include <memory>

namespace nervure {

/// By node id: what operators of control flow become.
using FlowPlans = std::map<std::uint32_t, std::shared_ptr<const PlanFlow>>;

/// Builds the plans of all bodies that the request holds. Fails where one cannot be built, changes a
/// variable, or gives results of other shapes than the operator's.
[[nodiscard]] Result<FlowPlans> planFlows(const PlanRequest &request, Diagnostics &diagnostics);

} // namespace nervure
