// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"

namespace nervure {

/// Decides what each buffer that a step writes is for (Output, Weight or Intermediate), computes
/// the lifetimes of all buffers and places Intermediate and Scratch buffers in the arena. Needs
/// final steps, outputs and the kinds of variables and scratch buffers. With a `placement` buffers
/// have their places already.
void placeBuffers(ExecutionPlan &plan, const PlanPlacement *placement = nullptr);

} // namespace nervure
