// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lightnet_options.h"
#include "app/cli/load_model.h"
#include "core/engine/execution_request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure::cli {

/// The options that `run` and `profile` share, as they were written.
struct ExecutionOptions {
    ModelOptions model;
    std::string device;
    std::string pipeline = "device";
    std::string algorithm = "auto"; ///< or "direct"
    bool computesInHalf = false;
    std::vector<std::string> inputs; ///< "x=F.npy"
    std::uint64_t seed = 0;
    WeightOptions weights;
    bool fallsBack = false;
    bool refusesInvented = false;
};

/// Adds FILE and its options, --device, --pipeline, --algorithm, --half-arithmetic, --input,
/// --seed, -f and --allow-path.
void addExecutionOptions(CLI::App &app, ExecutionOptions &options);

/// Of these all that are not about the model and its pipeline.
void addRunOptions(CLI::App &app, ExecutionOptions &options);

/// Loads the model and the values that the options name. Nothing came of it: `code` says why, and
/// it has been told.
[[nodiscard]] std::optional<ExecutionRequest> makeExecutionRequest(const ExecutionOptions &options,
                                                                   CommandContext &context,
                                                                   ExitCode &code);

} // namespace nervure::cli
