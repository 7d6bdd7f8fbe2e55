// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

namespace nervure {

/// Says what one run of a step takes: PlanStep::flops, macs and bytes. Its parts and operands, and the
/// plan's buffers, are there.
void measureStep(const PlanRequest &request, const ExecutionPlan &plan, PlanStep &step);

} // namespace nervure
