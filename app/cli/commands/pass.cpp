// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/json_output.h"
#include "app/cli/pass_report.h"
#include "app/cli/pipeline.h"
#include "app/cli/write_output.h"
#include "core/engine/run_model.h"
#include "core/passes/conversion/dialect_change.h"
#include "core/support/file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct PassOptions {
    cli::ModelOptions model;
    std::string passes;
    std::string out;
    std::string steps;
    bool keepAttrs = false;
};

/// The format its file had, unless passes made the graph one of the other dialect or the format can
/// only be read: then the dialect's own.
const FormatSpec *formatOf(const Graph &graph, const cli::CliModel &model,
                           const FormatRegistry &formats)
{
    const bool isKept =
        graph.dialect() == model.opened.graph.dialect() && model.opened.format->write;
    return isKept ? model.opened.format : formats.find(dialectName(graph.dialect()));
}

/// The canonical text of a graph.
Result<std::string> graphText(const Graph &graph, const cli::CliModel &model,
                              cli::CommandContext &context)
{
    const FormatSpec *format = formatOf(graph, model, context.builtins.formats);
    if (!format || !format->write) {
        return makeError("format-write", "{} can be read, but not written",
                         model.opened.format->title);
    }
    Diagnostics diagnostics;
    auto text = format->write(graph, {context.builtins.ops, model.semantics, {}}, diagnostics);
    context.console.report(diagnostics);
    return text;
}

ExitCode writeSteps(const PassOptions &options, const PassRun &run, const cli::CliModel &model,
                    cli::CommandContext &context)
{
    std::error_code error;
    std::filesystem::create_directories(options.steps, error);
    int number = 0;
    for (const PassResult &step : run.steps) {
        if (!step.ok) {
            break; // the last one: its graph is the one before
        }
        Graph graph = *step.graph;
        // With what is known by then: a step is there to be looked at.
        constexpr bool keepAttrs = true;
        graph.setAttrs(
            cli::attrsAfter(graph.attrs(), step.analyses, context.builtins.passes, keepAttrs));
        if (const Status status = checkLowered(graph); !status) {
            return context.console.fail(ExitCode::InputFault, status.error());
        }
        const auto text = graphText(graph, model, context);
        if (!text) {
            return context.console.fail(ExitCode::InputFault, text.error());
        }
        const std::string count = std::to_string(++number);
        const std::string name = (count.size() < 2 ? "0" + count : count) + '-' + step.name;
        const Status written =
            writeFile(std::filesystem::path(options.steps) / (name + ".json"), *text);
        if (!written) {
            return context.console.fail(ExitCode::InputFault, written.error());
        }
    }
    return ExitCode::Done;
}

/// A graph's text for the document. Names that are not UTF-8 are in the text as they are, which no
/// JSON reader takes.
Json graphJson(const std::string &text)
{
    Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? Json(text) : json;
}

/// Graph attributes that are graphs themselves (precompute_graph), for the document.
void giveGraphAttrs(const PassRun &run, const cli::CliModel &model, cli::CommandContext &context)
{
    for (const auto &[name, value] : run.analyses.all()) {
        const auto *graph = std::get_if<std::shared_ptr<const Graph>>(&value);
        if (!graph || !*graph) {
            continue;
        }
        if (const auto text = graphText(**graph, model, context)) {
            context.console.document()["attrs"][name] = graphJson(*text);
        }
    }
}

/// The resulting graph: for the document, and for -o.
ExitCode giveGraph(const PassOptions &options, const PassRun &run, const cli::CliModel &model,
                   cli::CommandContext &context)
{
    Graph graph = run.graph;
    graph.setAttrs(
        cli::attrsAfter(graph.attrs(), run.analyses, context.builtins.passes, options.keepAttrs));
    const auto text = graphText(graph, model, context);
    if (!text) {
        // Whoever asked for no file is given all else.
        return options.out.empty() ? ExitCode::Done
                                   : context.console.fail(ExitCode::InputFault, text.error());
    }
    context.console.document()["graph"] = graphJson(*text);
    giveGraphAttrs(run, model, context);
    // A result that is not what the passes make is no file to leave behind.
    if (options.out.empty() || !run.ok) {
        return ExitCode::Done;
    }
    const Status status = checkLowered(graph);
    return status ? cli::writeOutput(*text, options.out, context)
                  : context.console.fail(ExitCode::InputFault, status.error());
}

ExitCode runPass(const PassOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options.model, cli::OnFaults::Refuse, context, code);
    if (!model) {
        return code;
    }
    const auto run = cli::runPipeline(options.passes, *model, context.builtins);
    if (!run) {
        return context.console.fail(ExitCode::WrongUsage, run.error());
    }
    Json &document = context.console.document();
    document = {{"graph", nullptr},
                {"attrs", cli::attrsJson(run->analyses)},
                {"passes", cli::stepsJson(run->steps)},
                {"semantics", semanticsName(model->semantics)}};
    context.console.report(run->diagnostics);
    code = run->ok ? ExitCode::Done : cli::failureCode(*run);
    const ExitCode given = giveGraph(options, *run, *model, context);
    if (code == ExitCode::Done && options.out != "-") {
        cli::printEntries(context.console, *run);
    }
    if (options.out != "-") {
        cli::printSteps(context.console, run->steps); // those of a run that failed, too
    }
    if (!options.steps.empty() && given == ExitCode::Done) {
        const ExitCode written = writeSteps(options, *run, *model, context);
        return code == ExitCode::Done ? written : code;
    }
    return code == ExitCode::Done ? given : code;
}

} // namespace

void registerPass(cli::CommandRegistry &registry)
{
    registry.add(
        {"pass", "run passes, show the graph attributes, write the result",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<PassOptions>();
             cli::addModelOptions(app, options->model);
             app.add_option("--passes", options->passes,
                            "the passes in order: A,'PlanMemory{match_range=8}'")
                 ->type_name("A,B")
                 ->required();
             app.add_option("-o,--output", options->out,
                            "the resulting graph; - is standard output")
                 ->type_name("FILE");
             app.add_flag("--keep-attrs", options->keepAttrs,
                          "keep the computed graph attributes in the result");
             app.add_option(
                    "--steps", options->steps,
                    "write the graph after each pass here, with what is known of its values")
                 ->type_name("DIR");
             return [options](cli::CommandContext &context) { return runPass(*options, context); };
         }});
}

} // namespace nervure
