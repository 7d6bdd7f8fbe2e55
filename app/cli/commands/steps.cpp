// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/difference_report.h"
#include "app/cli/model_options.h"
#include "app/cli/verdict_exit.h"
#include "core/engine/match_json.h"
#include "core/engine/project_operators.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/project_file.h"
#include "core/passes/steps/step_folder.h"
#include "core/support/text.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct StepsOptions {
    std::string folder;
    cli::ModelOptions values;         ///< of all files
    std::optional<std::size_t> shown; ///< the step whose changes are listed
    bool allowsIncomplete = false;
};

/// Reads a folder step by step; two steps are held at a time.
class StepsTeller {
public:
    StepsTeller(const StepsOptions &options, cli::CommandContext &context)
        : m_options(options),
          m_context(context),
          m_passes{context.builtins.passes, context.builtins.ops, cli::inputFacts(options.values)},
          m_environment{context.builtins.formats, m_passes, cli::semanticsOption(options.values)}
    {}

    ExitCode tell()
    {
        const auto files = stepFiles(m_options.folder);
        if (!files) {
            return m_context.console.fail(ExitCode::InputFault, files.error());
        }
        for (const auto &file : files->files) {
            take(file);
        }
        m_isUnreadable = std::any_of(m_missing.begin(), m_missing.end(), [&files](const auto &one) {
            return !isOtherFile(one.second, one.first, files->files);
        });
        if (m_count == 0) {
            Diagnostic error =
                makeError("steps-folder", "no file of the folder is a model, expected "
                                          "those of a compiler's steps");
            error.where.file = m_options.folder;
            return m_context.console.fail(ExitCode::InputFault, error);
        }
        if (m_options.shown && *m_options.shown >= m_count) {
            return m_context.console.fail(
                ExitCode::WrongUsage, makeError("usage", "there is no step {}, expected 1 to {}",
                                                *m_options.shown, m_count - 1));
        }
        m_context.console.document() = {{"folder", m_options.folder},
                                        {"order", files->isByNumber ? "number" : "date"},
                                        {"steps", std::move(m_json)}};
        print();
        if (m_isUnreadable) {
            return ExitCode::InputFault;
        }
        return m_isIncomplete ? cli::exitCodeOf(ProofVerdict::NotRun, m_options.allowsIncomplete)
                              : ExitCode::Done;
    }

private:
    void print()
    {
        if (!m_options.shown) {
            m_context.console.print(m_table);
        } else if (m_changes.empty()) {
            m_context.console.remark(fmt::format("step {} changed nothing\n", *m_options.shown));
        } else {
            m_context.console.print(m_changes);
        }
    }
    void take(const std::filesystem::path &file)
    {
        learnOperators(file);
        auto step = readStep(file, m_environment);
        if (!step) {
            Diagnostic why = step.error();
            why.severity = Severity::Warning;
            why.where.file = file.string();
            why.message = "left out: " + why.message;
            m_context.console.report(why);
            m_missing.push_back({file, step.error()});
            return;
        }
        m_context.console.report(step->diagnostics);
        add(*step);
        m_last = std::move(*step);
        ++m_count;
    }
    /// A project brings operators along that its model needs. What cannot be read is told with the step.
    void learnOperators(const std::filesystem::path &file)
    {
        const auto bytes =
            hasProjectName(file.string())
                ? readModelBytes(file, m_context.builtins.formats, m_context.builtins.ops)
                : Result<std::shared_ptr<const FileBytes>>(nullptr);
        Diagnostics found;
        if (bytes && *bytes) {
            learnProjectOperators((*bytes)->view(), file.string(), m_context.builtins.ops, found);
        }
        m_context.console.report(found);
    }
    void add(const ReadStep &step)
    {
        const KnownGraph after = step.known();
        Json json{{"name", step.name},
                  {"file", step.file.filename().string()},
                  {"nodes", after.graph.nodeCount()},
                  {"ok", !hasErrors(step.diagnostics)},
                  {"origins", nullptr},
                  {"difference", nullptr},
                  {"verdict", nullptr},
                  {"match", nullptr}};
        std::vector<std::string> row{
            std::to_string(m_count), step.name,
            groupedText(static_cast<std::int64_t>(after.graph.nodeCount()))};
        if (m_last) {
            const KnownGraph before = m_last->known();
            const GraphRelation relation = relate(before, after);
            const ProofVerdict verdict = verdictOf({&relation.difference, nullptr, false});
            const std::string why = whyNotIdentical(relation.difference, after.graph);
            m_isIncomplete = m_isIncomplete || verdict == ProofVerdict::NotRun;
            json["verdict"] =
                verdict == ProofVerdict::NotRun ? incompleteWord : verdictName(verdict);
            row.push_back(why.empty() ? differenceText(relation.difference) : why);
            row.push_back(relation.isTold ? "told by the file" : cli::matchText(relation.match));
            if (m_options.shown == m_count) {
                m_changes =
                    cli::differenceTable(before, after, relation.difference, &relation.match);
            }
            if (m_context.console.isJson()) {
                json["origins"] = relation.isTold ? "told" : "matched";
                json["difference"] = cli::differenceJson(before, after, relation.difference);
                json["match"] = matchJson(before, after, relation.match);
            }
        }
        m_table.add(std::move(row));
        m_json.push_back(std::move(json));
    }

    const StepsOptions &m_options;
    cli::CommandContext &m_context;
    PassEnvironment m_passes;
    StepEnvironment m_environment;
    std::optional<ReadStep> m_last;
    std::size_t m_count = 0;
    std::vector<std::pair<std::filesystem::path, Diagnostic>> m_missing; ///< files, and why
    bool m_isUnreadable = false;                                         ///< one of them is a step
    bool m_isIncomplete = false; ///< weights of some could not be compared
    Json m_json = Json::array();
    cli::Table m_table{{{"", cli::Table::Align::Right},
                        {"step"},
                        {"nodes", cli::Table::Align::Right},
                        {"changed"},
                        {"matched"}}};
    cli::Table m_changes{{{"change"}}};
};

/// CLI11's own check names the bounds of a double.
std::string isStepNumber(const std::string &text)
{
    const auto number = parseInteger(text);
    return number && *number > 0
               ? std::string()
               : "found " + quoted(text) + ", expected the number of a step, from 1";
}

void addOptions(CLI::App &app, StepsOptions &options)
{
    app.add_option("DIR", options.folder,
                   "files that a compiler wrote after its passes; a number in their names tells "
                   "the order, else their dates")
        ->required();
    app.add_option("--step", options.shown, "list what this step changed, node by node")
        ->type_name("N")
        ->check(isStepNumber);
    cli::addIncompleteOption(app, options.allowsIncomplete);
    cli::addValueOptions(app, options.values);
    app.footer(
        "\nExits with 0, with 1 where the file of a step cannot be read, with 5 where weights "
        "could not be compared.");
}

} // namespace

void registerSteps(cli::CommandRegistry &registry)
{
    registry.add({"steps", "what each step of a compiler changed, from the files that it wrote",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<StepsOptions>();
                      addOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return StepsTeller(*options, context).tell();
                      };
                  }});
}

} // namespace nervure
