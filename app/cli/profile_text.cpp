// SPDX-License-Identifier: Apache-2.0
#include "app/cli/profile_text.h"

#include "core/engine/report_json.h"
#include "core/execution/profile/critical_path.h"
#include "core/execution/profile/layer_verdict.h"
#include "core/opencl/program_cache.h"
#include "core/support/file.h"
#include "core/support/table_text.h"
#include "core/support/text.h"
#include "core/support/units.h"
#include "core/support/utc_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace nervure::cli {

namespace {

/// Giga per second of a count in a time; empty when there is nothing to say.
std::string rate(std::int64_t count, double ms)
{
    return count > 0 && ms > 0 ? fixed(static_cast<double>(count) / ms / 1e6, 1) : std::string();
}

std::string percent(double share)
{
    return fixed(100 * share, 1) + " %";
}

/// The wider half of the confidence interval of the median, as a part of it.
std::string spread(const Statistics &ms)
{
    const auto half = ms.uncertainty();
    return half ? fixed(100 * *half, 0) + " %" : std::string();
}

/// "median of 10, 98 % sure within 12.1 to 13.0".
std::string medianText(const Statistics &ms)
{
    const std::string text = fmt::format("median of {}", ms.count);
    if (!ms.interval) {
        return ms.count == 1 ? "of one run" : text;
    }
    return text + ", " + fixed(100 * ms.interval->confidence, 0) + " % sure within "
           + fixed(ms.interval->low, 3) + " to " + fixed(ms.interval->high, 3);
}

/// A number of a table that may not be known.
std::string cell(const std::optional<double> &number)
{
    return number ? formatNumber(*number) : std::string();
}

/// What the runs themselves say against their figures, if anything.
/// Part of the processors that others may have without a word.
constexpr double tellingLoad = 0.1;

std::string doubts(const ProfileData &data)
{
    std::string text;
    if (data.otherLoad && *data.otherLoad >= tellingLoad) {
        text +=
            "others had " + percent(*data.otherLoad)
            + " of the processors while the runs were timed: times are longer than the model's own\n";
    }
    if (data.unsettledRuns > 0) {
        text += fmt::format("the first {} timed runs were slower than the others: --warmup {} "
                            "would leave them out\n",
                            data.unsettledRuns, data.warmup + data.unsettledRuns);
    }
    if (data.drift.isSignificant) {
        text += "runs became " + fixed(100 * std::abs(data.drift.change), 1) + " % "
                + (data.drift.change > 0 ? "slower" : "faster")
                + " while they were measured: the device grows hot, or is shared\n";
    }
    if (data.wallMs.outliers > 0) {
        text += fmt::format("{} of {} runs were outliers; medians pass them over\n",
                            data.wallMs.outliers, data.wallMs.count);
    }
    return text;
}

std::string transferText(const ProfileData &data)
{
    std::string text;
    for (const TransferProfile &transfer : data.transfers) {
        text += (text.empty() ? "transfers: " : ", ")
                + std::string(transfer.isUpload ? "upload of " : "read of ") + transfer.name + " "
                + bytesText(transfer.bytes) + " " + durationText(transfer.ms.median);
    }
    return text.empty() ? text : text + '\n';
}

/// A file name that no system stumbles over.
std::string safeName(std::string_view text)
{
    std::string name;
    for (const char c : text.substr(0, 100)) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                             || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
        name += isPlain ? c : '_';
    }
    return name.empty() || name[0] == '.' ? "_" + name : name;
}

/// "just now", "5 minutes ago", "3 days ago".
std::string ageText(std::int64_t seconds)
{
    struct Unit {
        std::int64_t seconds;
        const char *name;
    };
    for (const Unit &unit : {Unit{86400, " day"}, Unit{3600, " hour"}, Unit{60, " minute"}}) {
        if (const std::int64_t count = seconds / unit.seconds; count > 0) {
            return std::to_string(count) + unit.name + (count > 1 ? "s ago" : " ago");
        }
    }
    return "just now";
}

