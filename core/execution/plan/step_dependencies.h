// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"

namespace nervure {

/// Fills PlanStep::dependencies: a step waits for the writers of what it reads, for the readers and
/// writers of what it changes, and for the last users of the arena memory it is given. Steps of the
/// run phase need not name steps of the prepare phase. Needs buffers with arena offsets.
void linkSteps(ExecutionPlan &plan);

} // namespace nervure
