// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/execution_options.h"

#include <optional>
#include <string>

namespace nervure::cli {

/// Two models whose values are compared, as the options say.
struct NumericOptions {
    ExecutionOptions first;
    ExecutionOptions second;
    std::optional<double> tolerance;
    std::string junit;
    bool allowsIncomplete = false;
};

/// Runs both on the same inputs and weights and tells how far apart their values are.
[[nodiscard]] ExitCode compareNumerically(const NumericOptions &options, CommandContext &context);

} // namespace nervure::cli