/// How much longer a layer could take; layers of bodies have none of their own.
std::string slackText(const std::vector<double> &slackMs, const LayerProfile &layer, int depth)
{
    return depth > 0 || slackMs[layer.id] <= 0 ? "" : fixed(slackMs[layer.id], 3);
}

/// Adds rows for layers, the slowest first, and below each those of its bodies.
void addLayers(const std::vector<LayerProfile> &all, const std::vector<double> &slackMs,
               double total, int depth, Table &table)
{
    std::vector<const LayerProfile *> layers;
    for (const LayerProfile &layer : all) {
        layers.push_back(&layer);
    }
    std::stable_sort(layers.begin(), layers.end(),
                     [](const auto *a, const auto *b) { return a->ms.median > b->ms.median; });
    for (const LayerProfile *layer : layers) {
        const double ms = layer->ms.median;
        const std::string kernel =
            layer->kernels.empty()
                ? layer->role
                : layer->kernels.front().name + (layer->kernels.size() > 1 ? ", …" : "");
        const LayerVerdict &verdict = layer->verdict;
        const std::string calls = depth > 0 ? fmt::format(" ×{}", layer->calls) : "";
        table.add({std::string(2 * static_cast<std::size_t>(depth), ' ') + layer->node.name + calls,
                   layer->op, std::to_string(layer->nodes.size()),
                   (layer->isBelowTimer ? "~" : "") + fixed(ms, 3), spread(layer->ms),
                   percent(total > 0 ? ms / total : 0), slackText(slackMs, *layer, depth),
                   fixed(layer->launchMs, 3), rate(layer->flops, ms), rate(layer->bytes, ms),
                   std::string(layerBoundName(verdict.bound)),
                   verdict.roofShare > 0 ? percent(verdict.roofShare) : "", kernel});
        addLayers(layer->inner, slackMs, total, depth + 1, table);
    }
}

} // namespace

std::string wireText(const std::optional<WireTimes> &wire)
{
    if (!wire) {
        return {};
    }
    const auto bytes = [](std::uint64_t count) {
        return bytesText(static_cast<std::int64_t>(count));
    };
    return fmt::format("the way to {}, in none of these times: {} for {} there and {} back, "
                       "connecting {}\n",
                       wire->host, durationText(wire->transferMs), bytes(wire->sentBytes),
                       bytes(wire->receivedBytes), durationText(wire->connectMs));
}

std::string ceilingsText(const DeviceCeilings &ceilings)
{
    const auto rate = [](double best, const MeasuredRate &rounds) {
        const auto spread = std::lround(100 * rounds.spread());
        return threeDigits(best) + (rounds.rounds.empty() ? "" : fmt::format(" (-{} %)", spread));
    };
    std::string text = "copies " + rate(ceilings.copyGbs, ceilings.memory) + " GB/s, multiply-adds "
                       + rate(ceilings.multiplyAddGflops, ceilings.compute) + " GFLOP/s, launches "
                       + durationText(ceilings.launchMs) + " (" + durationText(ceilings.enqueueMs)
                       + " in a row)" + (ceilings.hasTimer ? "" : ", all by the host's clock");
    if (const auto age = secondsSince(ceilings.measuredAt)) {
        text += "; measured " + ageText(*age);
    }
    const std::string doubt = distrustText(ceilings);
    return doubt.empty() ? text : text + "; " + doubt;
}

Table profileTable(const ProfileReport &report)
{
    using Align = Table::Align;
    Table table({{"layer"},
                 {"operator"},
                 {"nodes", Align::Right},
                 {"ms", Align::Right},
                 {"±", Align::Right},
                 {"share", Align::Right},
                 {"slack", Align::Right},
                 {"launch", Align::Right},
                 {"GFLOP/s", Align::Right},
                 {"GB/s", Align::Right},
                 {"bound"},
                 {"roof", Align::Right},
                 {"kernel"}});
    addLayers(report.data.layers, criticalPathOf(report.data).slackMs, totalMs(report.data), 0,
              table);
    return table;
}

