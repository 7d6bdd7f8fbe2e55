// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/engine/profile_series.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace nervure::cli {

/// How a comparison of times is told, and what makes it fail.
struct ComparisonOutput {
    std::string junit; ///< files; empty: none
    std::string markdown;
    std::string failOver; ///< "5%" or "0.05"; empty: any difference
};

/// Adds --fail-over, --markdown and --junit, and says how the command exits.
void addComparisonOutput(CLI::App &app, ComparisonOutput &output);

/// What is slower by more than that part fails; nothing: any difference does. Fails with "usage".
[[nodiscard]] Result<std::optional<double>> failOverOf(const ComparisonOutput &output);

/// Tells the comparison as table, summary and document, and writes the files. `output` is one that failOverOf() takes.
[[nodiscard]] ExitCode tellComparison(const ProfileSeries &series, const ComparisonOutput &output,
                                      const char *command, CommandContext &context);

} // namespace nervure::cli
