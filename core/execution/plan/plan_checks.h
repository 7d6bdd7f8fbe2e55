// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

namespace nervure {

/// What must be so before a plan can be built: operators are known, entries name outputs that are
/// there and have a shape and a type, and no value is larger than any memory.
[[nodiscard]] Status checkPlanRequest(const PlanRequest &request);

/// Fails at the first operator that is unknown: what is wrong behind it follows from that.
[[nodiscard]] Status checkOperators(const IndexedGraph &graph);

} // namespace nervure
