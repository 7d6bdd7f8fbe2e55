// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/load_model.h"
#include "core/engine/step_break.h"
#include "core/graph/analysis/shown_bodies.h"
#include "core/passes/pass_manager.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nervure::cli {

/// A pipeline as it was written: A,'B{option=value}', or @FILE.
struct PipelineOption {
    std::string text;
    bool allowsPrograms = false; ///< those that a file names, too
};

/// Adds --passes and --allow-exec.
CLI::App &addPipelineOption(CLI::App &app, PipelineOption &option, bool isRequired);

/// Passes to run, and which programs they may start.
struct ReadPipeline {
    std::vector<PassRequest> passes;
    /// What was typed may be run; what a file says only where --allow-exec says so.
    ProgramPermission programs;
};
[[nodiscard]] Result<ReadPipeline> readPipeline(const PipelineOption &option);

/// What passes ask devices by; a device is opened when one asks for it.
[[nodiscard]] TargetLookup deviceTargets();

/// Runs passes on a copy of the model's graph. Fails when the text is no pipeline: wrong usage.
/// They stop where one of the conditions holds.
[[nodiscard]] Result<BreakRun> runPipeline(const PipelineOption &option, const CliModel &model,
                                           const Builtins &builtins,
                                           std::vector<StepBreak> conditions = {});

/// What a run that is not ok means to a shell: wrong usage where it asked for a pass, an option or a
/// device that there is not; else what the last error says.
[[nodiscard]] ExitCode failureCode(const PassRun &run);

/// Shapes, types and the memory plan as far as they can be known, of all nodes: what is shown of a model before any
/// other pass. The snapshot has heads for what no output needs, too.
[[nodiscard]] PassRun infer(const CliModel &model, const Builtins &builtins);
/// The same of what the outputs need, which is what a run costs.
[[nodiscard]] PassRun inferNeeded(const CliModel &model, const Builtins &builtins);
/// The graphs that nodes of the model hold.
[[nodiscard]] std::vector<ShownBody> bodiesOf(const CliModel &model, const Builtins &builtins);

} // namespace nervure::cli
