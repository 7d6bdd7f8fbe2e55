// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"
#include "app/cli/console.h"
#include "app/cli/junit.h"
#include "app/cli/kept_runs.h"
#include "app/cli/model_options.h"
#include "app/cli/numeric_compare.h"
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
#include <array>
#include <cmath>
#include <memory>
#include <optional>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

/// An option of `profile` that is passed on. Given twice, the second is for the second model alone.
struct PassedOption {
    const char *name;
    const char *help;
    const char *typeName;
    bool isForBoth; ///< may be given often, and is always for both
    /// Where --numeric puts it; null: it is about times.
    void (*take)(cli::ExecutionOptions &options, const std::string &value) = nullptr;
};

constexpr std::array<PassedOption, 11> passedOptions{{
    {"--shape", "shape of an input, of both models", "NAME=N,…", true,
     [](auto &options, const auto &value) { options.model.shapes.push_back(value); }},
    {"--dtype", "type of an input, of both models", "NAME=TYPE", true,
     [](auto &options, const auto &value) { options.model.dtypes.push_back(value); }},
    {"--input", "values of a variable, of both models", "NAME=FILE", true,
     [](auto &options, const auto &value) { options.inputs.push_back(value); }},
    {"--params", "parameters; once for both models, or once for each", "FILE", false,
     [](auto &options, const auto &value) { options.model.params = value; }},
    {"--semantics", "exact or fixed; once or twice", "NAME", false,
     [](auto &options, const auto &value) { options.model.semantics = value; }},
    {"--device", "where to run; once or twice", "DEVICE", false,
     [](auto &options, const auto &value) { options.device = value; }},
    {"--pipeline", "device, none or nnvm[:N]; once or twice", "NAME", false},
    {"--algorithm", "auto or direct; once or twice", "NAME", false,
     [](auto &options, const auto &value) { options.algorithm = value; }},
    {"--mode", "serialised or pipelined; once or twice", "NAME", false},
    {"--repeat", "timed runs of a process", "N", false},
    {"--warmup", "runs before them", "N", false},
}};

struct CompareOptions {
    std::string first;
    std::string second;
    bool isNumeric = false;
    std::size_t processes = 8;
    std::optional<double> tolerance;
    std::uint64_t seed = 0;
    std::string junit;
    std::string markdown;
    std::string failOver; ///< "5%" or "0.05"; empty: any difference
    std::array<std::vector<std::string>, passedOptions.size()> passed; ///< as passedOptions
};

/// What two files are compared by.
enum class Comparison { Results, Times, Values };

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
Result<Comparison> comparisonOf(const CompareOptions &options, const std::array<Given, 2> &given)
{
    const bool areModels = !given[0].result && !given[1].result;
    if (areModels) {
        return options.isNumeric ? Comparison::Values : Comparison::Times;
    }
    for (const Given &one : given) {
        if (!one.result) {
            Diagnostic error = makeError(
                "compare", "found no result, but the other file is one; expected two "
                           "documents of `profile --json` or `run --json`, or two models");
            error.where.file = one.file;
            return error;
        }
    }
    if (options.isNumeric) {
        return makeError("usage", "--numeric runs models, found results of earlier runs");
    }
    return Comparison::Results;
}

/// The values of an option for one of the two models.
std::vector<std::string> valuesFor(const CompareOptions &options, std::size_t number, bool isFirst)
{
    const std::vector<std::string> &values = options.passed[number];
    if (passedOptions[number].isForBoth || values.size() < 2) {
        return values;
    }
    return {isFirst ? values.front() : values.back()};
}

/// The command line of `profile` for one of the two models.
std::vector<std::string> argumentsOf(const CompareOptions &options, const std::string &file,
                                     bool isFirst)
{
    std::vector<std::string> arguments{file};
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        for (const std::string &value : valuesFor(options, i, isFirst)) {
            arguments.emplace_back(passedOptions[i].name);
            arguments.push_back(value);
        }
    }
    return arguments;
}

/// How --numeric runs one of them.
cli::ExecutionOptions executionOf(const CompareOptions &options, const std::string &file,
                                  bool isFirst)
{
    cli::ExecutionOptions execution;
    execution.model.file = file;
    execution.seed = options.seed;
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        for (const std::string &value : valuesFor(options, i, isFirst)) {
            if (passedOptions[i].take) {
                passedOptions[i].take(execution, value);
            }
        }
    }
    return execution;
}

/// Options that are given more often than there are models, or for another comparison.
Status checkOptions(const CompareOptions &options, Comparison comparison)
{
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const PassedOption &option = passedOptions[i];
        const std::size_t count = options.passed[i].size();
        if (comparison == Comparison::Results && count > 0) {
            return makeError("usage", "{} is for models that are run, not for results",
                             option.name);
        }
        if (comparison == Comparison::Values && count > 0 && !option.take) {
            return makeError("usage", "{} is for times, not for --numeric", option.name);
        }
        if (!option.isForBoth && count > 2) {
            return makeError("usage", "{} is given {} times, expected once, or once for each model",
                             option.name, count);
        }
    }
    return {};
}

ExitCode exitCodeFor(bool isDifferent)
{
    return isDifferent ? ExitCode::Different : ExitCode::Done;
}

/// "5%" and "0.05" are the same.
Result<std::optional<double>> failOverOf(const std::string &text)
{
    if (text.empty()) {
        return std::optional<double>();
    }
    const bool isPercent = text.ends_with('%');
    const auto number = parseNumber(isPercent ? text.substr(0, text.size() - 1) : text);
    if (!number || !std::isfinite(*number) || *number < 0) {
        return makeError("usage", "--fail-over: found {}, expected a part as 5% or 0.05",
                         quoted(text));
    }
    return std::optional(isPercent ? *number / 100 : *number);
}

