// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/table.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/engine/tune_model.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;
using Json = nlohmann::ordered_json;

struct TuneOptions {
    cli::ExecutionOptions execution;
    std::size_t repeat = 10;
    bool isDry = false;
};

Json choiceJson(const TunedChoice &choice)
{
    Json variants = Json::array();
    for (const TunedVariant &variant : choice.variants) {
        variants.push_back({{"name", variant.name},
                            {"ms", variant.ms.median},
                            {"ci95", intervalJson(variant.ms.interval)},
                            {"correct", variant.isCorrect}});
    }
    return {{"key", choice.key},
            {"layers", choice.layers},
            {"winner", choice.winner},
            {"ms", choice.winnerMs},
            {"default_ms", choice.defaultMs},
            {"variants", std::move(variants)}};
}

void tell(const TuneReport &report, const std::string &file, cli::Console &console)
{
    using Align = cli::Table::Align;
    cli::Table table({{"choice"},
                      {"layers", Align::Right},
                      {"default"},
                      {"ms", Align::Right},
                      {"winner"},
                      {"ms", Align::Right}});
    Json choices = Json::array();
    for (const TunedChoice &choice : report.choices) {
        const bool isDefault = choice.winner == choice.variants.front().name;
        table.add({choice.key, std::to_string(choice.layers), choice.variants.front().name,
                   cli::fixed(choice.defaultMs, 3), isDefault ? "-" : choice.winner,
                   isDefault ? "" : cli::fixed(choice.winnerMs, 3)});
        choices.push_back(choiceJson(choice));
    }
    console.document()["device"] = report.device.name;
    console.document()["choices"] = std::move(choices);
    console.document()["default_ms"] = report.defaultMs;
    console.document()["tuned_ms"] = report.tunedMs;
    console.document()["file"] = file.empty() ? Json() : Json(file);
    console.print(table);
    console.remark(report.device.name + ": layers " + durationText(report.defaultMs) + " untuned, "
                   + durationText(report.tunedMs) + " tuned"
                   + (file.empty() ? "; nothing kept\n" : "; kept in " + file + '\n'));
}

ExitCode tune(const TuneOptions &options, cli::CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    auto request = cli::makeExecutionRequest(options.execution, context, code);
    if (!request) {
        return code;
    }
    useWeights(*request, context.builtins.ops);
    request->repeat = options.repeat;
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {}};
    const Result<TuneReport> report = tuneModel(*request, execution);
    if (!report) {
        return context.console.fail(cli::exitCodeOf(report.error()), report.error());
    }
    context.console.report(report->diagnostics);
    std::string file;
    if (!options.isDry && !report->winners.empty()) {
        file = OpenclBackend::tuningFileOf(report->device).string();
        if (Status status = addTuning(file, report->winners); !status) {
            return context.console.fail(ExitCode::InputFault, status.error());
        }
    }
    tell(*report, file, context.console);
    return ExitCode::Done;
}

} // namespace

void registerTune(cli::CommandRegistry &registry)
{
    registry.add({"tune", "measure the kernels' variants for a model and keep the fastest",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<TuneOptions>();
                      cli::addExecutionOptions(app, options->execution);
                      app.add_option("--repeat", options->repeat, "timed runs of each variant")
                          ->type_name("N")
                          ->check(CLI::Range(1, 100000));
                      app.add_flag("--dry-run", options->isDry, "keep nothing");
                      return [options](cli::CommandContext &context) {
                          return tune(*options, context);
                      };
                  }});
}

} // namespace nervure
