// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/find_nodes.h"
#include "app/cli/load_model.h"
#include "app/cli/pipeline.h"
#include "app/cli/write_output.h"
#include "core/layout/diagram/bundles.h"
#include "core/layout/diagram/drawn_selection.h"
#include "core/layout/diagram/output_pills.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "core/layout/export/dot_writer.h"
#include "core/layout/export/svg_writer.h"
#include "core/support/heap.h"
#include "core/support/own_programs.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

namespace {

using cli::ExitCode;

struct RenderOptions {
    cli::ModelOptions model;
    std::string out;
    std::string to;
    bool isDark = false;
    bool hasLegend = false;
    bool showParameters = false;
    bool hasNoOutputs = false;
    std::string group;           ///< "" or the name of a Grouping
    std::optional<int> collapse; ///< so many levels of groups stay open
    std::string direction = "down";

    /// Groups are folded by their names where only a level is given.
    [[nodiscard]] Grouping grouping() const
    {
        return groupingFromName(group).value_or(collapse ? Grouping::Scopes : Grouping::None);
    }
    [[nodiscard]] LayoutDirection flow() const
    {
        return direction == "right" ? LayoutDirection::Right : LayoutDirection::Down;
    }
    std::string select;
    std::optional<double> scale;
};

/// "svg", "dot", "png" or "pdf": --to, else what the file name ends in.
std::string pictureFormat(const RenderOptions &options)
{
    if (!options.to.empty()) {
        return options.to;
    }
    const std::string suffix = toLower(std::filesystem::path(options.out).extension().string());
    return suffix.starts_with('.') ? suffix.substr(1) : suffix;
}

/// The nodes that the picture is of; nothing: all.
using Chosen = std::optional<std::vector<NodeId>>;

DrawnGraph drawnGraph(const RenderOptions &options, const cli::CliModel &model,
                      const Chosen &chosen, cli::CommandContext &context)
{
    // Shapes on the lines are a help, not a condition: a graph without them is drawn as well.
    const Grouping grouping = options.grouping();
    const PassRun inferred = cli::infer(model, context.builtins);
    DrawOptions draw;
    draw.foldParameters = !options.showParameters;
    draw.indexed = inferred.index.get();
    draw.analyses = &inferred.analyses;
    draw.loaded = model.loadedNames();
    DrawnGraph drawn = makeDrawnGraph(model.opened.graph, context.builtins.ops, draw);
    if (chosen) {
        drawn = selectedPart(drawn, *chosen);
    }
    GroupTree tree = groupBoxes(drawn, model.opened.graph, grouping, draw);
    addSubgraphBodies(drawn, tree, model.opened.graph, context.builtins.ops, draw);
    drawn = foldGroups(std::move(drawn), tree, {options.collapse.value_or(0), {}});
    return options.hasNoOutputs
               ? std::move(drawn)
               : addOutputs(std::move(drawn), model.opened.graph, context.builtins.ops, draw);
}

LayoutClient layoutClient()
{
    LayoutClientOptions layout;
    layout.helper = ownProgram(programFolder(), "nervure-layout");
    return LayoutClient(layout);
}

/// Says that the picture is not laid out as usual, if so.
void reportLayout(const LayoutClient &client, cli::CommandContext &context)
{
    if (client.problem()) {
        Diagnostic warning = *client.problem();
        warning.severity = std::min(warning.severity, Severity::Warning);
        context.console.report(warning);
    }
}

ExitCode writePicture(const RenderOptions &options, const cli::CliModel &model,
                      const Chosen &chosen, cli::CommandContext &context)
{
    LayoutClient client = layoutClient();
    SvgOptions svg;
    svg.isDark = options.isDark;
    DrawnGraph drawn = drawnGraph(options, model, chosen, context);
    if (options.hasLegend) {
        svg.legend = categoryLegend(drawn, options.isDark);
    }
    const TableTextMeasure measure;
    Result<Drawing> made = makeDrawing(std::move(drawn), measure, client, {}, options.flow());
    reportLayout(client, context);
    if (!made) {
        return context.console.fail(ExitCode::InputFault, made.error());
    }
    const Drawing &drawing = keptToExit(std::move(*made));
    return cli::writeOutput([&](const ByteSink &sink) { writeSvg(drawing, measure, svg, sink); },
                            options.out, context);
}

ExitCode paint(const RenderOptions &options, const cli::CliModel &model, const Chosen &chosen,
               const std::string &format, cli::CommandContext &context)
{
    LayoutClient client = layoutClient();
    const Status painted = context.hooks.paintPicture(
        drawnGraph(options, model, chosen, context), client,
        {options.out, format, options.isDark, options.flow(), options.hasLegend, options.scale});
    reportLayout(client, context);
    return painted ? ExitCode::Done : context.console.fail(ExitCode::InputFault, painted.error());
}

/// What --select finds; fails when that is nothing.
Result<Chosen> chosenNodes(const RenderOptions &options, const std::optional<Query> &query,
                           const cli::CliModel &model, cli::CommandContext &context)
{
    if (!query) {
        return Chosen();
    }
    ExitCode code = ExitCode::Done;
    const auto facts = cli::nodeFacts(model, {}, context, code);
    std::vector<NodeId> found = query->find(*facts);
    if (found.empty()) {
        return makeError("select-nothing", "no node fits {}, expected at least one to draw",
                         quoted(options.select));
    }
    return Chosen(std::move(found));
}

ExitCode render(const RenderOptions &options, cli::CommandContext &context)
{
    const std::string format = pictureFormat(options);
    const bool needsPainter = format == "png" || format == "pdf";
    if (!needsPainter && format != "svg" && format != "dot") {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError(
                "usage",
                "the picture format is {}, expected a file name ending in .svg, .dot, .png or .pdf",
                quoted(format)));
    }
    if (needsPainter && !context.hooks.paintPicture) {
        return context.console.fail(ExitCode::WrongUsage,
                                    makeError("usage",
                                              "nervure-cli cannot paint {}, expected svg or dot; "
                                              "'nervure render' paints all four",
                                              format));
    }
    std::optional<Query> query;
    if (!options.select.empty()) {
        Result<Query> parsed = Query::parse(options.select);
        if (!parsed) {
            return context.console.fail(ExitCode::WrongUsage, cli::inQuery(parsed.error()));
        }
        query = std::move(*parsed);
    }
    ExitCode code = ExitCode::Done;
    const auto &model =
        keptToExit(cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code));
    if (!model) {
        return code;
    }
    const Result<Chosen> chosen = chosenNodes(options, query, *model, context);
    if (!chosen) {
        return context.console.fail(ExitCode::InputFault, chosen.error());
    }
    context.console.document() = {{"file", options.out}, {"format", format}};
    if (needsPainter) {
        return paint(options, *model, *chosen, format, context);
    }
    if (format == "svg") {
        return writePicture(options, *model, *chosen, context);
    }
    return cli::writeOutput(writeDot(bundleLines(drawnGraph(options, *model, *chosen, context)),
                                     {options.isDark, options.flow(), {}}),
                            options.out, context);
}

} // namespace

