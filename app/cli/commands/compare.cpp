// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"
#include "app/cli/compared_sides.h"
#include "app/cli/comparison_report.h"
#include "app/cli/console.h"
#include "app/cli/junit.h"
#include "app/cli/kept_runs.h"
#include "app/cli/model_options.h"
#include "app/cli/numeric_compare.h"
#include "app/cli/verdict_exit.h"
#include "app/cli/write_output.h"
#include "core/engine/interleaved_profiles.h"
#include "core/engine/profile_json.h"
#include "core/engine/run_model.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct CompareOptions {
    cli::ComparedSides sides;
    bool isNumeric = false;
    std::size_t processes = 8;
    std::optional<double> tolerance;
    std::uint64_t seed = 0;
    bool allowsIncomplete = false;
    cli::ComparisonOutput output;
};

/// What was given to compare: a document of results, or (nothing) a model.
struct Given {
    std::string file;
    std::optional<Json> result;
    bool isKept = false; ///< a run of a project: its model may have been edited since another one
};

bool isResult(const Json &json)
{
    const bool isProfile = json.contains("layers") && json.contains("wall_ms");
    return json.is_object()
           && (isProfile || (json.contains("outputs") && json.contains("pipeline")));
}

/// A run that a project keeps: PROJECT.nervure#2. Nothing where that is not what is meant.
Result<std::optional<Json>> readKept(const std::string &text)
{
    const std::size_t hash = text.rfind('#');
    const auto number =
        hash == std::string::npos ? std::nullopt : parseInteger(text.substr(hash + 1));
    if (!number || !hasProjectName(text.substr(0, hash))) {
        return std::optional<Json>();
    }
    ASSIGN_OR_RETURN(const RunHistory history, cli::readKeptRuns(text.substr(0, hash)));
    const KeptRun *run =
        history.find(static_cast<std::uint32_t>(std::max<std::int64_t>(*number, 0)));
    if (run == nullptr) {
        Diagnostic error = makeError("usage", "the project has no run {}, expected {}", *number,
                                     cli::keptNumbers(history));
        error.where.file = text.substr(0, hash);
        return error;
    }
    return std::optional(profileJson(*run->report, {}));
}

Result<Given> readGiven(const std::string &file)
{
    Given given{file, std::nullopt};
    ASSIGN_OR_RETURN(given.result, readKept(file));
    if (given.result) {
        given.isKept = true;
        return given;
    }
    ASSIGN_OR_RETURN(const std::string text, readFile(file));
    if (Json json = Json::parse(text, nullptr, false); json.is_object() && isResult(json)) {
        given.result = std::move(json);
    }
    return given;
}

/// What is meant: the files say whether they are results, and --numeric whether models are run for their values
/// or their times.
Result<cli::Comparison> comparisonOf(const CompareOptions &options, const std::vector<Given> &given)
{
    const auto isModel = [](const Given &one) { return !one.result; };
    if (std::all_of(given.begin(), given.end(), isModel)) {
        return options.isNumeric ? cli::Comparison::Values : cli::Comparison::Times;
    }
    if (const auto model = std::find_if(given.begin(), given.end(), isModel);
        model != given.end()) {
        Diagnostic error =
            makeError("compare", "found no result, but another file is one; expected documents "
                                 "of `profile --json` or `run --json` alone, or models alone");
        error.where.file = model->file;
        return error;
    }
    if (options.isNumeric) {
        return makeError("usage", "--numeric runs models, found results of earlier runs");
    }
    return cli::Comparison::Results;
}

ExitCode exitCodeFor(bool isDifferent)
{
    return isDifferent ? ExitCode::Different : ExitCode::Done;
}

/// The profiles of each side.
using Profiles = std::vector<std::vector<ProfileReport>>;

ExitCode tell(const Profiles &profiles, const CompareOptions &options, cli::CommandContext &context)
{
    const std::vector<std::span<const ProfileReport>> sides(profiles.begin(), profiles.end());
    const auto series = compareSeries(sides);
    return series ? cli::tellComparison(*series, options.output, "compare", context)
                  : context.console.fail(ExitCode::InputFault, series.error());
}

Result<std::vector<ProfileReport>> readAll(const std::vector<Json> &documents)
{
    std::vector<ProfileReport> results;
    for (const Json &document : documents) {
        ASSIGN_OR_RETURN(ProfileReport result, profileFrom(document, {}));
        results.push_back(std::move(result));
    }
    return results;
}

ExitCode compareTimes(const CompareOptions &options, cli::CommandContext &context)
{
    cli::Console &console = context.console;
    std::vector<std::vector<std::string>> commands;
    for (std::size_t side = 0; side < cli::sideCount(options.sides); ++side) {
        std::vector<std::string> &command =
            commands.emplace_back(cli::profileArguments(options.sides, side));
        for (const OperatorFile &file : context.builtins.ops.declared().files()) {
            command.insert(command.end(), {"--operators", file.path});
        }
    }
    const auto documents = profileInterleaved(commands, options.processes);
    if (!documents) {
        return console.fail(cli::exitCodeOf(documents.error()), documents.error());
    }
    Profiles profiles;
    Json models = Json::array();
    for (const std::vector<Json> &side : *documents) {
        auto results = readAll(side);
        if (!results) {
            return console.fail(ExitCode::InputFault, results.error());
        }
        profiles.push_back(std::move(*results));
        models.push_back(side.front().value("model", Json()));
    }
    console.document()["models"] = std::move(models);
    return tell(profiles, options, context);
}