namespace {

std::string stoppedText(const ProfileReport &report)
{
    if (!report.isStopped) {
        return {};
    }
    if (report.data.repeat == 0) {
        return "stopped: the table is of the layers that had ended\n";
    }
    return report.data.repeat == 1
               ? "stopped: the table is of one run\n"
               : fmt::format("stopped: the table is of the {} runs that had ended\n",
                             report.data.repeat);
}

std::string wallText(const ProfileData &data)
{
    return data.repeat == 0
               ? "no run by layers ended"
               : fixed(data.wallMs.median, 3) + " ms wall (" + medianText(data.wallMs) + ')';
}

/// What preparing took, and the process in all.
std::string preparationText(const ProfileReport &report)
{
    const ProfileData &data = report.data;
    std::string text =
        fmt::format("prepared in {} ms, {} on the device; {} nodes folded into others",
                    fixed(data.prepareMs, 1), bytesText(data.prepareBytes), data.folded.size());
    if (report.peakBytes > 0) {
        text += "; the process took " + bytesText(static_cast<std::int64_t>(report.peakBytes))
                + " of memory at most";
    }
    return text + '\n' + wireText(report.wire);
}

} // namespace

std::string profileSummary(const ProfileReport &report)
{
    const ProfileData &data = report.data;
    std::string text = stoppedText(report) + deviceTitle(report.device) + ", "
                       + std::string(runModeName(report.mode)) + ": " + wallText(data) + ", "
                       + fixed(data.deviceMs, 3) + " ms in layers, "
                       + fixed(data.unprofiledWallMs.median, 3) + " ms unprofiled\n";
    if (report.mode == RunMode::Serialized && data.repeat > 0) {
        text += "layers and their launches explain " + percent(explainedPart(data))
                + " of the wall time\n";
    }
    if (const CriticalPath path = criticalPathOf(data); path.layers < data.layers.size()) {
        text += fmt::format("the critical path takes {} ms in {} of {} layers; the others have "
                            "slack: they could run beside it\n",
                            fixed(path.ms, 3), path.layers, data.layers.size());
    }
    if (data.repeat > 0) {
        const double rest = remainderMs(data);
        const std::size_t launches = std::max<std::size_t>(launchCount(data), 1);
        text += "unexplained, by means: " + fixed(rest, 3) + " ms, "
                + fixed(1000 * rest / static_cast<double>(launches), 1) + " µs a launch\n";
    }
    text += transferText(data) + doubts(data);
    if (data.ceilings) {
        text += "at best: " + ceilingsText(*data.ceilings) + '\n';
    }
    const auto coarse = std::count_if(data.layers.begin(), data.layers.end(),
                                      [](const LayerProfile &layer) { return layer.isBelowTimer; });
    if (coarse > 0) {
        text += fmt::format(
            "{} layers, marked ~, are too short for the clock of {} ns that times them\n", coarse,
            report.device.timerResolutionNs);
    }
    const auto fast =
        std::count_if(data.layers.begin(), data.layers.end(), [](const LayerProfile &layer) {
            return layer.performedFlops != layer.flops;
        });
    if (fast > 0) {
        text += fmt::format("{} layers do fewer operations than their plain sums, which GFLOP/s "
                            "count: their shares of the roof are of those performed\n",
                            fast);
    }
    return text + preparationText(report);
}

