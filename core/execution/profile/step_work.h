// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/execution/profile/device_ceilings.h"

namespace nervure {

/// Floating-point operations that the step's kernels do. PlanStep::flops counts those of the operators'
/// plain sums; fast algorithms do fewer. An algorithm called "winograd-fM" is Winograd's minimal filtering
/// with tiles of M x M outputs of 3 x 3 kernels: its products, and the sums of its transformations.
[[nodiscard]] std::int64_t performedFlops(const PlanStep &step);

/// Bytes that the step surely reads and writes, each once. What only moves elements reads no more of an
/// input than it writes (a slice of a large tensor reads little of it).
[[nodiscard]] Traffic trafficOf(const ExecutionPlan &plan, const PlanStep &step);

/// Whether the kernels cannot get by with less than trafficOf(). Opaque operators may choose by values what
/// they read, and windows with strides may pass over parts of their input.
[[nodiscard]] bool isTrafficCertain(const ExecutionPlan &plan, const PlanStep &step);

} // namespace nervure