ExitCode tell(std::span<const ProfileReport> first, std::span<const ProfileReport> second,
              const CompareOptions &options, cli::CommandContext &context)
{
    cli::Console &console = context.console;
    const std::optional<double> failOver = failOverOf(options.failOver).value();
    const auto compared = compareProfiles(first, second);
    if (!compared) {
        return console.fail(ExitCode::InputFault, compared.error());
    }
    console.document().update(cli::comparisonJson(*compared));
    console.print(cli::comparisonTable(*compared));
    console.remark(cli::comparisonSummary(*compared));
    const bool fails = failOver ? compared->isSlowerBy(*failOver) : compared->isDifferent();
    console.document()["failed"] = fails;
    ExitCode code = exitCodeFor(fails);
    if (!options.markdown.empty()) {
        const ExitCode written =
            cli::writeOutput(cli::comparisonMarkdown(*compared), options.markdown, context);
        code = written == ExitCode::Done ? code : written;
    }
    return cli::giveJunit(options.junit, "compare", cli::comparisonCases(*compared, failOver), code,
                          context);
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
    const auto profiles =
        profileInterleaved(argumentsOf(options, options.first, true),
                           argumentsOf(options, options.second, false), options.processes);
    if (!profiles) {
        return console.fail(cli::exitCodeOf(profiles.error()), profiles.error());
    }
    const auto first = readAll(profiles->first);
    const auto second = readAll(profiles->second);
    if (!first || !second) {
        return console.fail(ExitCode::InputFault, first ? second.error() : first.error());
    }
    console.document()["models"] = {profiles->first.front().value("model", Json()),
                                    profiles->second.front().value("model", Json())};
    return tell(*first, *second, options, context);
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
    return cli::giveJunit(options.junit, "compare", cli::outputCases(*outputs),
                          exitCodeFor(!isEqual), context);
}

ExitCode compareResults(const CompareOptions &options, const std::array<Given, 2> &given,
                        cli::CommandContext &context)
{
    const Json &first = *given[0].result;
    const Json &second = *given[1].result;
    cli::Console &console = context.console;
    Diagnostics found;
    const bool areKept = given[0].isKept && given[1].isKept;
    const Status status = areKept ? Status() : checkSameModel(first, second, found);
    console.report(found);
    if (!status) {
        return console.fail(ExitCode::InputFault, status.error());
    }
    if (first.contains("layers") != second.contains("layers")) {
        return console.fail(ExitCode::InputFault,
                            makeError("compare", "found a result of `profile` and one of `run`, "
                                                 "expected two of a kind"));
    }
    if (!first.contains("layers")) {
        return compareOutputs(options, first, second, context);
    }
    const auto results = readAll({first, second});
    if (!results) {
        return console.fail(ExitCode::InputFault, results.error());
    }
    return tell(std::span(*results).first(1), std::span(*results).last(1), options, context);
}

ExitCode compareValues(const CompareOptions &options, cli::CommandContext &context)
{
    return cli::compareNumerically({executionOf(options, options.first, true),
                                    executionOf(options, options.second, false), options.tolerance,
                                    options.junit},
                                   context);
}

ExitCode compare(const CompareOptions &options, cli::CommandContext &context)
{
    if (const auto failOver = failOverOf(options.failOver); !failOver) {
        return context.console.fail(ExitCode::WrongUsage, failOver.error());
    }
    std::array<Given, 2> given;
    for (std::size_t i = 0; i < given.size(); ++i) {
        Result<Given> one = readGiven(i == 0 ? options.first : options.second);
        if (!one) {
            return context.console.fail(cli::exitCodeOf(one.error()), one.error());
        }
        given[i] = std::move(*one);
    }
    const Result<Comparison> comparison = comparisonOf(options, given);
    if (!comparison) {
        return context.console.fail(cli::exitCodeOf(comparison.error()), comparison.error());
    }
    if (Status status = checkOptions(options, *comparison); !status) {
        return context.console.fail(ExitCode::WrongUsage, status.error());
    }
    switch (*comparison) {
    case Comparison::Times: return compareTimes(options, context);
    case Comparison::Values: return compareValues(options, context);
    case Comparison::Results: break;
    }
    return compareResults(options, given, context);
}

void addOptions(CLI::App &app, CompareOptions &options)
{
    app.add_option("first", options.first,
                   "a model, what profile or run printed with --json, or a run that a project "
                   "keeps: P.nervure#2")
        ->type_name("A")
        ->required();
    app.add_option("second", options.second, "another of the same kind")
        ->type_name("B")
        ->required();
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
    app.add_option(
           "--fail-over", options.failOver,
           "for times: exit with 4 only where something is surely slower, by more than that")
        ->type_name("PART");
    app.add_option("--markdown", options.markdown, "for times: write the table as Markdown")
        ->type_name("FILE");
    cli::addJunitOption(app, options.junit);
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const PassedOption &option = passedOptions[i];
        cli::addRepeated(app, option.name, options.passed[i], option.help, option.typeName);
    }
    app.footer(
        "\nExits with 0 where nothing is different, with 4 where something is; with --fail-over "
        "with 4 where something is slower by more than that.");
}

} // namespace

void registerCompare(cli::CommandRegistry &registry)
{
    registry.add({"compare", "two models, or two results of profile or run, beside each other",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<CompareOptions>();
                      addOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return compare(*options, context);
                      };
                  }});
}

} // namespace nervure
