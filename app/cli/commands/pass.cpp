// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/find_nodes.h"
#include "app/cli/json_output.h"
#include "app/cli/node_trail_report.h"
#include "app/cli/pass_report.h"
#include "app/cli/pipeline.h"
#include "app/cli/write_output.h"
#include "core/engine/run_model.h"
#include "core/engine/step_break.h"
#include "core/passes/conversion/dialect_change.h"
#include "core/passes/steps/carried_values.h"
#include "core/passes/steps/pass_differences.h"
#include "core/passes/steps/step_origins.h"
#include "core/support/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct PassOptions {
    cli::ModelOptions model;
    cli::PipelineOption passes;
    std::string out;
    std::string steps;
    std::string why;
    std::vector<std::string> breaks;
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

/// What is written of the model and of each step: its graph with what is known by then, and where its nodes
/// came from, so that `steps` can tell the same.
struct WrittenStep {
    std::string name;
    const Graph &graph;
    const IndexedGraph *index; ///< null: the graph cannot be indexed
    const Analyses &analyses;
    std::vector<GraphAttr> origins;
};

ExitCode writeStep(const WrittenStep &step, std::size_t number, const PassOptions &options,
                   const cli::CliModel &model, cli::CommandContext &context)
{
    Graph graph = step.graph;
    constexpr bool keepAttrs = true;
    std::vector<GraphAttr> attrs =
        cli::attrsAfter(graph.attrs(), step.analyses, context.builtins.passes, keepAttrs);
    std::erase_if(attrs, isOriginAttribute);
    attrs.insert(attrs.end(), step.origins.begin(), step.origins.end());
    graph.setAttrs(std::move(attrs));
    if (const Status status = checkLowered(graph); !status) {
        return context.console.fail(ExitCode::InputFault, status.error());
    }
    const auto text = graphText(graph, model, context);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    const std::string count = std::to_string(number);
    const std::string name = (count.size() < 2 ? "0" + count : count) + '-' + step.name;
    const Status written =
        writeFile(std::filesystem::path(options.steps) / (name + ".json"), *text);
    return written ? ExitCode::Done : context.console.fail(ExitCode::InputFault, written.error());
}

