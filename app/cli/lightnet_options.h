// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/engine/execution_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nervure::cli {

/// Where LightNet's weights come from, as it was written.
struct WeightOptions {
    std::string file;                      ///< a .wts file, or nothing
    std::vector<std::string> allowedPaths; ///< folders it may lie in beside the model's
};

/// What `run` takes of the options of the command `lightnet`, as they were written.
struct LightNetOptions {
    std::string
        compiled; ///< file for the compiled document; "-": standard output; "" and "!": none
    bool isCompileOnly = false;
    bool isRunOnly = false; ///< the document is compiled; with the other one: as with none
};

/// Adds -f and --allow-path.
void addWeightOptions(CLI::App &app, WeightOptions &options);

/// Adds -o, -c and -r.
void addLightNetOptions(CLI::App &app, LightNetOptions &options);

/// Reads the weights for the tensors of the model, which came from the file `model`. A file that
/// lies in none of the folders allowed is not opened. Failures have been told; `code` says them.
[[nodiscard]] bool loadWeights(const WeightOptions &options, const std::filesystem::path &model,
                               ExecutionRequest &request, CommandContext &context, ExitCode &code);

/// Compiles the document as LightNet does where that is asked for or decides whether it runs, and
/// checks the plan that a compiled one brings along. Says whether there is something left to run;
/// failures have been told, and `code` says them.
[[nodiscard]] bool compileAsLightNet(const LightNetOptions &options, ExecutionRequest &request,
                                     CommandContext &context, ExitCode &code);

} // namespace nervure::cli
