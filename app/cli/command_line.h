// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"

#include <string>
#include <vector>

namespace nervure::cli {

/// All subcommands, as the list in app/cli/CMakeLists.txt has them.
[[nodiscard]] CommandRegistry makeCommands();

/// Whether `word` is a subcommand or one of --help and --version; what `nervure` asks before it
/// opens a window.
[[nodiscard]] bool isCommandWord(const CommandRegistry &commands, std::string_view word);

/// Parses `arguments` (without the program's name), runs the subcommand and gives the exit code.
/// `program` is how the help calls it.
[[nodiscard]] int runCommandLine(const std::string &program,
                                 const std::vector<std::string> &arguments,
                                 const CommandHooks &hooks);

} // namespace nervure::cli
