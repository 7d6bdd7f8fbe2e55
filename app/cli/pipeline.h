// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/load_model.h"
#include "core/passes/pass_manager.h"

#include <string>

namespace nervure::cli {

/// What passes ask devices by; a device is opened when one asks for it.
[[nodiscard]] TargetLookup deviceTargets();

/// Runs passes written as `A,PlanMemory{match_range=8}` on a copy of the model's graph. Fails when
/// the text is no pipeline: wrong usage.
[[nodiscard]] Result<PassRun> runPipeline(const std::string &passes, const CliModel &model,
                                          const Builtins &builtins);

/// What a run that is not ok means to a shell: wrong usage where it asked for a pass, an option or a
/// device that there is not; else what the last error says.
[[nodiscard]] ExitCode failureCode(const PassRun &run);

/// Shapes, types and the memory plan as far as they can be known: what the window shows of a model
/// before any other pass.
[[nodiscard]] PassRun infer(const CliModel &model, const Builtins &builtins);

} // namespace nervure::cli
