// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution_options.h"
#include "app/cli/json_output.h"
#include "app/cli/profile_text.h"
#include "app/cli/stop_signal.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/report_json.h"
#include "core/engine/run_model.h"
#include "core/execution/profile/node_times.h"
#include "core/formats/node_data.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace nervure {

namespace {

using cli::ExitCode;

struct ProfileOptions {
    cli::ExecutionOptions execution;
    std::string mode = "serialised";
    std::size_t repeat = 10;
    std::optional<std::size_t> warmup;
    std::string trace;
    std::string csv;
    std::string markdown;
    std::string grouping; ///< operator, kernel or scope; empty: none
    std::string nodeData;
    std::string attachment;
    std::string dumpPlan;
    std::string dumpKernels;
};

/// A text for a file; "-" is standard output, or with --json a member of the document.
Status put(const std::string &file, const char *member, const std::string &text,
           cli::Console &console)
{
    if (file != "-") {
        return writeFile(file, text);
    }
    if (console.isJson()) {
        console.document()[member] = text;
    } else {
        console.write(text);
    }
    return {};
}

/// Writes the files that were asked for.
Status writeFiles(const ProfileOptions &options, const ProfileReport &report, cli::Console &console)
{
    Status status;
    if (!options.trace.empty()) {
        status = put(options.trace, "trace", cli::profileTrace(report), console);
    }
    if (status && !options.csv.empty()) {
        status = put(options.csv, "csv", cli::profileCsv(report), console);
    }
    if (status && !options.markdown.empty()) {
        status = put(options.markdown, "markdown", cli::profileMarkdown(report), console);
    }
    if (status && !options.dumpPlan.empty()) {
        status = put(options.dumpPlan, "plan", cli::documentText(planJson(*report.plan)), console);
    }
    if (status && !options.dumpKernels.empty()) {
        status = cli::dumpKernels(*report.plan, options.dumpKernels);
    }
    return status;
}

/// The median time of each layer, told once: on the node that it is called after.
std::vector<NodeDataSeries> nodeTimes(const ProfileReport &report, const Graph &graph)
{
    const NodeTimes found = timesOfNodes(report.data, graph);
    NodeDataSeries times{"time [ms]", {}, {}};
    for (const NodeId id : graph.nodes()) {
        if (const auto it = found.ms.find(id); it != found.ms.end()) {
            times.numbers.emplace_back(graph.node(id).name, it->second);
        }
    }
    return {std::move(times)};
}

Status writeNodeFiles(const ProfileOptions &options, const ProfileReport &report,
                      const Graph &graph, cli::Console &console)
{
    Status status;
    if (!options.nodeData.empty()) {
        status =
            put(options.nodeData, "node_data",
                writeNodeData(nodeTimes(report, graph), NodeDataFormat::ModelExplorer), console);
    }
    if (status && !options.attachment.empty()) {
        status = put(options.attachment, "attachment",
                     writeNodeData(nodeTimes(report, graph), NodeDataFormat::Netron), console);
    }
    return status;
}

bool writesToStdout(const ProfileOptions &options)
{
    return options.trace == "-" || options.csv == "-" || options.markdown == "-"
           || options.dumpPlan == "-" || options.nodeData == "-" || options.attachment == "-";
}

/// The layers, or their sums by what was asked for.
void tellTimes(const ProfileOptions &options, const ProfileReport &report, const Graph &graph,
               cli::Console &console)
{
    const auto grouping = timeGroupingFromName(options.grouping);
    if (grouping) {
        const auto groups = groupTimes(report.data, *grouping, graph);
        console.document()["groups"] = cli::groupsJson(groups);
        console.print(cli::groupTable(groups, options.grouping));
    } else {
        console.print(cli::profileTable(report));
    }
    console.remark(cli::profileSummary(report));
}

/// The plan of a device of another machine stays there.
Status checkPlanIsHere(const ProfileOptions &options)
{
    const std::string &device = options.execution.device;
    const bool wantsPlan = !options.dumpPlan.empty() || !options.dumpKernels.empty();
    return wantsPlan && isRemoteDevice(device)
               ? Status(makeError("usage",
                                  "--dump-plan and --dump-kernels are for devices of this machine, "
                                  "found {}",
                                  quoted(device)))
               : Status();
}

ExitCode profile(const ProfileOptions &options, cli::CommandContext &context)
{
    if (const Status status = checkPlanIsHere(options); !status) {
        return context.console.fail(ExitCode::WrongUsage, status.error());
    }
    ExitCode code = ExitCode::Done;
    auto request = cli::makeExecutionRequest(options.execution, context, code);
    if (!request) {
        return code;
    }
    useWeights(*request, context.builtins.ops);
    request->mode = options.mode == "pipelined" ? RunMode::Pipelined : RunMode::Serialized;
    request->repeat = options.repeat;
    request->warmup = options.warmup.value_or(request->warmup);
    request->warmsUntilSettled = !options.warmup.has_value();
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {cli::stoppedBySignals(), {}}};
    const Result<ProfileReport> report = profileModel(*request, execution);
    if (!report) {
        return context.console.fail(cli::exitCodeOf(report.error()), report.error());
    }
    context.console.report(report->diagnostics);
    if (Status status = writeFiles(options, *report, context.console); !status) {
        return context.console.fail(ExitCode::InputFault, status.error());
    }
    if (Status status = writeNodeFiles(options, *report, request->graph, context.console);
        !status) {
        return context.console.fail(ExitCode::InputFault, status.error());
    }
    context.console.document().update(profileJson(*report, request->graph.nodes()));
    const auto findings = runFindings(report->data, report->device.traits.computeUnits);
    context.console.document()["findings"] = cli::findingsJson(findings);
    if (!writesToStdout(options)) {
        tellTimes(options, *report, request->graph, context.console);
        context.console.remark(cli::findingsText(findings));
    }
    return report->isStopped ? ExitCode::Stopped : ExitCode::Done;
}