ExitCode compareOutputs(const CompareOptions &options, const Json &first, const Json &second,
                        cli::CommandContext &context)
{
    cli::Console &console = context.console;
    const auto outputs = compareRuns(first, second, options.tolerance);
    if (!outputs) {
        return console.fail(ExitCode::InputFault, outputs.error());
    }
    console.document().update(cli::outputsJson(*outputs));
    console.print(cli::outputsTable(*outputs));
    const bool isEqual = std::all_of(outputs->begin(), outputs->end(),
                                     [](const auto &output) { return output.isEqual(); });
    return cli::giveJunit(options.output.junit, "compare", cli::outputCases(*outputs),
                          exitCodeFor(!isEqual), context);
}

/// Fails where results cannot stand beside the first.
Status checkResults(const std::vector<Given> &given, Diagnostics &found)
{
    const Json &first = *given[0].result;
    for (std::size_t i = 1; i < given.size(); ++i) {
        const Json &other = *given[i].result;
        const bool areKept = given[0].isKept && given[i].isKept;
        RETURN_IF_FAILED(areKept ? Status() : checkSameModel(first, other, found));
        if (first.contains("layers") != other.contains("layers")) {
            return makeError("compare", "found a result of `profile` and one of `run`, expected "
                                        "all of a kind");
        }
    }
    if (!first.contains("layers") && given.size() > 2) {
        return makeError("compare", "found {} results of `run`, expected two", given.size());
    }
    return {};
}

ExitCode compareResults(const CompareOptions &options, const std::vector<Given> &given,
                        cli::CommandContext &context)
{
    cli::Console &console = context.console;
    Diagnostics found;
    const Status status = checkResults(given, found);
    console.report(found);
    if (!status) {
        return console.fail(ExitCode::InputFault, status.error());
    }
    if (!given[0].result->contains("layers")) {
        return compareOutputs(options, *given[0].result, *given[1].result, context);
    }
    Profiles profiles;
    for (const Given &one : given) {
        auto results = readAll({*one.result});
        if (!results) {
            return console.fail(ExitCode::InputFault, results.error());
        }
        profiles.push_back(std::move(*results));
    }
    return tell(profiles, options, context);
}

ExitCode compareValues(const CompareOptions &options, cli::CommandContext &context)
{
    cli::NumericOptions numeric{cli::executionOf(options.sides, 0),
                                cli::executionOf(options.sides, 1), options.tolerance,
                                options.output.junit, options.allowsIncomplete};
    numeric.first.seed = options.seed;
    numeric.second.seed = options.seed;
    return cli::compareNumerically(numeric, context);
}

ExitCode compare(CompareOptions &options, cli::CommandContext &context)
{
    cli::Console &console = context.console;
    if (const auto failOver = cli::failOverOf(options.output); !failOver) {
        return console.fail(ExitCode::WrongUsage, failOver.error());
    }
    std::vector<Given> given;
    for (const std::string &file : options.sides.files) {
        Result<Given> one = readGiven(file);
        if (!one) {
            return console.fail(cli::exitCodeOf(one.error()), one.error());
        }
        given.push_back(std::move(*one));
    }
    const Result<cli::Comparison> comparison = comparisonOf(options, given);
    if (!comparison) {
        return console.fail(cli::exitCodeOf(comparison.error()), comparison.error());
    }
    if (Status status = cli::nameAllDevices(options.sides); !status) {
        return console.fail(ExitCode::DeviceFault, status.error());
    }
    if (Status status = cli::checkSides(options.sides, *comparison); !status) {
        return console.fail(ExitCode::WrongUsage, status.error());
    }
    switch (*comparison) {
    case cli::Comparison::Times: return compareTimes(options, context);
    case cli::Comparison::Values: return compareValues(options, context);
    case cli::Comparison::Results: break;
    }
    return compareResults(options, given, context);
}

void addOptions(CLI::App &app, CompareOptions &options)
{
    cli::addSides(app, options.sides);
    app.add_flag("--numeric", options.isNumeric,
                 "for models: compare the values that they compute, not their times");
    app.add_option("--processes", options.processes, "for times: processes of each, by turns")
        ->type_name("N")
        ->check(CLI::Range(fewestProcesses, std::size_t{1000}));
    app.add_option("--tolerance", options.tolerance,
                   "for values: the relative difference that counts as equal")
        ->type_name("PART")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--seed", options.seed,
                   "for --numeric: what values that are not given are made from")
        ->type_name("NUMBER");
    cli::addIncompleteOption(app, options.allowsIncomplete);
    cli::addComparisonOutput(app, options.output);
    app.footer(
        "\nExits with 0 where nothing is different, with 4 where something is; with --fail-over "
        "with 4 where something is slower by more than that, with 5 where that could not have been "
        "seen, and where what --numeric asks for could not be run.");
}

} // namespace

void registerCompare(cli::CommandRegistry &registry)
{
    registry.add({"compare", "models, devices, or results of profile or run, beside each other",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<CompareOptions>();
                      addOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return compare(*options, context);
                      };
                  },
                  false, true});
}

} // namespace nervure