std::string profileCsv(const ProfileReport &report)
{
    std::vector<TextColumn> columns;
    for (const char *title : {"id",      "node",      "op",     "role",       "ms_median", "ms_min",
                              "ms_p95",  "launch_ms", "flops",  "bytes",      "nodes",     "ms_low",
                              "ms_high", "ms_p90",    "ms_p99", "ms_mean",    "outliers",  "macs",
                              "gflops",  "gbs",       "bound",  "roof_share", "slack_ms"}) {
        columns.push_back({title});
    }
    const CriticalPath path = criticalPathOf(report.data);
    TextRows rows;
    for (const LayerProfile &layer : report.data.layers) {
        const LayerVerdict &verdict = layer.verdict;
        std::optional<double> low;
        std::optional<double> high;
        if (layer.ms.interval) {
            low = layer.ms.interval->low;
            high = layer.ms.interval->high;
        }
        rows.push_back({std::to_string(layer.id),
                        layer.node.name,
                        layer.op,
                        layer.role,
                        formatNumber(layer.ms.median),
                        formatNumber(layer.ms.min),
                        formatNumber(layer.ms.p95),
                        formatNumber(layer.launchMs),
                        std::to_string(layer.flops),
                        std::to_string(layer.bytes),
                        join(namesOf(layer.nodes), " "),
                        cell(low),
                        cell(high),
                        formatNumber(layer.ms.p90),
                        formatNumber(layer.ms.p99),
                        formatNumber(layer.ms.mean),
                        std::to_string(layer.ms.outliers),
                        std::to_string(layer.macs),
                        formatNumber(verdict.gflops),
                        formatNumber(verdict.gbs),
                        std::string(layerBoundName(verdict.bound)),
                        formatNumber(verdict.roofShare),
                        formatNumber(path.slackMs[layer.id])});
    }
    return csvTable(columns, rows);
}

Table groupTable(const std::vector<TimeGroup> &groups, const std::string &title)
{
    using Align = Table::Align;
    Table table({{title},
                 {"layers", Align::Right},
                 {"launches", Align::Right},
                 {"ms", Align::Right},
                 {"share", Align::Right},
                 {"GFLOP/s", Align::Right},
                 {"GB/s", Align::Right}});
    const auto add = [&table](const TimeGroup &group) {
        table.add({group.name.empty() ? "-" : group.name, std::to_string(group.layers),
                   std::to_string(group.launches), fixed(group.ms, 3), percent(group.share),
                   rate(group.flops, group.ms), rate(group.bytes, group.ms)});
    };
    for (const TimeGroup &group : groups) {
        add(group);
    }
    add(totalOf(groups, "all"));
    return table;
}

nlohmann::ordered_json groupsJson(const std::vector<TimeGroup> &groups)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const TimeGroup &group : groups) {
        list.push_back({{"name", group.name},
                        {"layers", group.ids},
                        {"launches", group.launches},
                        {"ms", group.ms},
                        {"share", group.share},
                        {"flops", group.flops},
                        {"bytes", group.bytes}});
    }
    return list;
}

std::string findingsText(const std::vector<RunFinding> &findings)
{
    std::string text;
    for (const RunFinding &finding : findings) {
        text += "- " + finding.text() + '\n';
    }
    return text.empty() ? text : "where time might be saved:\n" + text;
}

nlohmann::ordered_json findingsJson(const std::vector<RunFinding> &findings)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const RunFinding &finding : findings) {
        list.push_back({{"kind", runFindingName(finding.kind)},
                        {"ms", finding.ms},
                        {"share", finding.share},
                        {"layers", finding.layers},
                        {"layer", finding.layer},
                        {"other", finding.other},
                        {"factor", finding.factor},
                        {"text", finding.text()}});
    }
    return list;
}

std::string profileMarkdown(const ProfileReport &report)
{
    return profileTable(report).markdown() + "\n```\n" + profileSummary(report) + "```\n\n"
           + findingsText(runFindings(report.data, report.device.traits.computeUnits));
}

Status dumpKernels(const ExecutionPlan &plan, const std::filesystem::path &folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return makeError("file-write", "cannot make the folder {}: {}", quoted(folder.string()),
                         error.message());
    }
    std::set<std::string> written;
    for (const PlanStep &step : plan.steps) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            const std::string text = opencl::programText(launch);
            if (!written.insert(text).second) {
                continue;
            }
            const std::string name =
                fmt::format("{}-{}-{}", step.id, safeName(step.root), safeName(launch.entry));
            RETURN_IF_FAILED(writeFile(folder / (name + ".cl"), text));
        }
    }
    return {};
}

} // namespace nervure::cli
