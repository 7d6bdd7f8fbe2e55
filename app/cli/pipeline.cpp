// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pipeline.h"

#include "app/cli/console.h"
#include "core/engine/device_catalog.h"
#include "core/engine/run_model.h"
#include "core/graph/analysis/whole_graph.h"
#include "core/passes/live/live_inference.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace nervure::cli {

namespace {

/// Bytes of a file with passes.
constexpr std::uintmax_t longestPipeline = 1 << 20;

PassEnvironment environmentOf(const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment{builtins.passes, builtins.ops, model.facts, model.semantics};
    environment.targets = deviceTargets();
    return environment;
}

} // namespace

TargetLookup deviceTargets()
{
    auto devices = std::make_shared<DeviceCatalog>();
    return [devices](const std::string &name) { return devices->traits(name); };
}

CLI::App &addPipelineOption(CLI::App &app, PipelineOption &option, bool isRequired)
{
    app.add_option(
           "--passes", option.text,
           "the passes in order: A,'PlanMemory{match_range=8}'; @FILE: those that a file has")
        ->type_name("A,B")
        ->required(isRequired);
    app.add_flag("--allow-exec", option.allowsPrograms,
                 "let passes of a file start programs (exec); what is typed here always may");
    return app;
}

Result<ReadPipeline> readPipeline(const PipelineOption &option)
{
    const bool isFile = option.text.starts_with('@');
    std::string text = option.text;
    if (isFile) {
        ASSIGN_OR_RETURN(text, readFile(option.text.substr(1), longestPipeline));
    }
    ReadPipeline pipeline;
    ASSIGN_OR_RETURN(pipeline.passes, parsePipeline(trim(text)));
    const bool isAllowed = !isFile || option.allowsPrograms;
    pipeline.programs = [isAllowed](const std::string &command) {
        return isAllowed ? Status()
                         : Status(makeError("exec-refused",
                                            "{} was not started: passes of a file may start "
                                            "programs only with --allow-exec",
                                            quoted(command)));
    };
    return pipeline;
}

Result<BreakRun> runPipeline(const PipelineOption &option, const CliModel &model,
                             const Builtins &builtins, std::vector<StepBreak> conditions)
{
    ASSIGN_OR_RETURN(const ReadPipeline pipeline, readPipeline(option));
    PassEnvironment environment = environmentOf(model, builtins);
    environment.describesSteps = true;
    environment.programs = pipeline.programs;
    return runPassesUntil(model.opened.graph, pipeline.passes, std::move(environment),
                          std::move(conditions));
}

ExitCode failureCode(const PassRun &run)
{
    static constexpr std::array<std::string_view, 3> usage{"pass-unknown", "option-unknown",
                                                           "option-invalid"};
    const Diagnostic *error = run.steps.empty() ? nullptr : failureOf(run.steps.back());
    if (!error) {
        return ExitCode::InputFault;
    }
    return std::find(usage.begin(), usage.end(), error->code) != usage.end() ? ExitCode::WrongUsage
                                                                             : exitCodeOf(*error);
}

namespace {

PassRun inferGraph(const Graph &graph, const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment = environmentOf(model, builtins);
    environment.keepsGoing = true;
    return runPasses(graph, livePasses(graph), environment);
}

} // namespace

PassRun infer(const CliModel &model, const Builtins &builtins)
{
    const Graph &graph = model.opened.graph;
    const Graph whole = wholeGraph(graph);
    PassRun run = inferGraph(whole, model, builtins);
    const bool isAll = whole.heads().size() == graph.heads().size();
    // Nodes that no head needs may be those that cannot be put in an order.
    return run.index || isAll ? std::move(run) : inferGraph(graph, model, builtins);
}

PassRun inferNeeded(const CliModel &model, const Builtins &builtins)
{
    return inferGraph(model.opened.graph, model, builtins);
}

std::vector<ShownBody> bodiesOf(const CliModel &model, const Builtins &builtins)
{
    OnnxFacts facts{model.facts.shapes, model.facts.dtypes, model.facts.elements};
    facts.sizes = model.facts.sizes;
    return shownBodies(model.opened.graph, builtins.ops, std::move(facts));
}

} // namespace nervure::cli
