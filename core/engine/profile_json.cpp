// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_json.h"

#include "core/engine/profile_members.h"
#include "core/engine/report_json.h"
#include "core/execution/profile/critical_path.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace nervure {

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

Json launchJson(const LaunchProfile &launch)
{
    return {{"kernel", launch.kernel},
            {"queue_ms", statisticsJson(launch.queueMs)},
            {"submit_ms", statisticsJson(launch.submitMs)},
            {"ms", statisticsJson(launch.ms)},
            {"last",
             {{"queued", launch.last.queuedMs},
              {"submit", launch.last.submitMs},
              {"start", launch.last.startMs},
              {"end", launch.last.endMs}}}};
}

Json launchesJson(const LayerProfile &layer)
{
    Json launches = Json::array();
    for (const LaunchProfile &launch : layer.launches) {
        launches.push_back(launchJson(launch));
    }
    return launches;
}

/// Shares are null where nothing is known to compare with.
Json verdictJson(const LayerVerdict &verdict)
{
    const bool isKnown = verdict.isKnown();
    const char *level = verdict.isFromCache ? "cache" : "memory";
    const auto known = [isKnown](double value) { return isKnown ? Json(value) : Json(); };
    return {{"bound", layerBoundName(verdict.bound)},
            {"compute_share", known(verdict.computeShare)},
            {"bandwidth_share", known(verdict.bandwidthShare)},
            {"level", isKnown ? Json(level) : Json()},
            {"roof_ms", known(verdict.roofMs)},
            {"roof_share", known(verdict.roofShare)},
            {"enqueue_ms", known(verdict.enqueueMs)},
            {"text", verdict.text()}};
}

/// Nodes of the document as its places in the text, null where it is not there.
class Places {
public:
    explicit Places(std::span<const NodeId> nodes)
    {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            m_places.emplace(nodes[i], i);
        }
    }

    [[nodiscard]] Json of(const NamedNode &node) const
    {
        const auto it = m_places.find(node.id);
        return it == m_places.end() ? Json() : Json(it->second);
    }

    [[nodiscard]] Json of(const std::vector<NamedNode> &nodes) const
    {
        Json list = Json::array();
        for (const NamedNode &node : nodes) {
            list.push_back(of(node));
        }
        return list;
    }

private:
    std::unordered_map<NodeId, std::size_t> m_places;
};

/// What launching costs is only known when layers run one by one, gaps only when they do not.
Json layerJson(const LayerProfile &layer, bool isSerialized, const Places &places)
{
    Json kernels = Json::array();
    for (const KernelProfile &kernel : layer.kernels) {
        kernels.push_back(kernelJson(kernel));
    }
    const LayerVerdict &verdict = layer.verdict;
    Json json{{"id", layer.id},
              {"node", layer.node.name},
              {"node_id", places.of(layer.node)},
              {"nodes", namesOf(layer.nodes)},
              {"node_ids", places.of(layer.nodes)},
              {"op", layer.op},
              {"role", layer.role},
              {"kernels", std::move(kernels)},
              {"ms", statisticsJson(layer.ms)},
              {"samples_ms", layer.samplesMs},
              {"below_timer", layer.isBelowTimer},
              {"launch_ms", isSerialized ? Json(layer.launchMs) : Json()},
              {"launch_mean_ms", isSerialized ? Json(layer.launchMeanMs) : Json()},
              {"gap_ms", isSerialized ? Json() : Json(layer.gapMs)},
              {"start_ms", layer.startMs},
              {"end_ms", layer.endMs},
              {"after", layer.after},
              {"flops", layer.flops},
              {"performed_flops", layer.performedFlops},
              {"macs", layer.macs},
              {"bytes", layer.bytes},
              {"gflops", verdict.gflops},
              {"performed_gflops", verdict.performedGflops},
              {"gbs", verdict.gbs},
              {"verdict", verdictJson(verdict)},
              {"launches", launchesJson(layer)}};
    for (const LayerProfile &inner : layer.inner) {
        json["inner"].push_back(layerJson(inner, isSerialized, places));
        json["inner"].back()["calls"] = inner.calls;
    }
    return json;
}

