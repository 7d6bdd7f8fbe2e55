// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan_builder.h"

namespace nervure {

/// What must be so before a plan can be built: operators are known, entries name outputs that are
/// there and have a shape and a type, and no value is larger than any memory.
[[nodiscard]] Status checkPlanRequest(const PlanRequest &request);

} // namespace nervure
