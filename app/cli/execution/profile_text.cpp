// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/profile_text.h"

#include "core/opencl/program_cache.h"
#include "core/support/file.h"
#include "core/support/text.h"
#include "core/support/units.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <set>

namespace nervure::cli {

namespace {

std::string fixed(double value, int digits)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

/// Sum of the layers' medians: what shares are shares of.
double totalMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.median;
    }
    return sum;
}

/// Giga per second of a count in a time; empty when there is nothing to say.
std::string rate(std::int64_t count, double ms)
{
    return count > 0 && ms > 0 ? fixed(static_cast<double>(count) / ms / 1e6, 1) : std::string();
}

/// A CSV field: quoted when it holds what separates.
std::string field(const std::string &text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return result + '"';
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

} // namespace

Table profileTable(const ProfileReport &report)
{
    using Align = Table::Align;
    Table table({{"layer"},
                 {"operator"},
                 {"nodes", Align::Right},
                 {"ms", Align::Right},
                 {"share", Align::Right},
                 {"launch", Align::Right},
                 {"GFLOP/s", Align::Right},
                 {"GB/s", Align::Right},
                 {"kernel"}});
    std::vector<const LayerProfile *> layers;
    for (const LayerProfile &layer : report.data.layers) {
        layers.push_back(&layer);
    }
    std::stable_sort(layers.begin(), layers.end(),
                     [](const auto *a, const auto *b) { return a->ms.median > b->ms.median; });
    const double total = totalMs(report.data);
    for (const LayerProfile *layer : layers) {
        const double ms = layer->ms.median;
        const std::string kernel =
            layer->kernels.empty()
                ? layer->role
                : layer->kernels.front().name + (layer->kernels.size() > 1 ? ", …" : "");
        table.add({layer->node, layer->op, std::to_string(layer->nodes.size()), fixed(ms, 3),
                   total > 0 ? fixed(100 * ms / total, 1) + " %" : "", fixed(layer->launchMs, 3),
                   rate(layer->flops, ms), rate(layer->bytes, ms), kernel});
    }
    return table;
}

std::string profileSummary(const ProfileReport &report)
{
    const ProfileData &data = report.data;
    std::string text = report.device.name + ", " + std::string(runModeName(report.mode)) + ": "
                       + fixed(data.wallMs.median, 3) + " ms wall (median of "
                       + std::to_string(data.repeat) + "), " + fixed(data.deviceMs, 3)
                       + " ms in layers, " + fixed(data.unprofiledWallMs.median, 3)
                       + " ms unprofiled\n";
    if (report.mode == RunMode::Serialised) {
        text += "layers and their launches explain " + fixed(100 * explainedPart(data), 1)
                + " % of the wall time\n";
    }
    return text + "prepared in " + fixed(data.prepareMs, 1) + " ms, " + bytesText(data.prepareBytes)
           + " on the device; " + std::to_string(report.plan->folded.size())
           + " nodes folded into others\n";
}

std::string profileCsv(const ProfileReport &report)
{
    std::string text = "id,node,op,role,ms_median,ms_min,ms_p95,launch_ms,flops,bytes,nodes\n";
    for (const LayerProfile &layer : report.data.layers) {
        const std::vector<std::string> cells{std::to_string(layer.id),
                                             field(layer.node),
                                             field(layer.op),
                                             layer.role,
                                             formatNumber(layer.ms.median),
                                             formatNumber(layer.ms.min),
                                             formatNumber(layer.ms.p95),
                                             formatNumber(layer.launchMs),
                                             std::to_string(layer.flops),
                                             std::to_string(layer.bytes),
                                             field(join(layer.nodes, " "))};
        text += join(cells, ",") + '\n';
    }
    return text;
}

std::string profileTrace(const ProfileReport &report)
{
    using Json = nlohmann::ordered_json;
    Json events = Json::array();
    events.push_back({{"name", "process_name"},
                      {"ph", "M"},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", {{"name", report.device.name}}}});
    for (const LayerProfile &layer : report.data.layers) {
        events.push_back({{"name", layer.node},
                          {"cat", layer.role},
                          {"ph", "X"},
                          {"ts", layer.startMs * 1000},
                          {"dur", std::max(0.0, layer.endMs - layer.startMs) * 1000},
                          {"pid", 1},
                          {"tid", 1},
                          {"args",
                           {{"op", layer.op},
                            {"nodes", layer.nodes},
                            {"flops", layer.flops},
                            {"bytes", layer.bytes}}}});
    }
    const Json trace{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
    return trace.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Status dumpKernels(const ExecutionPlan &plan, const std::filesystem::path &folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return makeError("file-write", "cannot make the folder " + quoted(folder.string()) + ": "
                                           + error.message());
    }
    std::set<std::string> written;
    for (const PlanStep &step : plan.steps) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            const std::string text = opencl::programText(launch);
            if (!written.insert(text).second) {
                continue;
            }
            const std::string name =
                std::to_string(step.id) + '-' + safeName(step.root) + '-' + safeName(launch.entry);
            if (Status status = writeFile(folder / (name + ".cl"), text); !status) {
                return status;
            }
        }
    }
    return {};
}

} // namespace nervure::cli