Json transferJson(const TransferProfile &transfer, bool isSerialized)
{
    const double ms = transfer.ms.median;
    return {{"name", transfer.name},
            {"direction", transfer.isUpload ? "upload" : "read"},
            {"bytes", transfer.bytes},
            {"ms", statisticsJson(transfer.ms)},
            {"launch_ms", isSerialized ? Json(transfer.launchMs) : Json()},
            {"launch_mean_ms", isSerialized ? Json(transfer.launchMeanMs) : Json()},
            {"gbs", ms > 0 ? static_cast<double>(transfer.bytes) / ms * 1e-6 : 0},
            {"start_ms", transfer.startMs},
            {"end_ms", transfer.endMs}};
}

Json foldedJson(const std::vector<FoldedNode> &folded, const Places &places)
{
    Json list = Json::array();
    for (const FoldedNode &node : folded) {
        list.push_back({{"node", node.node.name},
                        {"node_id", places.of(node.node)},
                        {"into", node.into.empty() ? Json() : Json(node.into)},
                        {"layer", node.layer ? Json(*node.layer) : Json()}});
    }
    return list;
}

/// What nothing that was measured explains.
Json remainderJson(const ProfileData &data)
{
    const double rest = remainderMs(data);
    const std::size_t launches = launchCount(data);
    return {{"ms", rest},
            {"launches", launches},
            {"us_per_launch", launches > 0 ? rest * 1000 / static_cast<double>(launches) : 0}};
}

} // namespace

Json statisticsJson(const Statistics &statistics)
{
    Json json;
    for (const auto &[name, value] : statisticsMembers) {
        json[name] = statistics.*value;
    }
    json["ci95"] = intervalJson(statistics.interval);
    json["count"] = statistics.count;
    json["outliers"] = statistics.outliers;
    return json;
}

Json profileJson(const ProfileReport &report, std::span<const NodeId> nodes)
{
    const ProfileData &data = report.data;
    const Places places(nodes);
    const bool isSerialized = report.mode == RunMode::Serialized;
    const CriticalPath path = criticalPathOf(data);
    Json layers = Json::array();
    for (const LayerProfile &layer : data.layers) {
        layers.push_back(layerJson(layer, isSerialized, places));
        layers.back()["slack_ms"] = path.slackMs[layer.id];
    }
    Json transfers = Json::array();
    for (const TransferProfile &transfer : data.transfers) {
        transfers.push_back(transferJson(transfer, isSerialized));
    }
    Json document{
        {"device", report.device.name},
        {"device_info", deviceJson(report.device)},
        {"ceilings", data.ceilings ? ceilingsJson(*data.ceilings) : Json()},
        {"pipeline", report.pipeline},
        {"mode", runModeName(report.mode)},
        {"warmup", data.warmup},
        {"warmup_ms", data.warmupMs},
        {"unsettled_runs", data.unsettledRuns},
        {"repeat", data.repeat},
        {"stopped", report.isStopped},
        {"wall_ms", statisticsJson(data.wallMs)},
        {"drift", {{"change", data.drift.change}, {"significant", data.drift.isSignificant}}},
        {"unprofiled_wall_ms", statisticsJson(data.unprofiledWallMs)},
        {"device_ms", data.deviceMs},
        {"explained", isSerialized ? Json(explainedPart(data)) : Json()},
        {"remainder", remainderJson(data)},
        {"critical_path", {{"ms", path.ms}, {"layers", path.layers}}},
        {"prepare", {{"ms", data.prepareMs}, {"bytes", data.prepareBytes}}},
        {"programs", {{"compiled", report.programs.compiled}, {"loaded", report.programs.loaded}}},
        {"memory",
         {{"arena_bytes", report.arena.bytes}, {"arena_lower_bound", report.arena.lowerBound}}},
        {"transfers", std::move(transfers)},
        {"layers", std::move(layers)},
        {"folded", foldedJson(data.folded, places)},
        {"printed", report.printed},
        {"invented", report.invented}};
    if (!report.together.id.empty()) {
        document["together"] = {{"id", report.together.id},
                                {"round_wall_ms", report.together.wallMs}};
    }
    if (report.wire) {
        document["wire"] = wireJson(report.wire);
    }
    addOrigin(report.origin, document);
    return document;
}

} // namespace nervure
