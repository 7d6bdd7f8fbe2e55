// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/model_options.h"
#include "core/engine/model_file.h"

#include <optional>

namespace nervure::cli {

/// A model as a subcommand works on it.
using CliModel = LoadedModel;

/// What to do with a file that opens with errors.
enum class OnFaults { Refuse, Tolerate };

/// Opens the file, reports all findings and checks that the names in --shape and --dtype are
/// variables of it. Nothing came of it: `code` says why, and it has been told.
[[nodiscard]] std::optional<CliModel> loadModel(const ModelOptions &options, OnFaults onFaults,
                                                CommandContext &context, ExitCode &code);

} // namespace nervure::cli
