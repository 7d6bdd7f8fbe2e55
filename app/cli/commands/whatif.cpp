// SPDX-License-Identifier: Apache-2.0
#include "app/cli/comparison_report.h"
#include "app/cli/console.h"
#include "app/cli/edit_words.h"
#include "app/cli/execution_options.h"
#include "app/cli/json_output.h"
#include "app/cli/model_options.h"
#include "app/cli/stop_signal.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/pipeline_choice.h"
#include "core/engine/profile_json.h"
#include "core/engine/what_if/what_if.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct WhatIfOptions {
    cli::ExecutionOptions execution;
    std::string mode = "serialised";
    std::size_t repeat = 5;
    std::size_t warmup = 2;
    std::size_t rounds = WhatIf::defaultRounds;
    std::vector<std::string> sets;        ///< NODE.KEY=VALUE
    std::vector<std::string> switchedOff; ///< passes
    std::vector<std::string> switchedOn;
    std::vector<std::string> passOptions; ///< PASS.OPTION=VALUE
    std::string against;                  ///< another pipeline
    cli::ComparisonOutput output;
};

/// What is changed, for people: "conv0.strides=(2,2), FuseOperators off".
std::string changesText(const WhatIfOptions &options)
{
    std::vector<std::string> parts = options.sets;
    for (const std::string &pass : options.switchedOff) {
        parts.push_back(pass + " off");
    }
    for (const std::string &pass : options.switchedOn) {
        parts.push_back(pass + " on");
    }
    parts.insert(parts.end(), options.passOptions.begin(), options.passOptions.end());
    if (!options.against.empty()) {
        parts.push_back("pipeline " + options.against);
    }
    return join(parts, ", ");
}

/// The pipeline that the changed model is compiled by.
Result<std::string> changedPipeline(const WhatIfOptions &options)
{
    ASSIGN_OR_RETURN(PipelineChoice choice,
                     parsePipelineChoice(options.against.empty() ? options.execution.pipeline
                                                                 : options.against));
    for (const std::string &pass : options.switchedOff) {
        choice.changes.emplace_back(pass, "off");
    }
    for (const std::string &pass : options.switchedOn) {
        choice.changes.emplace_back(pass, "on");
    }
    for (const std::string &text : options.passOptions) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || text.substr(0, equals).find('.') == std::string::npos) {
            return makeError("usage", "--pass-option: found {}, expected PASS.OPTION=VALUE",
                             quoted(text));
        }
        choice.changes.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return choice.isChanged() || !options.against.empty() ? pipelineChoiceText(choice)
                                                          : options.execution.pipeline;
}

/// Changes the graph as `edit --set` does.
Status applySets(const std::vector<std::string> &sets, Graph &graph, const Builtins &builtins)
{
    for (const std::string &text : sets) {
        ASSIGN_OR_RETURN(const EditArguments arguments,
                         cli::parseArguments({EditKind::Set, text}, graph));
        ASSIGN_OR_RETURN(const Edit edit,
                         namedEdit(EditKind::Set).make(graph, builtins.ops, arguments));
        RETURN_IF_FAILED(nervure::apply(graph, edit));
    }
    return {};
}

Result<WhatIf> questionOf(const WhatIfOptions &options, ExecutionRequest request,
                          const Builtins &builtins)
{
    request.mode = options.mode == "pipelined" ? RunMode::Pipelined : RunMode::Serialized;
    request.repeat = options.repeat;
    request.warmup = options.warmup;
    WhatIf question{request, std::move(request), options.rounds};
    RETURN_IF_FAILED(applySets(options.sets, question.after.graph, builtins));
    if (!options.sets.empty()) {
        question.after.original = nullptr; // it holds the model as it was
    }
    ASSIGN_OR_RETURN(question.after.pipeline, changedPipeline(options));
    useWeights(question.before, builtins.ops);
    useWeights(question.after, builtins.ops);
    return question;
}

ExitCode exitCodeFor(const Diagnostic &error)
{
    return error.code == "no-such-node" ? ExitCode::WrongUsage : cli::exitCodeOf(error);
}

ExitCode tell(const WhatIfReport &report, const WhatIfOptions &options,
              cli::CommandContext &context)
{
    cli::Console &console = context.console;
    console.report(report.diagnostics);
    const auto series =
        compareSeries(std::array{std::span(&report.before, 1), std::span(&report.after, 1)});
    if (!series) {
        return console.fail(ExitCode::InputFault, series.error());
    }
    console.document()["changes"] = changesText(options);
    console.document()["before"] = profileJson(report.before, {});
    console.document()["after"] = profileJson(report.after, {});
    console.remark("what if: " + changesText(options) + '\n');
    return cli::tellComparison(*series, options.output, "whatif", context);
}

ExitCode whatIf(const WhatIfOptions &options, cli::CommandContext &context)
{
    cli::Console &console = context.console;
    if (const auto failOver = cli::failOverOf(options.output); !failOver) {
        return console.fail(ExitCode::WrongUsage, failOver.error());
    }
    if (changesText(options).empty()) {
        return console.fail(ExitCode::WrongUsage,
                            makeError("usage", "nothing is changed, expected --set, --switch-off, "
                                               "--switch-on, --pass-option or --against"));
    }
    ExitCode code = ExitCode::Done;
    auto request = cli::makeExecutionRequest(options.execution, context, code);
    if (!request) {
        return code;
    }
    const Result<WhatIf> question = questionOf(options, std::move(*request), context.builtins);
    if (!question) {
        return console.fail(exitCodeFor(question.error()), question.error());
    }
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {cli::stoppedBySignals(), {}}};
    const Result<WhatIfReport> report = measureWhatIf(*question, execution);
    if (!report) {
        return console.fail(exitCodeFor(report.error()), report.error());
    }
    code = tell(*report, options, context);
    return report->before.isStopped && code == ExitCode::Done ? ExitCode::Stopped : code;
}

void addOptions(CLI::App &app, WhatIfOptions &options)
{
    cli::addExecutionOptions(app, options.execution);
    cli::addRepeated(app, "--set", options.sets, "change an attribute, as edit does",
                     "NODE.KEY=VALUE");
    cli::addRepeated(app, "--switch-off", options.switchedOff, "leave a pass of the pipeline out",
                     "PASS");
    cli::addRepeated(app, "--switch-on", options.switchedOn,
                     "run another pass first, once the model is lowered", "PASS");
    cli::addRepeated(app, "--pass-option", options.passOptions,
                     "change an option of a pass of the pipeline", "PASS.OPTION=VALUE");
    app.add_option("--against", options.against,
                   "the changed model's pipeline, where it is another")
        ->type_name("NAME");
    app.add_option("--rounds", options.rounds, "how often both take turns")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, WhatIf::mostRounds));
    app.add_option("--repeat", options.repeat, "timed runs of each in a round")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    app.add_option("--warmup", options.warmup, "runs before them in a round")
        ->type_name("N")
        ->check(CLI::Range(0, 1000));
    app.add_option("--mode", options.mode, "serialised or pipelined")
        ->type_name("NAME")
        ->check(CLI::IsMember({"serialised", "pipelined"}));
    cli::addComparisonOutput(app, options.output);
}

} // namespace

void registerWhatif(cli::CommandRegistry &registry)
{
    registry.add({"whatif", "a model beside itself with something changed, measured by turns",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<WhatIfOptions>();
                      addOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return whatIf(*options, context);
                      };
                  },
                  false, true});
}

} // namespace nervure
