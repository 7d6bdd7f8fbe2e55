// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_json.h"

#include "core/engine/diagnostic_json.h"
#include "core/engine/json_members.h"
#include "core/engine/report_json.h"

#include <algorithm>
#include <array>
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

struct StatisticsMember {
    const char *name;
    double Statistics::*value;
};
constexpr std::array statisticsMembers{StatisticsMember{"median", &Statistics::median},
                                       StatisticsMember{"min", &Statistics::min},
                                       StatisticsMember{"p95", &Statistics::p95},
                                       StatisticsMember{"max", &Statistics::max},
                                       StatisticsMember{"p90", &Statistics::p90},
                                       StatisticsMember{"p99", &Statistics::p99},
                                       StatisticsMember{"mean", &Statistics::mean},
                                       StatisticsMember{"deviation", &Statistics::deviation},
                                       StatisticsMember{"mad", &Statistics::mad}};

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
              {"below_timer", layer.isBelowTimer},
              {"launch_ms", isSerialized ? Json(layer.launchMs) : Json()},
              {"launch_mean_ms", isSerialized ? Json(layer.launchMeanMs) : Json()},
              {"gap_ms", isSerialized ? Json() : Json(layer.gapMs)},
              {"start_ms", layer.startMs},
              {"end_ms", layer.endMs},
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

/// A whole number that is not negative; 0 for anything else.
std::uint64_t countOf(const Json &json, std::string_view name)
{
    const Json &member = memberOf(json, name);
    return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
}

std::int64_t amountOf(const Json &json, std::string_view name)
{
    return static_cast<std::int64_t>(countOf(json, name));
}

bool flagOf(const Json &json, std::string_view name, bool otherwise)
{
    const Json &member = memberOf(json, name);
    return member.is_boolean() ? member.get<bool>() : otherwise;
}

Statistics statisticsFrom(const Json &json)
{
    Statistics statistics;
    for (const auto &[name, value] : statisticsMembers) {
        statistics.*value = numberOf(json, name, 0);
    }
    statistics.count = countOf(json, "count");
    statistics.outliers = countOf(json, "outliers");
    const Json &interval = memberOf(json, "ci95");
    if (interval.is_array() && interval.size() == 2 && interval[0].is_number()
        && interval[1].is_number()) {
        statistics.interval = Interval{interval[0].get<double>(), interval[1].get<double>(), 0.95};
    }
    return statistics;
}

NamedNode nodeFrom(const Json &name, const Json &place, std::span<const NodeId> nodes)
{
    const bool isThere = place.is_number_unsigned() && place.get<std::uint64_t>() < nodes.size();
    return {isThere ? nodes[place.get<std::uint64_t>()] : NodeId(), textOf(name)};
}

LayerVerdict verdictFrom(const Json &json)
{
    constexpr std::array bounds{LayerBound::Host, LayerBound::Launch, LayerBound::Bandwidth,
                                LayerBound::Compute, LayerBound::Neither};
    LayerVerdict verdict;
    for (const LayerBound bound : bounds) {
        if (layerBoundName(bound) == textOf(json, "bound")) {
            verdict.bound = bound;
        }
    }
    verdict.computeShare = numberOf(json, "compute_share", 0);
    verdict.bandwidthShare = numberOf(json, "bandwidth_share", 0);
    verdict.isFromCache = textOf(json, "level") == "cache";
    verdict.roofMs = numberOf(json, "roof_ms", 0);
    verdict.roofShare = numberOf(json, "roof_share", 0);
    verdict.enqueueMs = numberOf(json, "enqueue_ms", 0);
    return verdict;
}

/// So deep do layers lie in layers; what lies deeper in a file is passed over.
constexpr int deepestInner = 8;

/// Nothing where it is no layer. `depth`: of bodies within bodies.
std::optional<LayerProfile> layerFrom(const Json &json, std::span<const NodeId> nodes,
                                      int depth = 0)
{
    const Json &names = memberOf(json, "nodes");
    if (!names.is_array() || !memberOf(memberOf(json, "ms"), "median").is_number()) {
        return std::nullopt;
    }
    LayerProfile layer;
    layer.node = nodeFrom(memberOf(json, "node"), memberOf(json, "node_id"), nodes);
    const Json &places = memberOf(json, "node_ids");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isTold = places.is_array() && i < places.size();
        layer.nodes.push_back(nodeFrom(names[i], isTold ? places[i] : Json(), nodes));
    }
    layer.op = textOf(json, "op");
    layer.role = textOf(json, "role");
    for (const Json &kernel : memberOf(json, "kernels")) {
        layer.kernels.push_back({.name = textOf(kernel, "name"),
                                 .calls = countOf(kernel, "calls"),
                                 .algorithm = textOf(kernel, "algorithm")});
    }
    layer.ms = statisticsFrom(memberOf(json, "ms"));
    layer.launchMs = numberOf(json, "launch_ms", 0);
    layer.launchMeanMs = numberOf(json, "launch_mean_ms", 0);
    layer.flops = amountOf(json, "flops");
    layer.performedFlops =
        json.contains("performed_flops") ? amountOf(json, "performed_flops") : layer.flops;
    layer.macs = amountOf(json, "macs");
    layer.bytes = amountOf(json, "bytes");
    layer.verdict = verdictFrom(memberOf(json, "verdict"));
    layer.isBelowTimer = flagOf(json, "below_timer", false);
    for (const Json &item : memberOf(json, "inner")) {
        if (depth == deepestInner) {
            break;
        }
        if (std::optional<LayerProfile> inner = layerFrom(item, nodes, depth + 1)) {
            inner->id = static_cast<std::uint32_t>(layer.inner.size());
            inner->calls = countOf(item, "calls");
            layer.inner.push_back(std::move(*inner));
        }
    }
    return layer;
}

