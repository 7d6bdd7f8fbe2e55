// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/difference_report.h"
#include "app/cli/junit.h"
#include "app/cli/pipeline.h"
#include "core/engine/match_json.h"
#include "core/passes/steps/step_folder.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct DiffOptions {
    cli::ModelOptions first; ///< with the options of both
    std::string second;
    std::string junit;
};

/// One of the two, with all that is known of it.
struct DiffSide {
    cli::CliModel model;
    PassRun run; ///< of inference

    [[nodiscard]] KnownGraph known() const
    {
        return {model.opened.graph, run.index.get(), &run.analyses};
    }
    [[nodiscard]] Json json() const
    {
        return {{"file", model.opened.path.string()},
                {"format", model.opened.format->name},
                {"nodes", model.opened.graph.nodeCount()}};
    }
};

std::optional<DiffSide> open(const cli::ModelOptions &options, cli::CommandContext &context,
                             ExitCode &code)
{
    auto model = cli::loadModel(options, cli::OnFaults::Refuse, context, code);
    if (!model) {
        return std::nullopt;
    }
    PassRun run = cli::infer(*model, context.builtins);
    if (run.index) {
        trustCarriedValues(*run.index, run.analyses);
    }
    return DiffSide{std::move(*model), std::move(run)};
}

ExitCode diff(const DiffOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    const auto first = open(options.first, context, code);
    if (!first) {
        return code;
    }
    cli::ModelOptions secondOptions = options.first;
    secondOptions.file = options.second;
    const auto second = open(secondOptions, context, code);
    if (!second) {
        return code;
    }
    const KnownGraph before = first->known();
    const KnownGraph after = second->known();
    const GraphRelation relation = relate(before, after);
    const GraphDifference &difference = relation.difference;
    cli::Console &console = context.console;
    console.document() = {{"first", first->json()},
                          {"second", second->json()},
                          {"same", difference.empty()},
                          {"difference", cli::differenceJson(before, after, difference)},
                          {"match", matchJson(before, after, relation.match)}};
    const cli::Table table = cli::differenceTable(before, after, difference, &relation.match);
    if (!table.empty()) {
        console.print(table);
        console.remark("\n");
    }
    console.remark(differenceText(difference) + '\n');
    console.remark("nodes matched: " + cli::matchText(relation.match) + '\n');
    code = difference.empty() ? ExitCode::Done : ExitCode::Different;
    return cli::giveJunit(options.junit, "diff", cli::differenceCases(before, after, difference),
                          code, context);
}

} // namespace

void registerDiff(cli::CommandRegistry &registry)
{
    registry.add(
        {"diff", "what differs between two models: nodes, attributes, shapes",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<DiffOptions>();
             app.add_option("A", options->first.file, "a model; - is standard input")->required();
             app.add_option("B", options->second, "another, of any format")->required();
             cli::addValueOptions(app, options->first);
             cli::addParamsOption(app, options->first);
             cli::addJunitOption(app, options->junit);
             app.footer("\nExits with 0 where nothing differs, with 4 where something does.");
             return [options](cli::CommandContext &context) { return diff(*options, context); };
         }});
}

} // namespace nervure
