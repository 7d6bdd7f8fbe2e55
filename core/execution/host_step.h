// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace nervure {

/// What operators that print gave.
struct HostTexts {
    std::string printed;                      ///< for standard output
    std::map<std::string, std::string> files; ///< by the name that the operator gives
};

/// Where the bytes of a plan's buffer lie in host memory while a step runs on the host.
using HostMemory = std::function<std::byte *(std::uint32_t buffer)>;

/// Runs the parts of a step one after the other through OpSpec::reference. `memory` is asked for
/// every buffer of the step's inputs and outputs; where they are not aligned for their type, the
/// operator works on copies. Adds to `texts` what it prints, if given.
/// Fails when an operator has no reference, or with the reference's own error.
[[nodiscard]] Status runOnHost(const ExecutionPlan &plan, const PlanStep &step,
                               const HostMemory &memory, HostTexts *texts,
                               const CancelToken *cancel = nullptr);

} // namespace nervure