void addOptions(CLI::App &app, ProfileOptions &options)
{
    cli::addExecutionOptions(app, options.execution);
    app.add_option("--mode", options.mode, "finish after every layer, or once a run")
        ->type_name("serialised|pipelined")
        ->check(CLI::IsMember(std::vector<std::string>{"serialised", "pipelined"}));
    app.add_option("--repeat", options.repeat, "timed runs")
        ->type_name("N")
        ->check(CLI::Range(1, 100000));
    app.add_option("--warmup", options.warmup,
                   "runs before them; unless given, two and more while times fall")
        ->type_name("N")
        ->check(CLI::Range(0, 100000));
    app.add_option("--trace", options.trace, "write Chrome trace events")->type_name("T.json");
    app.add_option("--csv", options.csv, "write the layers as CSV")->type_name("FILE");
    app.add_option("--markdown", options.markdown, "write the layers as Markdown")
        ->type_name("FILE");
    app.add_option("--by", options.grouping, "sum the layers by operator, kernel or scope")
        ->type_name("operator|kernel|scope")
        ->check(CLI::IsMember(std::vector<std::string>{"operator", "kernel", "scope"}));
    app.add_option("--node-data", options.nodeData, "write the times as Model Explorer's node data")
        ->type_name("FILE");
    app.add_option("--attachment", options.attachment, "write the times as Netron's attachment")
        ->type_name("FILE");
    app.add_option("--dump-plan", options.dumpPlan, "write the execution plan as JSON")
        ->type_name("FILE");
    app.add_option("--dump-kernels", options.dumpKernels, "write the programs as they are compiled")
        ->type_name("DIR");
}

} // namespace

void registerProfile(cli::CommandRegistry &registry)
{
    registry.add({"profile", "measure each layer of a model on a device",
                  [](CLI::App &app) -> cli::CommandRun {
                      auto options = std::make_shared<ProfileOptions>();
                      addOptions(app, *options);
                      return [options](cli::CommandContext &context) {
                          return profile(*options, context);
                      };
                  },
                  false, true});
}

} // namespace nervure
