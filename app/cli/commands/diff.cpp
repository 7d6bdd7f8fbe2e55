// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/difference_report.h"
#include "app/cli/junit.h"
#include "app/cli/pipeline.h"
#include "app/cli/verdict_exit.h"
#include "core/engine/match_json.h"
#include "core/formats/weights/weight_digests.h"
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
    bool allowsIncomplete = false;
};

/// One of the two, with all that is known of it.
struct DiffSide {
    cli::CliModel model;
    PassRun run;          ///< of inference
    StoredDigests stored; ///< of the values that the file holds, or a parameter file beside it

    [[nodiscard]] KnownGraph known() const
    {
        return {model.opened.graph, run.index.get(), &run.analyses, &stored};
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
    Result<StoredDigests> stored = digestsOf(model->opened, JobControl());
    if (!stored) {
        code = context.console.fail(ExitCode::InputFault, stored.error());
        return std::nullopt;
    }
    addDigests(model->opened.graph, model->params, *stored);
    return DiffSide{std::move(*model), std::move(run), std::move(*stored)};
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
    const ProofVerdict verdict = verdictOf({&difference, nullptr, false});
    cli::Console &console = context.console;
    console.document() = {
        {"first", first->json()},
        {"second", second->json()},
        {"same", difference.isIdentical()},
        {"verdict", verdict == ProofVerdict::NotRun ? incompleteWord : verdictName(verdict)},
        {"uncompared", cli::uncomparedJson(after, difference)},
        {"difference", cli::differenceJson(before, after, difference)},
        {"match", matchJson(before, after, relation.match)}};
    const cli::Table table = cli::differenceTable(before, after, difference, &relation.match);
    if (!table.empty()) {
        console.print(table);
        console.remark("\n");
    }
    const std::string why = whyNotIdentical(difference, after.graph);
    console.remark(why.empty() ? differenceText(difference) + '\n' : "INCOMPLETE: " + why + '\n');
    console.remark("nodes matched: " + cli::matchText(relation.match) + '\n');
    code = cli::exitCodeOf(verdict, options.allowsIncomplete);
    return cli::giveJunit(options.junit, "diff", cli::differenceCases(before, after, difference),
                          code, context);
}

} // namespace

void registerDiff(cli::CommandRegistry &registry)
{
    registry.add(
        {"diff", "what differs between two models: nodes, attributes, shapes, weights",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<DiffOptions>();
             app.add_option("A", options->first.file, "a model; - is standard input")->required();
             app.add_option("B", options->second, "another, of any format")->required();
             cli::addValueOptions(app, options->first);
             cli::addParamsOption(app, options->first);
             cli::addJunitOption(app, options->junit);
             cli::addIncompleteOption(app, options->allowsIncomplete);
             app.footer("\nExits with 0 where nothing differs, weights included, with 4 where "
                        "something does, with 5 where weights could not be compared.");
             return [options](cli::CommandContext &context) { return diff(*options, context); };
         }});
}

} // namespace nervure
