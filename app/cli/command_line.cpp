// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"

#include "app/cli/console.h"
#include "app/cli/device_process.h"
#include "app/cli/model_options.h"
#include "app_cli_builtins.h"
#include "core/ops/custom/custom_operators.h"
#include "core/support/text.h"
#include "core/support/version.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <map>

namespace nervure::cli {

namespace {

struct Parsed {
    CommandRun run;
    ConsoleOptions options;
    std::vector<std::string> operatorFiles;
};

void addConsoleOptions(CLI::App &app, ConsoleOptions &options)
{
    app.add_flag("--json", options.json, "print one JSON document, also on failure");
    app.add_flag("-q,--quiet", options.quiet, "leave out warnings and summaries");
    app.add_option("--width", options.width,
                   "columns that a table may take; the terminal's unless given")
        ->type_name("N")
        ->check(CLI::Range(1, 10000));
    static const std::map<std::string, ColorMode> modes{
        {"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};
    app.add_option_function<std::string>(
           "--color", [&options](const std::string &word) { options.color = modes.at(word); },
           "auto, always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember(std::vector<std::string>{"auto", "always", "never"}));
}

void addOperatorsOption(CLI::App &app, std::vector<std::string> &files)
{
    addRepeated(app, "--operators", files, "declarations of operators of your own (.json)", "FILE");
}

/// CLI11's messages as one line in our way of speaking.
std::string usageMessage(const CLI::Error &error)
{
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    text = std::string(trim(text));
    if (text.size() > 1 && !std::isupper(static_cast<unsigned char>(text[1]))) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

/// The first word that is neither an option nor its value: what the user means as a subcommand.
std::string firstWord(const std::vector<std::string> &arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--color" || arguments[i] == "--width"
            || arguments[i] == "--operators") {
            ++i;
        } else if (arguments[i].empty() || arguments[i][0] != '-' || arguments[i] == "-") {
            return arguments[i];
        }
    }
    return {};
}

std::string unknownCommand(const CommandRegistry &commands, const std::string &word)
{
    if (word.empty()) {
        return "no subcommand given, expected one of those that --help lists";
    }
    std::vector<std::string> names;
    for (const CommandSpec &command : commands.all()) {
        if (!command.isHidden) {
            names.push_back(command.name);
        }
    }
    const auto similar = nearest(word, names);
    return quoted(word) + " is no subcommand"
           + (similar ? ", did you mean " + quoted(*similar)
                      : ", expected one of " + join(names, ", "));
}

void addCommand(CLI::App &app, const CommandSpec &command, Parsed &parsed)
{
    CLI::App *sub = app.add_subcommand(command.name, command.summary);
    addConsoleOptions(*sub, parsed.options);
    addOperatorsOption(*sub, parsed.operatorFiles);
    if (command.isHidden) {
        sub->group("");
    }
    CommandRun run = command.configure(*sub);
    sub->parse_complete_callback([&parsed, run] { parsed.run = run; });
}

ExitCode wrongUsage(const ConsoleOptions &options, const std::string &message)
{
    Console console(options);
    const ExitCode code = console.fail(ExitCode::WrongUsage, makeError("usage", message));
    return console.finish() ? code : ExitCode::InputFault;
}

/// Makes known what the files of --operators declare.
Status declareFrom(const std::vector<std::string> &paths, const OpRegistry &ops)
{
    ASSIGN_OR_RETURN(std::vector<OperatorFile> files, readOperatorFiles(paths));
    return declareOperators(std::move(files), ops);
}

ExitCode run(const Parsed &parsed, const CommandHooks &hooks)
{
    const Builtins builtins = makeBuiltins();
    Console console(parsed.options);
    if (const Status status = declareFrom(parsed.operatorFiles, builtins.ops); !status) {
        const ExitCode code = console.fail(ExitCode::InputFault, status.error());
        return console.finish() ? code : ExitCode::InputFault;
    }
    CommandContext context{builtins, console, hooks};
    ExitCode code = ExitCode::InputFault;
    try {
        code = parsed.run(context);
    } catch (const std::bad_alloc &) {
        code = console.fail(ExitCode::InputFault,
                            makeError("out-of-memory", "the memory does not suffice for this"));
    }
    return console.finish() || code != ExitCode::Done ? code : ExitCode::InputFault;
}

int exitStatus(ExitCode code)
{
    return static_cast<int>(code);
}

/// The exit code of a command that a child has done; nothing where this process is to do it.
std::optional<int> doneInDeviceProcess(const std::string &program,
                                       const std::vector<std::string> &arguments,
                                       const CommandSpec *command)
{
    if (command == nullptr || !command->usesDevices) {
        return std::nullopt;
    }
    const auto end = runInDeviceProcess(program, arguments);
    if (!end || !end->crash) {
        return end ? std::optional(end->exitCode) : std::nullopt;
    }
    ConsoleOptions options;
    options.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    Console console(options);
    const ExitCode code = console.fail(ExitCode::DeviceFault, *end->crash);
    return exitStatus(console.finish() ? code : ExitCode::InputFault);
}

} // namespace

CommandRegistry makeCommands()
{
    CommandRegistry commands;
    registerBuiltinCommands(commands);
    return commands;
}

bool isCommandWord(const CommandRegistry &commands, std::string_view word)
{
    return commands.find(word) || word == "--help" || word == "-h" || word == "--version";
}

int runCommandLine(const std::string &program, const std::vector<std::string> &arguments,
                   const CommandHooks &hooks)
{
    // A child or a pager that ends early is no reason to die in the middle of a write.
    std::signal(SIGPIPE, SIG_IGN);
    const CommandRegistry commands = makeCommands();
    Parsed parsed;
    CLI::App app("Looks at, changes, runs and measures neural-network graphs.", program);
    app.set_version_flag("--version", std::string("nervure ") + programVersion());
    app.require_subcommand(1);
    app.footer(hooks.footer);
    addConsoleOptions(app, parsed.options);
    addOperatorsOption(app, parsed.operatorFiles);
    for (const CommandSpec &command : commands.all()) {
        addCommand(app, command, parsed);
    }
    // Wrong usage is told in the form that was asked for, even when parsing stopped before it.
    const bool asksJson =
        std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    try {
        const std::string word = firstWord(arguments);
        const bool asksHelp = arguments.size() == 1 && isCommandWord(commands, arguments[0]);
        if (!asksHelp && !commands.find(word) && (!word.empty() || arguments.empty())) {
            return exitStatus(wrongUsage({asksJson}, unknownCommand(commands, word)));
        }
        if (const auto code = doneInDeviceProcess(program, arguments, commands.find(word))) {
            return *code;
        }
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::Success &success) {
        return app.exit(success);
    } catch (const CLI::ParseError &error) {
        parsed.options.json = asksJson;
        return exitStatus(wrongUsage(parsed.options, usageMessage(error)));
    }
    return exitStatus(run(parsed, hooks));
}

} // namespace nervure::cli
