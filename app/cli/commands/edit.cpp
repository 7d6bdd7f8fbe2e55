// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/difference_report.h"
#include "app/cli/edit_findings.h"
#include "app/cli/edit_words.h"
#include "app/cli/load_model.h"
#include "app/cli/pipeline.h"
#include "app/cli/write_output.h"
#include "core/formats/onnx/carried_part.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/original_check.h"
#include "core/formats/project/node_source_map.h"
#include "core/formats/project/project_file.h"
#include "core/graph/edits/followed_types.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/edits/known_types.h"
#include "core/passes/steps/step_folder.h"
#include "core/support/file.h"
#include "core/support/text_difference.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <utility>

namespace nervure {

namespace {

using cli::ExitCode;

struct EditOptions {
    cli::ModelOptions model;
    std::string out;
    bool diff = false;
    bool backup = false;
    bool allowErrors = false;
    std::vector<cli::EditWord> words; ///< in the order of the command line
};

void addEditOptions(CLI::App &app)
{
    for (const NamedEdit &edit : namedEdits()) {
        app.add_option(std::string("--") + edit.word, edit.help)
            ->type_name(edit.form)
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
        for (const NamedEdit &known : namedEdits()) {
            if (option->check_lname(known.word) && used[option] < option->results().size()) {
                words.push_back({known.kind, option->results()[used[option]++]});
            }
        }
    }
    return words;
}

/// Whether the command line, not the model, is at fault.
ExitCode exitCodeOf(const Diagnostic &error)
{
    const bool isUsage = error.code == "usage" || error.code == "no-such-node";
    return isUsage ? ExitCode::WrongUsage : ExitCode::InputFault;
}

/// The model as the words change it.
class Editor {
public:
    Editor(cli::CliModel &model, cli::CommandContext &context)
        : m_model(model),
          m_context(context),
          m_settled(model.opened.graph)
    {}

    /// False when the graph is no longer the file's, so that no text of it can stay.
    [[nodiscard]] bool keepsText() const { return m_keepsText; }

    Status apply(const cli::EditWord &word)
    {
        Graph &graph = m_model.opened.graph;
        ASSIGN_OR_RETURN(EditArguments arguments, cli::parseArguments(word, graph));
        const OpRegistry &ops = m_context.builtins.ops;
        if (word.kind == EditKind::Extract) {
            RETURN_IF_FAILED(settle());
            const OnnxFacts facts{m_model.facts.shapes, m_model.facts.dtypes,
                                  m_model.facts.elements};
            ASSIGN_OR_RETURN(
                graph, extractGraph(graph, arguments.nodes, inferredTypes(graph, ops, facts)));
            m_settled = graph;
            // The part keeps the ids of its nodes: the file's values are those of the part, too.
            m_keepsText = m_keepsText && storesValues(graph.dialect());
            return {};
        }
        if (word.kind == EditKind::Merge) {
            ASSIGN_OR_RETURN(Graph other, withValues(word.text));
            arguments.other = std::make_shared<const Graph>(std::move(other));
        }
        if (word.kind == EditKind::Values) {
            RETURN_IF_FAILED(chooseValues(arguments));
        }
        ASSIGN_OR_RETURN(const Edit edit, namedEdit(word.kind).make(graph, ops, arguments));
        const auto undo = nervure::apply(graph, edit);
        return undo ? Status() : Status(undo.error());
    }

    /// Brings what the file declares of values along with what was edited since the last time: several edits in a
    /// row may leave the graph whole only at their end.
    Status settle()
    {
        Graph &graph = m_model.opened.graph;
        FollowedTypes followed = followTypes(m_settled, graph, m_context.builtins.ops);
        m_context.console.report(followed.notes);
        RETURN_IF_FAILED(nervure::apply(graph, Edit{std::move(followed.edit)}));
        m_settled = graph;
        return {};
    }

private:
    Status chooseValues(EditArguments &arguments)
    {
        const Node *node =
            arguments.nodes.empty() ? nullptr : m_model.opened.graph.find(arguments.nodes.front());
        ASSIGN_OR_RETURN(onnx::ChosenValues chosen,
                         onnx::newValuesFor(node ? node->attrs : AttrDict(), arguments.text));
        if (chosen.note) {
            m_context.console.report(*chosen.note);
        }
        arguments.values = std::move(chosen.values);
        return {};
    }

    /// The graph of another model with its values; what has to stay there is reported.
    Result<Graph> withValues(const std::string &file)
    {
        const Builtins &builtins = m_context.builtins;
        ASSIGN_OR_RETURN(OpenedModel other,
                         openModel(file, builtins.formats, builtins.ops, m_model.semantics));
        if (other.graph.dialect() != Dialect::Onnx) {
            return std::move(other.graph);
        }
        const std::filesystem::path &path =
            other.text->path().empty() ? other.path : other.text->path();
        ASSIGN_OR_RETURN(onnx::CarriedPart part,
                         onnx::carryValues(std::move(other.graph), {other.text->view(), path}));
        m_context.console.report(part.left);
        return std::move(part.graph);
    }

