// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/report_json.h"

#include "app/cli/json_output.h"
#include "core/support/units.h"

#include <nlohmann/json.hpp>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

/// `local` is null when the driver chooses.
Json kernelJson(const KernelProfile &kernel)
{
    const bool isChosen = kernel.local != std::array<std::size_t, 3>{0, 0, 0};
    return {{"name", kernel.name},
            {"calls", kernel.calls},
            {"global", kernel.global},
            {"local", isChosen ? Json(kernel.local) : Json()},
            {"algorithm", kernel.algorithm}};
}

Json statisticsJson(const Statistics &statistics)
{
    return {{"median", statistics.median}, {"min", statistics.min},
            {"p95", statistics.p95},       {"max", statistics.max},
            {"p90", statistics.p90},       {"p99", statistics.p99},
            {"mean", statistics.mean},     {"deviation", statistics.deviation}};
}

/// What launching costs is only known when layers run one by one.
Json layerJson(const LayerProfile &layer, bool isSerialised)
{
    Json kernels = Json::array();
    for (const KernelProfile &kernel : layer.kernels) {
        kernels.push_back(kernelJson(kernel));
    }
    return {{"id", layer.id},
            {"node", layer.node},
            {"nodes", layer.nodes},
            {"op", layer.op},
            {"role", layer.role},
            {"kernels", std::move(kernels)},
            {"ms", statisticsJson(layer.ms)},
            {"launch_ms", isSerialised ? Json(layer.launchMs) : Json()},
            {"launch_mean_ms", isSerialised ? Json(layer.launchMeanMs) : Json()},
            {"start_ms", layer.startMs},
            {"end_ms", layer.endMs},
            {"flops", layer.flops},
            {"bytes", layer.bytes}};
}

Json outputJson(const NamedTensor &output, const std::map<std::string, std::string> &files)
{
    const Tensor &tensor = output.tensor;
    Json json{
        {"name", output.name}, {"shape", tensor.shape()}, {"dtype", dtypeName(tensor.type())}};
    if (const auto it = files.find(output.name); it != files.end()) {
        json["file"] = it->second;
    } else if (tensor.count() <= maxInlineElements) {
        Json data = Json::array();
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            data.push_back(numberJson(elementAsDouble(tensor.view(), i)));
        }
        json["data"] = std::move(data);
    }
    return json;
}

Json foldedJson(const std::vector<FoldedNode> &folded)
{
    Json list = Json::array();
    for (const FoldedNode &node : folded) {
        list.push_back(
            {{"node", node.node}, {"into", node.into.empty() ? Json() : Json(node.into)}});
    }
    return list;
}

} // namespace

Json deviceJson(const DeviceInfo &device)
{
    return {{"id", device.id},
            {"platform", device.platform},
            {"platform_version", device.platformVersion},
            {"name", device.name},
            {"vendor", device.vendor},
            {"version", device.version},
            {"driver_version", device.driverVersion},
            {"type", device.type},
            {"compute_units", device.traits.computeUnits},
            {"clock_mhz", device.clockMhz},
            {"global_bytes", device.globalBytes},
            {"max_allocation_bytes", device.maxAllocationBytes},
            {"local_bytes", device.traits.localBytes},
            {"max_work_group", device.traits.maxWorkGroup},
            {"float16", device.traits.hasFloat16},
            {"float64", device.traits.hasFloat64}};
}

Json ceilingsJson(const DeviceCeilings &ceilings)
{
    return {{"copy_gbs", ceilings.copyGbs},
            {"multiply_add_gflops", ceilings.multiplyAddGflops},
            {"launch_ms", ceilings.launchMs},
            {"enqueue_ms", ceilings.enqueueMs},
            {"measured_at", ceilings.measuredAt}};
}

std::string ceilingsText(const DeviceCeilings &ceilings)
{
    return "copies " + threeDigits(ceilings.copyGbs) + " GB/s, multiply-adds "
           + threeDigits(ceilings.multiplyAddGflops) + " GFLOP/s, launches "
           + durationText(ceilings.launchMs) + " (" + durationText(ceilings.enqueueMs)
           + " in a row)";
}

Json runJson(const RunReport &report, const std::map<std::string, std::string> &files)
{
    Json outputs = Json::array();
    for (const NamedTensor &output : report.outputs) {
        outputs.push_back(outputJson(output, files));
    }
    return {{"device", report.device.name},  {"device_info", deviceJson(report.device)},
            {"pipeline", report.pipeline},   {"outputs", std::move(outputs)},
            {"printed", report.printed},     {"wall_ms", report.wallMs},
            {"prepare_ms", report.prepareMs}};
}

Json profileJson(const ProfileReport &report)
{
    const ProfileData &data = report.data;
    const bool isSerialised = report.mode == RunMode::Serialised;
    Json layers = Json::array();
    for (const LayerProfile &layer : data.layers) {
        layers.push_back(layerJson(layer, isSerialised));
    }
    return {{"device", report.device.name},
            {"device_info", deviceJson(report.device)},
            {"pipeline", report.pipeline},
            {"mode", runModeName(report.mode)},
            {"warmup", data.warmup},
            {"repeat", data.repeat},
            {"wall_ms", statisticsJson(data.wallMs)},
            {"unprofiled_wall_ms", statisticsJson(data.unprofiledWallMs)},
            {"device_ms", data.deviceMs},
            {"explained", isSerialised ? Json(explainedPart(data)) : Json()},
            {"prepare", {{"ms", data.prepareMs}, {"bytes", data.prepareBytes}}},
            {"memory",
             {{"arena_bytes", report.plan->arenaBytes},
              {"arena_lower_bound", report.plan->arenaLowerBound}}},
            {"layers", std::move(layers)},
            {"folded", foldedJson(report.plan->folded)},
            {"printed", report.printed}};
}

} // namespace nervure::cli
