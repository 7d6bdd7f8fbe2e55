// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/table.h"
#include "core/engine/json_members.h"
#include "core/engine/sweep/sweep_cell.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <set>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct SweepOptions {
    std::string plan;
    bool isListing = false;
    std::optional<std::size_t> cell;
};

/// What became of a cell.
struct CellOutcome {
    std::optional<Json> document;
    const char *state = "missing"; ///< or "kept", "done", "failed"
    std::optional<Diagnostic> fault;
};

CellOutcome outcomeOf(const SweepCell &cell)
{
    if (std::optional<Json> kept = finishedCell(cell)) {
        return {std::move(kept), "kept", std::nullopt};
    }
    Result<Json> done = runCell(cell);
    return done ? CellOutcome{std::move(*done), "done", std::nullopt}
                : CellOutcome{std::nullopt, "failed", done.error()};
}

/// "resnet18 on 0.0, direct".
std::string titleOf(const SweepCell &cell)
{
    return cell.model + (cell.device.empty() ? "" : " on " + cell.device)
           + (cell.options.empty() ? "" : ", " + cell.options);
}

Json cellJson(std::size_t number, const SweepCell &cell, const CellOutcome &outcome)
{
    const Json &document = outcome.document ? *outcome.document : Json();
    return {{"number", number},
            {"model", cell.model},
            {"device", cell.device},
            {"options", cell.options},
            {"state", outcome.state},
            {"result", cell.result.string()},
            {"wall_ms", outcome.document ? memberOf(document, "wall_ms") : Json()},
            {"device_ms", outcome.document ? memberOf(document, "device_ms") : Json()}};
}

/// The results of each model, which `compare` puts beside each other.
std::string comparisons(const SweepPlan &plan, const std::vector<CellOutcome> &outcomes)
{
    std::map<std::string, std::vector<std::string>> files;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].document) {
            files[plan.cells[i].file.string()].push_back(
                plan.cells[i].result.lexically_proximate(std::filesystem::current_path()).string());
        }
    }
    std::string text;
    for (auto &[model, results] : files) {
        if (results.size() > 1) {
            results.insert(results.begin(), {"nervure-cli", "compare"});
            text += "beside each other: " + shellLine(results) + '\n';
        }
    }
    return text;
}

ExitCode tell(const SweepPlan &plan, const std::vector<CellOutcome> &outcomes,
              cli::CommandContext &context)
{
    using Align = cli::Table::Align;
    cli::Table table({{"cell", Align::Right},
                      {"model"},
                      {"device"},
                      {"options"},
                      {"wall ms", Align::Right},
                      {"layers ms", Align::Right},
                      {"state"}});
    std::map<std::string, std::size_t> states;
    ExitCode code = ExitCode::Done;
    Json cells = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const SweepCell &cell = plan.cells[i];
        const CellOutcome &outcome = outcomes[i];
        const bool isThere = outcome.document.has_value();
        const auto number = [&](double value) { return isThere ? cli::fixed(value, 3) : ""; };
        const Json &document = isThere ? *outcome.document : Json();
        table.add({std::to_string(i + 1), cell.model, cell.device, cell.options,
                   number(numberOf(memberOf(document, "wall_ms"), "median", 0)),
                   number(numberOf(document, "device_ms", 0)), outcome.state});
        cells.push_back(cellJson(i + 1, cell, outcome));
        ++states[outcome.state];
        code = outcome.fault && code == ExitCode::Done ? cli::exitCodeOf(*outcome.fault) : code;
    }
    context.console.document()["cells"] = std::move(cells);
    context.console.print(table);
    context.console.remark(fmt::format("{} cells: {} measured, {} kept from before, {} failed\n",
                                       outcomes.size(), states["done"], states["kept"],
                                       states["failed"])
                           + comparisons(plan, outcomes));
    return code;
}

/// A fault stops no other cell: what has failed is run again the next time.
ExitCode runAll(const SweepPlan &plan, cli::CommandContext &context)
{
    std::vector<CellOutcome> outcomes;
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
        CellOutcome outcome = outcomeOf(plan.cells[i]);
        const std::string title = titleOf(plan.cells[i]);
        context.console.remarkAside(
            fmt::format("{} of {}: {}: {}\n", i + 1, plan.cells.size(), title, outcome.state));
        if (outcome.fault) {
            Diagnostic fault = *outcome.fault;
            fault.message = "cell " + std::to_string(i + 1) + ": " + fault.message;
            context.console.report(fault);
        }
        outcomes.push_back(std::move(outcome));
    }
    return tell(plan, outcomes, context);
}

ExitCode runOne(const SweepPlan &plan, std::size_t number, cli::CommandContext &context)
{
    if (number < 1 || number > plan.cells.size()) {
        return context.console.fail(ExitCode::WrongUsage,
                                    makeError("usage", "the plan has no cell {}, expected 1 to {}",
                                              number, plan.cells.size()));
    }
    const SweepCell &cell = plan.cells[number - 1];
    const CellOutcome outcome = outcomeOf(cell);
    context.console.document()["cells"] = Json::array({cellJson(number, cell, outcome)});
    if (outcome.fault) {
        return context.console.fail(cli::exitCodeOf(*outcome.fault), *outcome.fault);
    }
    context.console.remark(fmt::format("cell {}: {}: {}\n", number, titleOf(cell), outcome.state));
    context.console.print(cell.result.string() + '\n');
    return ExitCode::Done;
}

/// A line for each cell that is not finished, for programs that start them where they like.
ExitCode list(const SweepOptions &options, const SweepPlan &plan, cli::CommandContext &context)
{
    std::error_code error;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
    const std::string file = std::filesystem::absolute(options.plan).string();
    std::string text;
    Json cells = Json::array();
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
        CellOutcome outcome{finishedCell(plan.cells[i]), "missing", std::nullopt};
        outcome.state = outcome.document ? "kept" : "missing";
        cells.push_back(cellJson(i + 1, plan.cells[i], outcome));
        if (!outcome.document) {
            const std::string line =
                shellLine({program, "sweep", file, "--cell", std::to_string(i + 1)});
            cells.back()["command"] = line;
            text += line + '\n';
        }
    }
    context.console.document()["cells"] = std::move(cells);
    context.console.print(text);
    return ExitCode::Done;
}

ExitCode sweep(const SweepOptions &options, cli::CommandContext &context)
{
    const Result<std::string> text = readFile(options.plan);
    const Result<SweepPlan> plan =
        text ? parseSweepPlan(*text, options.plan) : Result<SweepPlan>(text.error());
    if (!plan) {
        return context.console.fail(ExitCode::InputFault, plan.error());
    }
    if (options.cell) {
        return runOne(*plan, *options.cell, context);
    }
    return options.isListing ? list(options, *plan, context) : runAll(*plan, context);
}

} // namespace

void registerSweep(cli::CommandRegistry &registry)
{
    registry.add(
        {"sweep", "profile models on devices with options, as a plan says",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<SweepOptions>();
             app.add_option("plan", options->plan, "a JSON file: models, devices, options, results")
                 ->type_name("PLAN")
                 ->required();
             auto *isListing =
                 app.add_flag("--list", options->isListing,
                              "print a command line for each cell that is not finished");
             app.add_option("--cell", options->cell, "run that cell alone, the first is 1")
                 ->type_name("N")
                 ->excludes(isListing);
             app.footer(
                 "\nCells whose results are there are not run again. Exits as the first cell "
                 "that failed.");
             return [options](cli::CommandContext &context) { return sweep(*options, context); };
         }});
}

} // namespace nervure
