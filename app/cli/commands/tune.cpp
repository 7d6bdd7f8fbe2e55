// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/profile_text.h"
#include "app/cli/stop_signal.h"
#include "app/cli/table.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/engine/tuning/tune_messages.h"
#include "core/support/text.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct TuneOptions {
    cli::ExecutionOptions execution;
    std::size_t repeat = 10;
    bool isDry = false;
};

/// "tiled 0.412", "tiled 0.412 (wrong)" where it computes something else, "tiled -" where it never ran.
std::string candidateText(const TunedVariant &variant, const Statistics &ms)
{
    const std::string time = ms.count > 0 ? cli::fixed(ms.median, 3) : "-";
    return variant.name + ' ' + time + (variant.isCorrect ? "" : " (wrong)");
}

/// A row for each layer that has a choice, the slowest first.
cli::Table layersTable(const TuneReport &report)
{
    using Align = cli::Table::Align;
    cli::Table table({{"layer"},
                      {"operator"},
                      {"kernel"},
                      {"default"},
                      {"ms", Align::Right},
                      {"chosen"},
                      {"ms", Align::Right},
                      {"candidates, in ms"}});
    for (const TunedLayer *layer : slowestFirst(report)) {
        const TunedChoice &choice = report.choices[layer->choice];
        std::vector<std::string> candidates;
        for (std::size_t i = 0; i < choice.variants.size(); ++i) {
            candidates.push_back(candidateText(choice.variants[i], layer->ms[i]));
        }
        table.add({layer->node, layer->op, kernelClassOf(choice), choice.variants.front().name,
                   cli::fixed(layer->defaultMs, 3), choice.isDefault() ? "-" : choice.winner,
                   choice.isDefault() ? "" : cli::fixed(layer->winnerMs, 3),
                   join(candidates, ", ")});
    }
    return table;
}

void tell(const TuneReport &report, cli::Console &console)
{
    console.document().update(tuneJson(report));
    console.print(layersTable(report));
    const std::string place = report.wire ? " on " + report.wire->host : std::string();
    console.remark(
        deviceTitle(report.device) + ": layers " + durationText(report.defaultMs) + " untuned, "
        + durationText(report.tunedMs) + " tuned"
        + (report.file.empty() ? "; nothing kept\n" : "; kept in " + report.file + place + '\n'));
    console.remark(cli::wireText(report.wire));
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
    ExecutionContext execution{context.builtins, devices, {cli::stoppedBySignals(), {}}};
    const TuneKeeping keeping = options.isDry ? TuneKeeping::Dry : TuneKeeping::Kept;
    const Result<TuneReport> report = tuneModel(*request, keeping, execution);
    if (!report) {
        return context.console.fail(cli::exitCodeOf(report.error()), report.error());
    }
    context.console.report(report->diagnostics);
    tell(*report, context.console);
    const bool isLost =
        std::any_of(report->diagnostics.begin(), report->diagnostics.end(),
                    [](const Diagnostic &found) { return found.code == "tuning-not-kept"; });
    if (isLost) {
        return ExitCode::InputFault;
    }
    return report->isStopped ? ExitCode::Stopped : ExitCode::Done;
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
                  },
                  false, true});
}

} // namespace nervure
