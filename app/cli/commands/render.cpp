// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/deliver.h"
#include "app/cli/load_model.h"
#include "app/cli/pipeline.h"
#include "core/layout/groups.h"
#include "core/layout/svg_writer.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace nervure {

namespace {

using cli::ExitCode;

struct RenderOptions {
    cli::ModelOptions model;
    std::string out;
    std::string to;
    bool isDark = false;
    bool showParameters = false;
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

DrawnGraph drawnGraph(const RenderOptions &options, const cli::CliModel &model,
                      cli::CommandContext &context)
{
    // Shapes on the lines are a help, not a condition: a graph without them is drawn as well.
    const Grouping grouping = options.grouping();
    const PassRun inferred = cli::infer(model, context.builtins);
    DrawOptions draw;
    draw.foldParameters = !options.showParameters;
    draw.indexed = inferred.index.get();
    draw.analyses = &inferred.analyses;
    DrawnGraph drawn = makeDrawnGraph(model.opened.graph, context.builtins.ops, draw);
    const GroupTree tree = groupBoxes(drawn, model.opened.graph, grouping, draw);
    return foldGroups(std::move(drawn), tree, {options.collapse.value_or(0), {}});
}

LayoutClient layoutClient()
{
    const auto helper = cli::programFolder() / "nervure-layout";
    std::error_code error;
    LayoutClientOptions layout;
    if (std::filesystem::exists(helper, error)) {
        layout.helper = helper;
    }
    return LayoutClient(layout);
}

/// Says that the picture is not laid out as usual, if so.
void reportLayout(const LayoutClient &client, cli::CommandContext &context)
{
    if (client.problem()) {
        Diagnostic warning = *client.problem();
        warning.severity = Severity::Warning;
        context.console.report(warning);
    }
}

Result<std::string> svgText(const RenderOptions &options, const cli::CliModel &model,
                            cli::CommandContext &context)
{
    LayoutClient client = layoutClient();
    SvgOptions svg;
    svg.isDark = options.isDark;
    svg.direction = options.flow();
    auto text = renderSvg(drawnGraph(options, model, context), client, svg);
    reportLayout(client, context);
    return text;
}

Result<std::string> dotText(const cli::CliModel &model, cli::CommandContext &context)
{
    const FormatSpec *dot = context.builtins.formats.find("dot");
    if (!dot || !dot->write) {
        return makeError("format-write", "the format 'dot' cannot be written");
    }
    Diagnostics diagnostics;
    auto text =
        dot->write(model.opened.graph, {context.builtins.ops, model.semantics, {}}, diagnostics);
    context.console.report(diagnostics);
    return text;
}

ExitCode paint(const RenderOptions &options, const cli::CliModel &model, const std::string &format,
               cli::CommandContext &context)
{
    LayoutClient client = layoutClient();
    const Status painted =
        context.hooks.paintPicture(drawnGraph(options, model, context), client,
                                   {options.out, format, options.isDark, options.flow()});
    reportLayout(client, context);
    return painted ? ExitCode::Done : context.console.fail(ExitCode::InputFault, painted.error());
}

ExitCode render(const RenderOptions &options, cli::CommandContext &context)
{
    const std::string format = pictureFormat(options);
    const bool needsPainter = format == "png" || format == "pdf";
    if (!needsPainter && format != "svg" && format != "dot") {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "the picture format is " + quoted(format)
                                   + ", expected a file name ending in .svg, .dot, .png or .pdf"));
    }
    if (needsPainter && !context.hooks.paintPicture) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "nervure-cli cannot paint " + format
                                   + ", expected svg or dot; 'nervure render' paints all four"));
    }
    ExitCode code = ExitCode::Done;
    const auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    context.console.document() = {{"file", options.out}, {"format", format}};
    if (needsPainter) {
        return paint(options, *model, format, context);
    }
    const auto text =
        format == "dot" ? dotText(*model, context) : svgText(options, *model, context);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    return cli::deliver(*text, options.out, context);
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
             app.add_flag("--dark", options->isDark, "dark colours");
             app.add_flag("--all", options->showParameters,
                          "draw the parameters too, as nodes of their own");
             app.add_option("--group", options->group, "fold boxes that belong together into cards")
                 ->type_name("scopes|repeats")
                 ->check(CLI::IsMember({"none", "scopes", "repeats"}));
             app.add_option("--collapse", options->collapse,
                            "how many levels of groups stay open; by scopes unless --group says")
                 ->type_name("LEVEL")
                 ->check(CLI::Range(0, 1000));
             app.add_option("--direction", options->direction, "where values flow to")
                 ->type_name("down|right")
                 ->check(CLI::IsMember({"down", "right"}));
             return [options](cli::CommandContext &context) { return render(*options, context); };
         }});
}

} // namespace nervure
