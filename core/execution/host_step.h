// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/execution_plan.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstddef>
#include <functional>
#include <string>

namespace nervure {

/// Where the bytes of a plan's buffer lie in host memory while a step runs on the host.
using HostMemory = std::function<std::byte *(std::uint32_t buffer)>;

/// Runs the parts of a step one after the other through OpSpec::reference. `memory` is asked for
/// every buffer of the step's inputs and outputs. Appends to `printed` what it prints, if given.
/// Fails when an operator has no reference, or with the reference's own error.
[[nodiscard]] Status runOnHost(const ExecutionPlan &plan, const PlanStep &step,
                               const HostMemory &memory, std::string *printed,
                               const CancelToken *cancel = nullptr);

} // namespace nervure
