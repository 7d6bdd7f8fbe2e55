// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"

#include <string_view>

namespace nervure {

/// KernelLaunch::algorithm of kernels that only lay their inputs one behind the other in memory.
constexpr std::string_view joinAlgorithm = "join";
/// The same of kernels whose outputs are one behind the other in their input.
constexpr std::string_view partAlgorithm = "part";

/// A step that a plan does without, and the buffer whose maker does its work.
struct ElidedStep {
    PlanStep step;
    std::uint32_t maker = 0;
};

/// Takes steps out of a plan that only join tensors or cut one apart: what they join is written to
/// its place in the whole by whoever makes it, and parts are read where the whole lies
/// (PlanBuffer::whole). Steps stay where that cannot be: a tensor that is a result or a variable,
/// that is in two wholes, or whose place in the whole is not aligned. Call it before steps have
/// numbers and buffers places.
[[nodiscard]] std::vector<ElidedStep> elideConcats(ExecutionPlan &plan);

} // namespace nervure