/// What was folded into which of the layers; older versions tell it by the layer's name alone.
std::vector<FoldedNode> foldedFrom(const Json &list, const std::vector<LayerProfile> &layers,
                                   std::span<const NodeId> nodes)
{
    std::unordered_map<std::string_view, std::uint32_t> byName;
    for (const LayerProfile &layer : layers) {
        byName.emplace(layer.node.name, layer.id);
    }
    std::vector<FoldedNode> folded;
    for (const Json &json : list) {
        folded.push_back({nodeFrom(memberOf(json, "node"), memberOf(json, "node_id"), nodes),
                          textOf(json, "into")});
        const Json &told = memberOf(json, "layer");
        const auto named = byName.find(folded.back().into);
        if (told.is_number_unsigned() && told.get<std::uint64_t>() < layers.size()) {
            folded.back().layer = told.get<std::uint32_t>();
        } else if (json.is_object() && !json.contains("layer") && named != byName.end()) {
            folded.back().layer = named->second;
        }
    }
    return folded;
}

TransferProfile transferFrom(const Json &json)
{
    TransferProfile transfer;
    transfer.name = textOf(json, "name");
    transfer.isUpload = textOf(json, "direction") == "upload";
    transfer.bytes = amountOf(json, "bytes");
    transfer.ms = statisticsFrom(memberOf(json, "ms"));
    transfer.launchMeanMs = numberOf(json, "launch_mean_ms", 0);
    return transfer;
}

/// What the device does at best; whether that is to be trusted was decided where it was measured.
std::optional<DeviceCeilings> ceilingsFrom(const Json &json)
{
    if (!json.is_object()) {
        return std::nullopt;
    }
    DeviceCeilings ceilings;
    ceilings.copyGbs = numberOf(json, "copy_gbs", 0);
    ceilings.multiplyAddGflops = numberOf(json, "multiply_add_gflops", 0);
    ceilings.isPassed = !flagOf(json, "trusted", true);
    return ceilings;
}

} // namespace

Json profileJson(const ProfileReport &report, std::span<const NodeId> nodes)
{
    const ProfileData &data = report.data;
    const Places places(nodes);
    const bool isSerialized = report.mode == RunMode::Serialized;
    Json layers = Json::array();
    for (const LayerProfile &layer : data.layers) {
        layers.push_back(layerJson(layer, isSerialized, places));
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
        {"wall_ms", statisticsJson(data.wallMs)},
        {"drift", {{"change", data.drift.change}, {"significant", data.drift.isSignificant}}},
        {"unprofiled_wall_ms", statisticsJson(data.unprofiledWallMs)},
        {"device_ms", data.deviceMs},
        {"explained", isSerialized ? Json(explainedPart(data)) : Json()},
        {"remainder", remainderJson(data)},
        {"prepare", {{"ms", data.prepareMs}, {"bytes", data.prepareBytes}}},
        {"programs", {{"compiled", report.programs.compiled}, {"loaded", report.programs.loaded}}},
        {"memory",
         {{"arena_bytes", report.plan->arenaBytes},
          {"arena_lower_bound", report.plan->arenaLowerBound}}},
        {"transfers", std::move(transfers)},
        {"layers", std::move(layers)},
        {"folded", foldedJson(data.folded, places)},
        {"printed", report.printed}};
    addOrigin(report.origin, document);
    return document;
}

Result<ProfileReport> profileFrom(const Json &json, std::span<const NodeId> nodes)
{
    const Diagnostic noProfile =
        makeError("profile-file", "found no profile, expected the document "
                                  "of `profile --json`");
    const Json &layers = memberOf(json, "layers");
    if (!layers.is_array()) {
        return noProfile;
    }
    ProfileReport report;
    ProfileData &data = report.data;
    for (const Json &item : layers) {
        std::optional<LayerProfile> layer = layerFrom(item, nodes);
        if (!layer) {
            return noProfile;
        }
        layer->id = static_cast<std::uint32_t>(data.layers.size());
        data.layers.push_back(std::move(*layer));
    }
    data.folded = foldedFrom(memberOf(json, "folded"), data.layers, nodes);
    for (const Json &item : memberOf(json, "transfers")) {
        data.transfers.push_back(transferFrom(item));
    }
    report.device = deviceFrom(memberOf(json, "device_info"));
    report.device.name = textOf(json, "device");
    report.pipeline = textOf(json, "pipeline");
    report.mode = textOf(json, "mode") == "pipelined" ? RunMode::Pipelined : RunMode::Serialized;
    data.warmup = countOf(json, "warmup");
    data.repeat = countOf(json, "repeat");
    data.wallMs = statisticsFrom(memberOf(json, "wall_ms"));
    data.unprofiledWallMs = statisticsFrom(memberOf(json, "unprofiled_wall_ms"));
    data.deviceMs = numberOf(json, "device_ms", 0);
    data.prepareMs = numberOf(memberOf(json, "prepare"), "ms", 0);
    data.prepareBytes = amountOf(memberOf(json, "prepare"), "bytes");
    data.ceilings = ceilingsFrom(memberOf(json, "ceilings"));
    report.printed = textOf(json, "printed");
    report.diagnostics = diagnosticsFrom(memberOf(json, "diagnostics"));
    return report;
}

} // namespace nervure
