// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/model_options.h"
#include "core/execution/tensor.h"
#include "core/formats/project/open_model.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace nervure::cli {

/// A model as a subcommand works on it.
struct CliModel {
    OpenedModel opened;
    InputFacts facts;       ///< from --shape and --dtype, then from the parameters' own
    TensorMap params;       ///< of --params or the file beside the model: those of its variables
    std::string paramsFile; ///< where they come from; empty: there are none
    Semantics semantics = Semantics::Exact;

    /// Names of the parameters that were loaded, as findParameters() takes them.
    [[nodiscard]] std::set<std::string, std::less<>> loadedNames() const;
};

/// What to do with a file that opens with errors.
enum class OnFaults { Refuse, Tolerate };

/// Opens the file, reports all findings and checks that the names in --shape and --dtype are
/// variables of it. Nothing came of it: `code` says why, and it has been told.
[[nodiscard]] std::optional<CliModel> loadModel(const ModelOptions &options, OnFaults onFaults,
                                                CommandContext &context, ExitCode &code);

} // namespace nervure::cli
