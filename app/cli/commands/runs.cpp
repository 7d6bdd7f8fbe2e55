// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/json_output.h"
#include "app/cli/kept_runs.h"
#include "app/cli/model_options.h"
#include "app/cli/table.h"
#include "app/cli/write_output.h"
#include "core/engine/profile_import.h"
#include "core/engine/profile_json.h"
#include "core/engine/report_json.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct RunsOptions {
    std::string file;
    std::string add;
    std::string name;
    std::vector<std::string> renames; ///< "2=name"
    std::vector<std::uint32_t> removed;
    std::optional<std::uint32_t> exported;
    std::string output;
};

Diagnostic noSuchRun(const RunHistory &history, std::int64_t number)
{
    return makeError("usage", "the project has no run {}, expected {}", number,
                     cli::keptNumbers(history));
}

Status addResult(RunHistory &history, const RunsOptions &options, cli::CommandContext &context)
{
    const Builtins &builtins = context.builtins;
    ASSIGN_OR_RETURN(const std::string text, readFile(options.add));
    ASSIGN_OR_RETURN(const std::string bytes, readFile(options.file));
    ASSIGN_OR_RETURN(const OpenedModel model,
                     openProjectText(bytes, options.file, builtins.formats, builtins.ops));
    auto report = importProfile(text, model.graph);
    if (!report) {
        Diagnostic error = report.error();
        error.where.file = options.add;
        return error;
    }
    context.console.report(report->diagnostics);
    history.add(std::make_shared<const ProfileReport>(std::move(*report)), options.name);
    return {};
}

Status change(RunHistory &history, const RunsOptions &options, cli::CommandContext &context)
{
    for (const std::string &rename : options.renames) {
        const std::size_t equals = rename.find('=');
        const auto number = parseInteger(rename.substr(0, equals));
        if (equals == std::string::npos || !number) {
            return makeError("usage", "--rename: found {}, expected NUMBER=NAME", quoted(rename));
        }
        if (*number < 1 || *number > UINT32_MAX
            || !history.rename(static_cast<std::uint32_t>(*number), rename.substr(equals + 1))) {
            return noSuchRun(history, *number);
        }
    }
    for (const std::uint32_t number : options.removed) {
        if (!history.remove(number)) {
            return noSuchRun(history, number);
        }
    }
    return options.add.empty() ? Status() : addResult(history, options, context);
}

void tell(const RunHistory &history, cli::Console &console)
{
    using Align = cli::Table::Align;
    cli::Table table({{"run", Align::Right},
                      {"name"},
                      {"device"},
                      {"mode"},
                      {"ms", Align::Right},
                      {"repeats", Align::Right},
                      {"model"},
                      {"date"}});
    Json list = Json::array();
    constexpr std::size_t shownHash = 8;
    for (const KeptRun &run : history.runs()) {
        const ProfileReport &report = *run.report;
        const std::string stopped = report.isStopped ? " (stopped)" : "";
        table.add({std::to_string(run.number), titleOf(run) + stopped, deviceTitle(report.device),
                   std::string(runModeName(report.mode)), cli::fixed(report.data.wallMs.median, 3),
                   std::to_string(report.data.repeat), report.origin.model.substr(0, shownHash),
                   report.origin.date});
        list.push_back({{"number", run.number},
                        {"name", run.name},
                        {"title", titleOf(run)},
                        {"stopped", report.isStopped},
                        {"device", report.device.name},
                        {"wall_ms", report.data.wallMs.median},
                        {"model", report.origin.model},
                        {"date", report.origin.date}});
    }
    console.document()["runs"] = std::move(list);
    console.print(table);
}

ExitCode writeChanged(const RunHistory &history, const RunsOptions &options,
                      cli::CommandContext &context)
{
    const Result<std::string> bytes = readFile(options.file);
    Result<Project> project = bytes ? readProject(*bytes) : Result<Project>(bytes.error());
    if (!project) {
        return context.console.fail(ExitCode::InputFault, project.error());
    }
    project->members[std::string(runHistoryMember)] = runHistoryText(history);
    const Result<std::string> written = writeProject(*project);
    return written ? cli::writeOutput(*written, options.output, context)
                   : context.console.fail(ExitCode::InputFault, written.error());
}

ExitCode runs(const RunsOptions &options, cli::CommandContext &context)
{
    cli::Console &console = context.console;
    Result<RunHistory> history = cli::readKeptRuns(options.file);
    if (!history) {
        return console.fail(ExitCode::InputFault, history.error());
    }
    if (options.exported) {
        const KeptRun *run = history->find(*options.exported);
        if (run == nullptr) {
            return console.fail(ExitCode::WrongUsage, noSuchRun(*history, *options.exported));
        }
        return cli::writeOutput(cli::documentText(profileJson(*run->report, {})),
                                options.output.empty() ? "-" : options.output, context);
    }
    const bool isChange =
        !options.add.empty() || !options.renames.empty() || !options.removed.empty();
    if (isChange && options.output.empty()) {
        return console.fail(ExitCode::WrongUsage,
                            makeError("usage", "found no -o, expected the project to write"));
    }
    if (const Status status = change(*history, options, context); !status) {
        return console.fail(cli::exitCodeOf(status.error()), status.error());
    }
    tell(*history, console);
    return isChange ? writeChanged(*history, options, context) : ExitCode::Done;
}

void addOptions(CLI::App &app, RunsOptions &options)
{
    app.add_option("project", options.file, "a project file (.nervure)")
        ->type_name("PROJECT")
        ->required();
    app.add_option("--export", options.exported,
                   "write a run as profile --json does, to -o or standard output")
        ->type_name("NUMBER");
    app.add_option(
           "--add", options.add,
           "keep what profile --json printed, or a profile of ONNX Runtime, or a Chrome trace")
        ->type_name("FILE");
    app.add_option("--name", options.name, "what the added run is called")->type_name("NAME");
    cli::addRepeated(app, "--rename", options.renames, "call a run otherwise", "NUMBER=NAME");
    app.add_option("--delete", options.removed, "keep a run no longer")->type_name("NUMBER");
    app.add_option("-o,--output", options.output, "the project, or the result, to write")
        ->type_name("FILE");
}

} // namespace

void registerRuns(cli::CommandRegistry &registry)
{
    registry.add(
        {"runs", "the profiles that a project keeps", [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<RunsOptions>();
             addOptions(app, *options);
             return [options](cli::CommandContext &context) { return runs(*options, context); };
         }});
}

} // namespace nervure
