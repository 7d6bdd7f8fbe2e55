// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/table.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/engine/tune_model.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/text.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
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

/// "tiled 0.412", "tiled 0.412 (wrong)" where it computes something else, "tiled -" where it never ran.
std::string candidateText(const TunedVariant &variant, const Statistics &ms)
{
    const std::string time = ms.count > 0 ? cli::fixed(ms.median, 3) : "-";
    return variant.name + ' ' + time + (variant.isCorrect ? "" : " (wrong)");
}

Json layerJson(const TunedLayer &layer, const TunedChoice &choice)
{
    Json candidates = Json::array();
    for (std::size_t i = 0; i < choice.variants.size(); ++i) {
        const Statistics &ms = layer.ms[i];
        candidates.push_back({{"name", choice.variants[i].name},
                              {"ms", ms.count > 0 ? Json(ms.median) : Json()},
                              {"ci95", intervalJson(ms.interval)},
                              {"correct", choice.variants[i].isCorrect}});
    }
    return {{"layer", layer.node},
            {"op", layer.op},
            {"key", choice.key},
            {"winner", choice.winner},
            {"ms", layer.winnerMs},
            {"default_ms", layer.defaultMs},
            {"candidates", std::move(candidates)}};
}

/// A row for each layer that has a choice, the slowest first.
cli::Table layersTable(const TuneReport &report)
{
    using Align = cli::Table::Align;
    cli::Table table({{"layer"},
                      {"operator"},
                      {"default"},
                      {"ms", Align::Right},
                      {"chosen"},
                      {"ms", Align::Right},
                      {"candidates, in ms"}});
    std::vector<const TunedLayer *> layers;
    for (const TunedLayer &layer : report.layers) {
        layers.push_back(&layer);
    }
    std::stable_sort(layers.begin(), layers.end(),
                     [](const auto *a, const auto *b) { return a->defaultMs > b->defaultMs; });
    for (const TunedLayer *layer : layers) {
        const TunedChoice &choice = report.choices[layer->choice];
        const bool isDefault = choice.winner == choice.variants.front().name;
        std::vector<std::string> candidates;
        for (std::size_t i = 0; i < choice.variants.size(); ++i) {
            candidates.push_back(candidateText(choice.variants[i], layer->ms[i]));
        }
        table.add({layer->node, layer->op, choice.variants.front().name,
                   cli::fixed(layer->defaultMs, 3), isDefault ? "-" : choice.winner,
                   isDefault ? "" : cli::fixed(layer->winnerMs, 3), join(candidates, ", ")});
    }
    return table;
}

void tell(const TuneReport &report, const std::string &file, cli::Console &console)
{
    Json choices = Json::array();
    for (const TunedChoice &choice : report.choices) {
        choices.push_back(choiceJson(choice));
    }
    Json layers = Json::array();
    for (const TunedLayer &layer : report.layers) {
        layers.push_back(layerJson(layer, report.choices[layer.choice]));
    }
    console.document()["device"] = report.device.name;
    console.document()["layers"] = std::move(layers);
    console.document()["choices"] = std::move(choices);
    console.document()["default_ms"] = report.defaultMs;
    console.document()["tuned_ms"] = report.tunedMs;
    console.document()["file"] = file.empty() ? Json() : Json(file);
    console.print(layersTable(report));
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
