// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/profile_text.h"
#include "app/cli/table.h"
#include "core/engine/layer_peek.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/report_json.h"
#include "core/support/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace nervure {

namespace {

using cli::ExitCode;

struct PeekOptions {
    cli::ExecutionOptions execution;
    std::string layer;
    std::size_t repeat = 20;
};

std::string groupSizeText(const std::array<std::size_t, 3> &size)
{
    return size[0] == 0 ? "driver's" : fmt::format("{}×{}×{}", size[0], size[1], size[2]);
}

/// "conv2d_tiled: 56×56×64 items; local memory 4.10 kB, …".
std::string kernelText(const LaunchTrial &launch)
{
    const KernelFacts &facts = launch.facts;
    std::string text =
        fmt::format("{}: {} items; local memory {}, private memory {}; at most {} items a group",
                    launch.kernel, groupSizeText(launch.global), bytesText(facts.localBytes),
                    bytesText(facts.privateBytes), facts.mostItems);
    if (facts.itemsMultiple > 0) {
        text += fmt::format(", best multiples of {}", facts.itemsMultiple);
    }
    return text + '\n'
           + (facts.log.empty() ? std::string(facts.isLogOwn ? "the compiler said nothing\n" : "")
                                : "the compiler says: " + facts.log + '\n');
}

std::string remarkOn(const LaunchTrial &launch, const SizeTrial &size)
{
    std::string text = &size == &launch.sizes.front() ? "planned" : "";
    if (!size.fault.empty()) {
        text += (text.empty() ? "" : ", ") + size.fault;
    } else if (!size.isCorrect) {
        text += (text.empty() ? "" : ", ") + std::string("wrong results");
    } else if (&size == launch.best()) {
        text += (text.empty() ? "" : ", ") + std::string("fastest");
    }
    return text;
}

cli::Table sizesTable(const LaunchTrial &launch)
{
    using Align = cli::Table::Align;
    cli::Table table({{"work-group", Align::Right},
                      {"ms", Align::Right},
                      {"±", Align::Right},
                      {"to the planned", Align::Right},
                      {""}});
    const double planned = launch.sizes.front().ms.median;
    for (const SizeTrial &size : launch.sizes) {
        const bool ran = size.ms.count > 0;
        const auto spread = size.ms.uncertainty();
        table.add({groupSizeText(size.local), ran ? cli::fixed(size.ms.median, 4) : "",
                   spread ? cli::fixed(100 * *spread, 0) + " %" : "",
                   ran && planned > 0 ? cli::fixed(size.ms.median / planned, 2) + " ×" : "",
                   remarkOn(launch, size)});
    }
    return table;
}

ExitCode peek(const PeekOptions &options, cli::CommandContext &context)
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
    const Result<LayerPeek> found = peekLayer(*request, options.layer, execution);
    if (!found) {
        return context.console.fail(cli::exitCodeOf(found.error()), found.error());
    }
    cli::Console &console = context.console;
    console.report(found->diagnostics);
    console.document().update(layerPeekJson(*found));
    console.remark(fmt::format("{} ({}) alone on {}: {} ms, median of {}\n", found->layer,
                               found->op, deviceTitle(found->device),
                               cli::fixed(found->trial.ms.median, 4), found->trial.ms.count));
    for (const LaunchTrial &launch : found->trial.launches) {
        console.remark('\n' + kernelText(launch));
        console.print(sizesTable(launch));
    }
    console.remark(cli::wireText(found->wire));
    return ExitCode::Done;
}

} // namespace

void registerPeek(cli::CommandRegistry &registry)
{
    registry.add({"peek", "run one layer alone, with one size of work-groups after the other",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<PeekOptions>();
                      cli::addExecutionOptions(app, options->execution);
                      app.add_option("layer", options->layer, "the name of a node that it runs")
                          ->type_name("NODE")
                          ->required();
                      app.add_option("--repeat", options->repeat, "timed runs of each size")
                          ->type_name("N")
                          ->check(CLI::Range(1, 100000));
                      return [options](cli::CommandContext &context) {
                          return peek(*options, context);
                      };
                  },
                  false, true});
}

} // namespace nervure
