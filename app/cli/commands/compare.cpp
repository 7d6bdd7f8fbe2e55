// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"
#include "app/cli/console.h"
#include "app/cli/model_options.h"
#include "core/engine/interleaved_profiles.h"
#include "core/engine/profile_json.h"
#include "core/engine/run_model.h"
#include "core/support/file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
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
};

constexpr std::array<PassedOption, 11> passedOptions{{
    {"--shape", "shape of an input, of both models", "NAME=N,…", true},
    {"--dtype", "type of an input, of both models", "NAME=TYPE", true},
    {"--input", "values of a variable, of both models", "NAME=FILE", true},
    {"--params", "parameters; once for both models, or once for each", "FILE", false},
    {"--semantics", "exact or fixed; once or twice", "NAME", false},
    {"--device", "where to run; once or twice", "DEVICE", false},
    {"--pipeline", "device, none or nnvm[:N]; once or twice", "NAME", false},
    {"--algorithm", "auto or direct; once or twice", "NAME", false},
    {"--mode", "serialised or pipelined; once or twice", "NAME", false},
    {"--repeat", "timed runs of a process", "N", false},
    {"--warmup", "runs before them", "N", false},
}};

struct CompareOptions {
    std::string first;
    std::string second;
    std::size_t processes = 8;
    std::optional<double> tolerance;
    std::array<std::vector<std::string>, passedOptions.size()> passed; ///< as passedOptions
};

/// What was given to compare: a document of results, or (nothing) a model.
struct Given {
    std::string file;
    std::optional<Json> result;
};

bool isResult(const Json &json)
{
    const bool isProfile = json.contains("layers") && json.contains("wall_ms");
    return json.is_object()
           && (isProfile || (json.contains("outputs") && json.contains("pipeline")));
}

Result<Given> readGiven(const std::string &file)
{
    ASSIGN_OR_RETURN(const std::string text, readFile(file));
    Given given{file, std::nullopt};
    if (Json json = Json::parse(text, nullptr, false); json.is_object() && isResult(json)) {
        given.result = std::move(json);
    }
    return given;
}

/// The command line of `profile` for one of the two models.
std::vector<std::string> argumentsOf(const CompareOptions &options, const std::string &file,
                                     bool isFirst)
{
    std::vector<std::string> arguments{file};
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const std::vector<std::string> &values = options.passed[i];
        for (std::size_t k = 0; k < values.size(); ++k) {
            const bool isMine = values.size() == 1 || (k == 0) == isFirst;
            if (passedOptions[i].isForBoth || isMine) {
                arguments.emplace_back(passedOptions[i].name);
                arguments.push_back(values[k]);
            }
        }
    }
    return arguments;
}

/// Options that are given more often than there are models, or for no model at all.
Status checkOptions(const CompareOptions &options, bool areModels)
{
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const std::string name = passedOptions[i].name;
        const std::vector<std::string> &values = options.passed[i];
        if (!areModels && !values.empty()) {
            return makeError("usage", "{} is for models that are profiled, not for results", name);
        }
        if (!passedOptions[i].isForBoth && values.size() > 2) {
            return makeError("usage", "{} is given {} times, expected once, or once for each model",
                             name, values.size());
        }
    }
    return {};
}

ExitCode exitCodeFor(bool isDifferent)
{
    return isDifferent ? ExitCode::Different : ExitCode::Done;
}

ExitCode tell(std::span<const ProfileReport> first, std::span<const ProfileReport> second,
              cli::Console &console)
{
    const auto compared = compareProfiles(first, second);
    if (!compared) {
        return console.fail(ExitCode::InputFault, compared.error());
    }
    console.document().update(cli::comparisonJson(*compared));
    console.print(cli::comparisonTable(*compared));
    console.remark(cli::comparisonSummary(*compared));
    return exitCodeFor(compared->isDifferent());
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

ExitCode compareModels(const CompareOptions &options, cli::CommandContext &context)
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
    return tell(*first, *second, console);
}

ExitCode compareOutputs(const CompareOptions &options, const Json &first, const Json &second,
                        cli::Console &console)
{
    const auto outputs = compareRuns(first, second, options.tolerance);
    if (!outputs) {
        return console.fail(ExitCode::InputFault, outputs.error());
    }
    console.document().update(cli::outputsJson(*outputs));
    console.print(cli::outputsTable(*outputs));
    return exitCodeFor(!std::all_of(outputs->begin(), outputs->end(),
                                    [](const auto &output) { return output.isEqual(); }));
}

ExitCode compareResults(const CompareOptions &options, const Json &first, const Json &second,
                        cli::Console &console)
{
    Diagnostics found;
    const Status status = checkSameModel(first, second, found);
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
        return compareOutputs(options, first, second, console);
    }
    const auto results = readAll({first, second});
    if (!results) {
        return console.fail(ExitCode::InputFault, results.error());
    }
    return tell(std::span(*results).first(1), std::span(*results).last(1), console);
}

ExitCode compare(const CompareOptions &options, cli::CommandContext &context)
{
    std::vector<Given> given;
    for (const std::string *file : {&options.first, &options.second}) {
        Result<Given> one = readGiven(*file);
        if (!one) {
            return context.console.fail(ExitCode::InputFault, one.error());
        }
        given.push_back(std::move(*one));
    }
    const bool areModels = !given[0].result && !given[1].result;
    if (Status status = checkOptions(options, areModels); !status) {
        return context.console.fail(ExitCode::WrongUsage, status.error());
    }
    if (areModels) {
        return compareModels(options, context);
    }
    for (const Given &one : given) {
        if (!one.result) {
            Diagnostic error = makeError(
                "compare", "found no result, but the other file is one; expected two "
                           "documents of `profile --json` or `run --json`, or two models");
            error.where.file = one.file;
            return context.console.fail(ExitCode::InputFault, error);
        }
    }
    return compareResults(options, *given[0].result, *given[1].result, context.console);
}

void addOptions(CLI::App &app, CompareOptions &options)
{
    app.add_option("first", options.first, "a model, or what profile or run printed with --json")
        ->type_name("A")
        ->required();
    app.add_option("second", options.second, "another of the same kind")
        ->type_name("B")
        ->required();
    app.add_option("--processes", options.processes, "for models: processes of each, by turns")
        ->type_name("N")
        ->check(CLI::Range(fewestProcesses, std::size_t{1000}));
    app.add_option("--tolerance", options.tolerance,
                   "for runs: the relative difference that counts as equal")
        ->type_name("PART")
        ->check(CLI::NonNegativeNumber);
    for (std::size_t i = 0; i < passedOptions.size(); ++i) {
        const PassedOption &option = passedOptions[i];
        cli::addRepeated(app, option.name, options.passed[i], option.help, option.typeName);
    }
    app.footer("\nExits with 0 where nothing is different, with 4 where something is.");
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
