// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/execution/prepared_model.h"

namespace nervure::cli {

/// Runs the model once.
[[nodiscard]] Result<RunReport> runModel(const ExecutionRequest &request,
                                         ExecutionContext &context);

/// Runs the model `warmup` and `repeat` times in the request's mode, then as often unprofiled.
[[nodiscard]] Result<ProfileReport> profileModel(const ExecutionRequest &request,
                                                 ExecutionContext &context);

/// What a failure of the two means to a shell.
[[nodiscard]] ExitCode exitCodeOf(const Diagnostic &failure);

} // namespace nervure::cli
