// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/pipeline.h"
#include "app/cli/proof_report.h"
#include "app/cli/verdict_exit.h"
#include "core/engine/given_values.h"
#include "core/proof/proof_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct BisectCommand {
    cli::ExecutionOptions execution; ///< of the model, or of all files of the folder
    cli::PipelineOption passes;
    std::string folder;
    BisectOptions options;
    std::string against = "before";
    bool allowsIncomplete = false;
    std::string junit;
};

/// What a failure that was told already stands for.
Diagnostic toldAlready()
{
    return makeError("told", "");
}

/// Reads the steps, telling what goes wrong.
class StepReader {
public:
    StepReader(const BisectCommand &options, cli::CommandContext &context)
        : m_options(options),
          m_context(context)
    {}

    /// Nothing came of it: `code` says why, and it has been told.
    std::optional<ProofSteps> read(ExitCode &code)
    {
        Result<ProofSteps> steps = m_options.folder.empty() ? ofPasses(code) : ofFolder(code);
        if (steps) {
            return std::move(steps).value();
        }
        if (steps.error().code != "told") {
            code = m_context.console.fail(codeOf(steps.error()), steps.error());
        }
        return std::nullopt;
    }
    /// How the graphs run.
    [[nodiscard]] const ExecutionRequest &manner() const { return m_manner; }

    static ExitCode codeOf(const Diagnostic &error)
    {
        const bool isPipeline = error.code == "pipeline-syntax" || error.code == "pass-unknown"
                                || error.code == "option-unknown" || error.code == "option-invalid";
        return isPipeline ? ExitCode::WrongUsage : cli::exitCodeOf(error);
    }

private:
    Result<ExecutionRequest> requestOf(const std::string &file, ExitCode &code)
    {
        cli::ExecutionOptions execution = m_options.execution;
        execution.model.file = file;
        auto request = cli::makeExecutionRequest(execution, m_context, code);
        if (!request) {
            return toldAlready();
        }
        m_manner = mannerOf(*request);
        return std::move(*request);
    }

    Result<ProofSteps> ofPasses(ExitCode &code)
    {
        ASSIGN_OR_RETURN(auto pipeline, cli::readPipeline(m_options.passes));
        ASSIGN_OR_RETURN(const ExecutionRequest request,
                         requestOf(m_options.execution.model.file, code));
        PassEnvironment environment{m_context.builtins.passes, m_context.builtins.ops};
        environment.semantics = request.semantics;
        environment.targets = cli::deviceTargets();
        environment.programs = pipeline.programs;
        return stepsOfPasses(request, std::move(pipeline.passes), environment, m_context.builtins);
    }

    Result<ProofSteps> ofFolder(ExitCode &code)
    {
        ASSIGN_OR_RETURN(const StepFiles files, stepFiles(m_options.folder));
        ASSIGN_OR_RETURN(const ExecutionRequest start,
                         requestOf(files.files.front().string(), code));
        Diagnostics found;
        auto steps = stepsOfFiles(start, files.files, m_context.builtins, found);
        m_context.console.report(found);
        return steps;
    }

    const BisectCommand &m_options;
    cli::CommandContext &m_context;
    ExecutionRequest m_manner;
};

/// Steps that say nothing of whether the passes are right.
void warnOfStepsNotRun(const Bisection &result, cli::Console &console)
{
    for (const ProvedStep &step : result.steps) {
        if (step.isUnreadable) {
            console.report(makeWarning("bisect-unread", "the file of {} cannot be read: {}",
                                       step.name, step.remark));
        } else if (step.verdict == ProofVerdict::NotRun) {
            console.report(
                makeWarning("bisect-open", "{} was not compared: {}", step.name, step.remark));
        } else if (step.verdict == ProofVerdict::NotAsked && !step.remark.empty()) {
            console.report(makeWarning("bisect-unread", "the file of {} was left out: {}",
                                       step.name, step.remark));
        }
    }
}

ExitCode runBisect(BisectCommand &options, cli::CommandContext &context)
{
    options.options.isAgainstFirst = options.against == againstName(true);
    const bool hasModel = !options.execution.model.file.empty();
    if (options.folder.empty() == options.passes.text.empty()
        || hasModel != options.folder.empty()) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "expected a model and --passes, or --steps with a folder"));
    }
    ExitCode code = ExitCode::Done;
    StepReader reader(options, context);
    const auto steps = reader.read(code);
    if (!steps) {
        return code;
    }
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {}};
    const auto result = bisect(*steps, options.options, {reader.manner(), execution});
    if (!result) {
        return context.console.fail(StepReader::codeOf(result.error()), result.error());
    }
    context.console.document() = bisectionJson(*result);
    warnOfStepsNotRun(*result, context.console);
    context.console.print(cli::bisectionTable(*result));
    context.console.remark('\n' + cli::bisectionSummary(*result));
    code = cli::exitCodeOf(*result, options.allowsIncomplete);
    return cli::giveJunit(options.junit, "bisect", cli::bisectionCases(*result), code, context);
}

void addOptions(CLI::App &app, BisectCommand &options)
{
    app.add_option("FILE", options.execution.model.file, "a model, for --passes");
    cli::addPipelineOption(app, options.passes, false);
    app.add_option(
           "--steps", options.folder,
           "files that a compiler wrote after its passes, see `steps`; --input and the like "
           "are of the first")
        ->type_name("DIR");
    app.add_option("--tolerance", options.options.tolerance,
                   "the relative difference that counts as equal, else that of rounding by type")
        ->type_name("PART")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--against", options.against,
                   "before: each step beside the one before it; first: beside the first graph")
        ->type_name("WHICH")
        ->check(CLI::IsMember({"before", "first"}));
    app.add_flag("--all", options.options.goesOn,
                 "go on behind the first step that changes an output");
    cli::addIncompleteOption(app, options.allowsIncomplete);
    cli::addValueOptions(app, options.execution.model);
    cli::addParamsOption(app, options.execution.model);
    cli::addRunOptions(app, options.execution);
    cli::addJunitOption(app, options.junit);
    app.footer(
        "\nExits with 0 where every step was compared and none changes an output, with 4 where one "
        "does, with 5 where none does but a step could not be compared, with 1 where its file "
        "cannot be read. Values that nobody gives are made from three seeds.");
}

} // namespace

void registerBisect(cli::CommandRegistry &registry)
{
    registry.add(
        {"bisect", "the first pass that changes what a model computes, and the first value",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<BisectCommand>();
             addOptions(app, *options);
             return
                 [options](cli::CommandContext &context) { return runBisect(*options, context); };
         },
         false, true});
}

} // namespace nervure
