// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/deliver.h"
#include "app/cli/edit_words.h"
#include "app/cli/load_model.h"
#include "core/formats/node_places.h"
#include "core/graph/graph_check.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct EditOptions {
    cli::ModelOptions model;
    std::string out;
    std::vector<cli::EditWord> words; ///< in the order of the command line
};

struct EditOption {
    const char *name;
    cli::EditKind kind;
    const char *type;
    const char *help;
};

constexpr EditOption editOptions[] = {
    {"set", cli::EditKind::Set, "NODE.KEY=VALUE", "give an attribute a value"},
    {"unset", cli::EditKind::Unset, "NODE.KEY", "take an attribute away"},
    {"rename", cli::EditKind::Rename, "NODE=NAME", "rename a node"},
    {"delete", cli::EditKind::Delete, "NODE", "delete a node; what it fed is left open"},
    {"delete-bridge", cli::EditKind::DeleteBridging, "NODE",
     "delete a node; its first input feeds what it fed"},
};

void addEditOptions(CLI::App &app)
{
    for (const EditOption &option : editOptions) {
        app.add_option(std::string("--") + option.name, option.help)
            ->type_name(option.type)
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
}

/// The edits in the order of the command line: they apply from left to right.
std::vector<cli::EditWord> editWords(const CLI::App &app)
{
    std::map<const CLI::Option *, std::size_t> used;
    std::vector<cli::EditWord> words;
    for (const CLI::Option *option : app.parse_order()) {
        for (const EditOption &known : editOptions) {
            if (option->check_lname(known.name) && used[option] < option->results().size()) {
                words.push_back({known.kind, option->results()[used[option]++]});
            }
        }
    }
    return words;
}

ExitCode runEdit(const EditOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    Graph &graph = model->opened.graph;
    for (const cli::EditWord &word : options.words) {
        const auto edit = cli::parseEdit(word, graph);
        if (!edit) {
            return context.console.fail(ExitCode::WrongUsage, edit.error());
        }
        if (const auto undo = apply(graph, *edit); !undo) {
            return context.console.fail(ExitCode::InputFault, undo.error());
        }
    }
    context.console.locateIn(nullptr);
    for (GraphFinding &finding : checkGraph(graph, context.builtins.ops, model->semantics)) {
        finding.diagnostic.severity = Severity::Warning;
        context.console.report(finding.diagnostic);
    }
    Diagnostics diagnostics;
    const FormatSpec &format = *model->opened.format;
    const FormatContext writing{context.builtins.ops, model->semantics, options.out};
    const auto text = modelText({graph, format, writing, model->opened.text, &format}, diagnostics);
    context.console.report(diagnostics);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    context.console.document() = {{"file", options.out}, {"edits", options.words.size()}};
    return cli::deliver(*text, options.out, context);
}

} // namespace

void registerEdit(cli::CommandRegistry &registry)
{
    registry.add({"edit", "change attributes and names, delete nodes; keeps all else as it is",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<EditOptions>();
                      cli::addModelOptions(app, options->model);
                      addEditOptions(app);
                      app.add_option("-o,--output", options->out,
                                     "the result; - is standard output")
                          ->type_name("FILE")
                          ->required();
                      return [options, &app](cli::CommandContext &context) {
                          options->words = editWords(app);
                          return runEdit(*options, context);
                      };
                  }});
}

} // namespace nervure
