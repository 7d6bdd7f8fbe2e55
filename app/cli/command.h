// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/support/registry.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace nervure {
class LayoutClient;
struct DrawnGraph;
enum class LayoutDirection : std::uint8_t;
} // namespace nervure

namespace nervure::cli {

class Console;

/// What a subcommand says to the shell.
enum class ExitCode : int {
    Done = 0,
    InputFault = 1,  ///< the file or the graph is at fault
    WrongUsage = 2,  ///< the command line is at fault
    DeviceFault = 3, ///< the device is at fault
    Different = 4,   ///< what was compared differs
    Undecided = 5, ///< nothing differs, but something was not compared or could not have been seen
    Stopped =
        130, ///< somebody stopped it, as shells have it for SIGINT; what was done until then is reported
};

/// A picture to write.
struct PictureFile {
    std::filesystem::path file;
    std::string format; ///< "png" or "pdf"
    bool isDark = false;
    LayoutDirection direction{};   ///< down, unless said
    bool hasLegend = false;        ///< of the categories, below the picture
    std::optional<double> scale{}; ///< pixels a picture pixel; nothing: as large as is usual
};

/// What the program can do beyond core. `nervure` fills it, `nervure-cli` leaves it empty.
struct CommandHooks {
    /// Lays out and paints what is drawn of a graph, as the window does.
    std::function<Status(DrawnGraph graph, LayoutClient &layout, const PictureFile &picture)>
        paintPicture;
    std::string footer; ///< last line of the help; may be empty
};

/// What a running subcommand may use. Text, tables and the JSON document go through the console.
struct CommandContext {
    const Builtins &builtins;
    Console &console;
    const CommandHooks &hooks;
};

/// Does the work once the command line is parsed. Failures are told with Console::fail(), which
/// gives the exit code to return.
using CommandRun = std::function<ExitCode(CommandContext &)>;

/// A subcommand: one file in app/cli/commands, one word in the list of app/cli/CMakeLists.txt and
/// one test. `configure` adds options to `app` and gives what runs; state that both share lives in
/// a shared_ptr that the run function holds:
///
///     void registerInfo(cli::CommandRegistry &registry)
///     {
///         registry.add({"info", "what a file holds", [](CLI::App &app) -> cli::CommandRun {
///             auto options = std::make_shared<cli::ModelOptions>();
///             cli::addModelOptions(app, *options);
///             return [options](cli::CommandContext &context) { return run(*options, context); };
///         }});
///     }
struct CommandSpec {
    std::string name;
    std::string summary; ///< one phrase for the help
    std::function<CommandRun(CLI::App &app)> configure;
    bool isHidden = false;    ///< not in the help
    bool usesDevices = false; ///< it runs in a child of its own: device_process.h
};

using CommandRegistry = Registry<CommandSpec>;

} // namespace nervure::cli