void registerRender(cli::CommandRegistry &registry)
{
    registry.add(
        {"render", "draw the graph as svg, dot, png or pdf", [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<RenderOptions>();
             cli::addModelOptions(app, options->model);
             app.add_option("-o,--output", options->out, "the picture")
                 ->type_name("FILE")
                 ->required();
             app.add_option("--to", options->to, "the format, if the name does not say it")
                 ->type_name("svg|dot|png|pdf");
             app.add_option("--select", options->select,
                            "draw only what a query finds; see 'find --help'")
                 ->type_name("QUERY");
             app.add_option("--scale", options->scale,
                            "size of png and pdf; 2 unless that is too large for an image")
                 ->type_name("N")
                 ->check(CLI::Range(0.001, 64.0));
             app.add_flag("--dark", options->isDark, "dark colours");
             app.add_flag("--legend", options->hasLegend,
                          "what the colours mean, below the picture; not in dot");
             app.add_flag("--all", options->showParameters,
                          "draw the parameters too, as nodes of their own");
             app.add_flag("--no-outputs", options->hasNoOutputs,
                          "draw no pills for the outputs of the graph");
             app.add_option("--group", options->group, "fold boxes that belong together into cards")
                 ->type_name("scopes|repeats")
                 ->check(CLI::IsMember({"none", "scopes", "repeats"}));
             app.add_option(
                    "--collapse", options->collapse,
                    "how many levels of groups and of nodes' subgraphs stay open; by scopes "
                    "unless --group says")
                 ->type_name("LEVEL")
                 ->check(CLI::Range(0, 1000));
             app.add_option("--direction", options->direction, "where values flow to")
                 ->type_name("down|right")
                 ->check(CLI::IsMember({"down", "right"}));
             return [options](cli::CommandContext &context) { return render(*options, context); };
         }});
}

} // namespace nervure