    cli::CliModel &m_model;
    cli::CommandContext &m_context;
    Graph m_settled; ///< as the types that it declares were brought along last
    bool m_keepsText = true;
};

/// Node by node, for a file that has no lines.
void giveDifference(const Graph &before, cli::CliModel &model, cli::CommandContext &context)
{
    const PassRun second = cli::infer(model, context.builtins);
    const Graph after = std::exchange(model.opened.graph, before);
    const PassRun first = cli::infer(model, context.builtins);
    model.opened.graph = after;
    const KnownGraph had{before, first.index.get(), &first.analyses};
    const KnownGraph has{after, second.index.get(), &second.analyses};
    const GraphDifference difference = relate(had, has).difference;
    context.console.document()["difference"] = cli::differenceJson(had, has, difference);
    const cli::Table table = cli::differenceTable(had, has, difference, nullptr);
    if (!table.empty()) {
        context.console.print(table);
    }
    context.console.remark(differenceText(difference) + '\n');
}

/// By lines, where both are text.
void giveTextDifference(const BytePieces &text, const EditOptions &options,
                        const cli::CliModel &model, cli::CommandContext &context)
{
    const std::string difference =
        unifiedDifference(model.opened.text->view(), text.text(), options.model.file, options.out);
    context.console.document()["diff"] = difference;
    if (!context.console.isJson()) {
        context.console.write(difference);
    }
}

ExitCode writeEdited(const BytePieces &text, const EditOptions &options, const Graph &before,
                     cli::CliModel &model, cli::CommandContext &context)
{
    context.console.document() = {{"file", options.out}, {"edits", options.words.size()}};
    if (options.diff) {
        if (model.opened.format->holdsWeights) {
            giveDifference(before, model, context);
        } else {
            giveTextDifference(text, options, model, context);
        }
        if (options.out.empty()) {
            return ExitCode::Done;
        }
    }
    if (options.backup) {
        if (const Status status = backUpFile(options.out); !status) {
            return context.console.fail(ExitCode::InputFault, status.error());
        }
    }
    return cli::writeOutput(text, options.out, context);
}

/// The model's text or, by its name, project.
Result<BytePieces> editedText(cli::CliModel &model, bool keepsText, const EditOptions &options,
                              cli::CommandContext &context, Diagnostics &diagnostics)
{
    OpenedModel &opened = model.opened;
    const FormatSpec &format = *opened.format;
    const FormatContext writing{context.builtins.ops, model.semantics, options.out};
    const bool isProject = hasProjectName(options.out);
    const auto asProject = [&] {
        return inOnePiece(projectText(opened, context.builtins.formats, context.builtins.ops));
    };
    if (isProject && keepsText) {
        return asProject();
    }
    Diagnostics ignored; // a project carries everything
    ASSIGN_OR_RETURN(BytePieces text, modelPieces({opened.graph, format, writing, opened.text,
                                                   keepsText ? &format : nullptr},
                                                  isProject ? ignored : diagnostics));
    if (!isProject) {
        return text;
    }
    opened.text = std::make_shared<const FileBytes>(text.text());
    return asProject();
}

ExitCode runEdit(const EditOptions &options, cli::CommandContext &context)
{
    if (options.diff && hasProjectName(options.out)) {
        return context.console.fail(ExitCode::WrongUsage,
                                    makeError("usage", "projects are no text, expected no --diff"));
    }
    if (options.out.empty() && !options.diff) {
        return context.console.fail(ExitCode::WrongUsage,
                                    makeError("usage", "expected -o FILE, --diff or both"));
    }
    ExitCode code = ExitCode::Done;
    auto model = cli::loadModel(options.model, cli::OnFaults::Tolerate, context, code);
    if (!model) {
        return code;
    }
    if (options.diff && model->opened.text->isMapped() && !model->opened.format->holdsWeights) {
        return context.console.fail(
            ExitCode::WrongUsage,
            makeError("usage", "the model is too large to be compared, expected no --diff"));
    }
    const Graph before = model->opened.graph;
    const Diagnostics known = cli::findingsOf(*model, context.builtins);
    Editor editor(*model, context);
    for (const cli::EditWord &word : options.words) {
        if (const Status status = editor.apply(word); !status) {
            return context.console.fail(exitCodeOf(status.error()), status.error());
        }
    }
    context.console.locateIn(nullptr);
    if (const Status status = editor.settle(); !status) {
        return context.console.fail(exitCodeOf(status.error()), status.error());
    }
    const Graph &graph = model->opened.graph;
    const Diagnostics brought =
        cli::broughtFindings(known, before, cli::findingsOf(*model, context.builtins), graph);
    context.console.report(brought);
    if (hasErrors(brought) && !options.allowErrors) {
        return context.console.fail(ExitCode::InputFault,
                                    makeError("edit-errors",
                                              "nothing is written, as the edits bring errors: "
                                              "expected --allow-errors, or other edits"));
    }
    Diagnostics diagnostics;
    const auto text = editedText(*model, editor.keepsText(), options, context, diagnostics);
    context.console.report(diagnostics);
    if (!text) {
        return context.console.fail(ExitCode::InputFault, text.error());
    }
    const FormatSpec &format = *model->opened.format;
    if (!hasProjectName(options.out) && hasOriginal(format)) {
        if (const auto refusal = refusalOfOriginal(text->text(), format, context.builtins.ops)) {
            context.console.report(*refusal);
        }
    }
    return writeEdited(*text, options, before, *model, context);
}

} // namespace

void registerEdit(cli::CommandRegistry &registry)
{
    registry.add({"edit", "change a model, from left to right; keeps the text of all else as it is",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<EditOptions>();
                      cli::addModelOptions(app, options->model);
                      addEditOptions(app);
                      // --output makes a value an output of the graph.
                      app.add_option("-o", options->out, "the result; - is standard output")
                          ->type_name("FILE");
                      app.add_flag(
                          "--diff", options->diff,
                          "print the difference of the texts, or node by node of binary files; "
                          "writes nothing without -o");
                      app.add_flag("--allow-errors", options->allowErrors,
                                   "write the result also where the edits bring errors");
                      app.add_flag("--backup", options->backup, "keep what -o replaces, as FILE~");
                      return [options, &app](cli::CommandContext &context) {
                          options->words = editWords(app);
                          return runEdit(*options, context);
                      };
                  }});
}

} // namespace nervure
