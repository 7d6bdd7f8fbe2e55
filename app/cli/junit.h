// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nervure::cli {

struct CommandContext;
enum class ExitCode : int;

/// One thing that was checked, as programs that collect test results take it.
struct JunitCase {
    std::string name;
    std::optional<std::string> failure{}; ///< what was found, expected what
    std::optional<std::string> skipped{}; ///< why it could not be checked
};

/// The cases as a JUnit document: a suite with their numbers. Bytes that XML cannot hold are left out.
[[nodiscard]] std::string junitText(const std::string &suite, const std::vector<JunitCase> &cases);

/// Adds --junit.
void addJunitOption(CLI::App &app, std::string &file);

/// Writes the cases where --junit says; nothing without it. Gives `code`, or what a file that cannot be written means.
[[nodiscard]] ExitCode giveJunit(const std::string &file, const std::string &suite,
                                 const std::vector<JunitCase> &cases, ExitCode code,
                                 CommandContext &context);

} // namespace nervure::cli