ExitCode writeSteps(const PassOptions &options, const PassRun &run, const GraphValues &start,
                    const cli::CliModel &model, cli::CommandContext &context)
{
    std::error_code error;
    std::filesystem::create_directories(options.steps, error);
    const IndexedGraph *before = start.index.get();
    ExitCode code = ExitCode::Done;
    const FormatSpec *format = formatOf(model.opened.graph, model, context.builtins.formats);
    if (format && format->write) { // of formats that can only be read the steps begin with a pass
        code = writeStep({"opened", model.opened.graph, before, start.analyses, {}}, 0, options,
                         model, context);
    }
    std::size_t number = 0;
    for (const PassResult &step : run.steps) {
        if (!step.ok || code != ExitCode::Done) {
            break; // the last one: its graph is the one before
        }
        const IndexedGraph *after = step.index.get();
        std::vector<GraphAttr> origins;
        if (before && after) {
            origins = originAttributes(*before, *after, step.provenance);
        }
        code = writeStep({step.name, *step.graph, after, step.analyses, std::move(origins)},
                         ++number, options, model, context);
        before = after;
    }
    return code;
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
        const auto text = graphText(**graph, model, context);
        if (text && !model.opened.format->holdsWeights) {
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
    // The bytes of a binary file are no text that could be read again.
    context.console.document()["graph"] =
        model.opened.format->holdsWeights ? Json() : graphJson(*text);
    giveGraphAttrs(run, model, context);
    // A result that is not what the passes make is no file to leave behind.
    if (options.out.empty() || !run.ok) {
        return ExitCode::Done;
    }
    const Status status = checkLowered(graph);
    return status ? cli::writeOutput(*text, options.out, context)
                  : context.console.fail(ExitCode::InputFault, status.error());
}

/// What the passes found out of all values, or what they did to the node that was asked for.
ExitCode printRun(const PassOptions &options, const PassRun &run, const Graph &start,
                  const std::vector<GraphDifference> &differences, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    if (options.why.empty()) {
        cli::printEntries(context.console, run);
    } else if (const auto followed = cli::followNode(options.why, start, run.steps, differences)) {
        context.console.document()["why"] = cli::nodeTrailJson(*followed, run.steps);
        const cli::Table table = cli::nodeTrailTable(*followed, run.steps);
        if (table.empty()) {
            context.console.print("No pass says anything of it.\n");
        } else {
            context.console.print(table);
        }
    } else {
        code = context.console.fail(ExitCode::WrongUsage, followed.error());
    }
    return code;
}

/// Conditions of --break; what is wrong with one is wrong usage.
Result<std::vector<StepBreak>> readBreaks(const std::vector<std::string> &texts)
{
    std::vector<StepBreak> conditions;
    for (const std::string &text : texts) {
        auto condition = StepBreak::parse(text);
        if (!condition) {
            return condition.error().code == "break-syntax" ? condition.error()
                                                            : cli::inQuery(condition.error());
        }
        conditions.push_back(std::move(condition).value());
    }
    return conditions;
}

/// Where the passes stopped, and for what.
void tellBreak(const std::optional<BreakHit> &hit, cli::Console &console)
{
    if (!hit) {
        return;
    }
    console.document()["break"] = {{"condition", hit->condition},
                                   {"pass", hit->pass},
                                   {"step", hit->step},
                                   {"ms", hit->ms},
                                   {"nodes", hit->nodes}};
    constexpr std::size_t shown = 5;
    std::vector<std::string> names(
        hit->nodes.begin(),
        hit->nodes.begin() + static_cast<std::ptrdiff_t>(std::min(shown, hit->nodes.size())));
    if (names.size() < hit->nodes.size()) {
        names.push_back(fmt::format("{} more", hit->nodes.size() - names.size()));
    }
    console.remark(fmt::format("stopped after {}: {}{}{}\n", hit->pass, hit->condition,
                               names.empty() ? "" : ": ", join(names, ", ")));
}

ExitCode runPass(const PassOptions &options, cli::CommandContext &context)
{
    auto conditions = readBreaks(options.breaks);
    if (!conditions) {
        return context.console.fail(ExitCode::WrongUsage, conditions.error());
    }
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options.model, cli::OnFaults::Refuse, context, code);
    if (!model) {
        return code;
    }
    const auto ended =
        cli::runPipeline(options.passes, *model, context.builtins, std::move(conditions).value());
    if (!ended) {
        const bool isUsage = ended.error().code == "pipeline-syntax";
        return context.console.fail(isUsage ? ExitCode::WrongUsage : ExitCode::InputFault,
                                    ended.error());
    }
    const PassRun &run = ended->run;
    const GraphValues start = carriedValues(model->opened.graph, context.builtins.ops);
    const KnownGraph opened{model->opened.graph, start.index.get(), &start.analyses};
    const std::vector<GraphDifference> differences =
        passDifferences(model->opened.graph, run.steps, context.builtins.ops);
    Json &document = context.console.document();
    document = {{"graph", nullptr},
                {"attrs", cli::attrsJson(run.analyses)},
                {"passes", context.console.isJson() ? cli::stepsJson(opened, run.steps, differences)
                                                    : Json()},
                {"semantics", semanticsName(model->semantics)}};
    context.console.report(run.diagnostics);
    tellBreak(ended->hit, context.console);
    code = run.ok ? ExitCode::Done : cli::failureCode(run);
    const ExitCode given = giveGraph(options, run, *model, context);
    if (code == ExitCode::Done && options.out != "-") {
        code = printRun(options, run, model->opened.graph, differences, context);
    }
    if (options.out != "-") {
        cli::printSteps(context.console, run.steps,
                        differences); // those of a run that failed, too
    }
    if (!options.steps.empty() && given == ExitCode::Done) {
        const ExitCode written = writeSteps(options, run, start, *model, context);
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
             cli::addPipelineOption(app, options->passes, true);
             app.add_option("-o,--output", options->out,
                            "the resulting graph; - is standard output")
                 ->type_name("FILE");
             app.add_flag("--keep-attrs", options->keepAttrs,
                          "keep the computed graph attributes in the result");
             app.add_option("--why", options->why,
                            "what each pass did to this node, or why it left it alone")
                 ->type_name("NODE");
             app.add_option("--break", options->breaks,
                            "stop after the pass at which this holds: 'appears QUERY', 'vanishes "
                            "QUERY', 'reshapes QUERY' or 'slower MS'")
                 ->type_name("CONDITION")
                 ->expected(1);
             app.add_option("--steps", options->steps,
                            "write the model and the graph after each pass here, for `steps`")
                 ->type_name("DIR");
             return [options](cli::CommandContext &context) { return runPass(*options, context); };
         }});
}

} // namespace nervure
