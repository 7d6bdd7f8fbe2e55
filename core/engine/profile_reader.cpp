// SPDX-License-Identifier: Apache-2.0
#include "core/engine/diagnostic_json.h"
#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/engine/profile_members.h"
#include "core/engine/report_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

std::int64_t amountOf(const Json &json, std::string_view name)
{
    return static_cast<std::int64_t>(countOf(json, name));
}

bool flagOf(const Json &json, std::string_view name, bool otherwise)
{
    const Json &member = memberOf(json, name);
    return member.is_boolean() ? member.get<bool>() : otherwise;
}

NamedNode nodeFrom(const Json &name, const Json &place, std::span<const NodeId> nodes)
{
    const bool isThere = place.is_number_unsigned() && place.get<std::uint64_t>() < nodes.size();
    return {isThere ? nodes[place.get<std::uint64_t>()] : NodeId(), textOf(name)};
}

/// Takes in what only the device's ceilings tell of a layer.
void readVerdict(const Json &json, LayerVerdict &verdict)
{
    constexpr std::array bounds{LayerBound::Host, LayerBound::Launch, LayerBound::Bandwidth,
                                LayerBound::Compute, LayerBound::Neither};
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
}

std::array<std::size_t, 3> sizesFrom(const Json &json, std::array<std::size_t, 3> otherwise)
{
    for (std::size_t i = 0; json.is_array() && i < std::min<std::size_t>(json.size(), 3); ++i) {
        otherwise[i] = json[i].is_number_unsigned() ? json[i].get<std::size_t>() : otherwise[i];
    }
    return otherwise;
}

KernelProfile kernelFrom(const Json &json)
{
    KernelProfile kernel;
    kernel.name = textOf(json, "name");
    kernel.calls = countOf(json, "calls");
    kernel.global = sizesFrom(memberOf(json, "global"), kernel.global);
    kernel.local = sizesFrom(memberOf(json, "local"), kernel.local);
    kernel.algorithm = textOf(json, "algorithm");
    return kernel;
}

LaunchProfile launchFrom(const Json &json)
{
    LaunchProfile launch;
    launch.kernel = textOf(json, "kernel");
    launch.queueMs = statisticsFrom(memberOf(json, "queue_ms"));
    launch.submitMs = statisticsFrom(memberOf(json, "submit_ms"));
    launch.ms = statisticsFrom(memberOf(json, "ms"));
    const Json &last = memberOf(json, "last");
    launch.last.queuedMs = numberOf(last, "queued", 0);
    launch.last.submitMs = numberOf(last, "submit", 0);
    launch.last.startMs = numberOf(last, "start", 0);
    launch.last.endMs = numberOf(last, "end", 0);
    return launch;
}

/// The last of them where a file has more than we keep; those of older versions have none.
std::vector<double> samplesFrom(const Json &json)
{
    std::vector<double> samples;
    for (std::size_t i = json.size() - std::min(json.size(), mostSamples); i < json.size(); ++i) {
        if (json.is_array() && json[i].is_number()) {
            samples.push_back(json[i].get<double>());
        }
    }
    return samples;
}

/// What is told of a layer but for its nodes and its bodies.
void readMeasures(const Json &json, LayerProfile &layer)
{
    for (const Json &kernel : memberOf(json, "kernels")) {
        layer.kernels.push_back(kernelFrom(kernel));
    }
    for (const Json &launch : memberOf(json, "launches")) {
        layer.launches.push_back(launchFrom(launch));
    }
    layer.ms = statisticsFrom(memberOf(json, "ms"));
    layer.samplesMs = samplesFrom(memberOf(json, "samples_ms"));
    layer.launchMs = numberOf(json, "launch_ms", 0);
    layer.launchMeanMs = numberOf(json, "launch_mean_ms", 0);
    layer.gapMs = numberOf(json, "gap_ms", 0);
    layer.startMs = numberOf(json, "start_ms", 0);
    layer.endMs = numberOf(json, "end_ms", 0);
    for (const Json &before : memberOf(json, "after")) {
        if (before.is_number_unsigned()) {
            layer.after.push_back(before.get<std::uint32_t>());
        }
    }
    layer.flops = amountOf(json, "flops");
    layer.performedFlops =
        json.contains("performed_flops") ? amountOf(json, "performed_flops") : layer.flops;
    layer.macs = amountOf(json, "macs");
    layer.bytes = amountOf(json, "bytes");
    layer.verdict = judgeLayer(layer, std::nullopt);
    readVerdict(memberOf(json, "verdict"), layer.verdict);
    layer.isBelowTimer = flagOf(json, "below_timer", false);
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
    readMeasures(json, layer);
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
    transfer.launchMs = numberOf(json, "launch_ms", 0);
    transfer.launchMeanMs = numberOf(json, "launch_mean_ms", 0);
    transfer.startMs = numberOf(json, "start_ms", 0);
    transfer.endMs = numberOf(json, "end_ms", 0);
    return transfer;
}

MeasuredRate rateFrom(const Json &rounds)
{
    MeasuredRate rate;
    for (const Json &round : rounds) {
        if (round.is_number()) {
            rate.add(round.get<double>());
        }
    }
    return rate;
}

/// What was measured of whole runs.
void readRuns(const Json &json, ProfileData &data)
{
    data.warmup = countOf(json, "warmup");
    data.repeat = countOf(json, "repeat");
    for (const Json &ms : memberOf(json, "warmup_ms")) {
        data.warmupMs.push_back(ms.is_number() ? ms.get<double>() : 0);
    }
    data.unsettledRuns = countOf(json, "unsettled_runs");
    const Json &drift = memberOf(json, "drift");
    data.drift = {numberOf(drift, "change", 0), flagOf(drift, "significant", false)};
    data.wallMs = statisticsFrom(memberOf(json, "wall_ms"));
    data.unprofiledWallMs = statisticsFrom(memberOf(json, "unprofiled_wall_ms"));
    data.deviceMs = numberOf(json, "device_ms", 0);
    data.prepareMs = numberOf(memberOf(json, "prepare"), "ms", 0);
    data.prepareBytes = amountOf(memberOf(json, "prepare"), "bytes");
    data.ceilings = ceilingsFrom(memberOf(json, "ceilings"));
}

void markUntrusted(ProfileData &data)
{
    for (LayerProfile &layer : data.layers) {
        layer.verdict.isUntrusted = layer.verdict.bound == LayerBound::Unknown && data.ceilings
                                    && !data.ceilings->isTrusted();
    }
}

} // namespace

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

std::optional<DeviceCeilings> ceilingsFrom(const Json &json)
{
    if (!json.is_object()) {
        return std::nullopt;
    }
    DeviceCeilings ceilings;
    ceilings.copyGbs = numberOf(json, "copy_gbs", 0);
    ceilings.multiplyAddGflops = numberOf(json, "multiply_add_gflops", 0);
    ceilings.launchMs = numberOf(json, "launch_ms", 0);
    ceilings.enqueueMs = numberOf(json, "enqueue_ms", 0);
    ceilings.hasTimer = flagOf(json, "has_timer", true);
    const Json &rounds = memberOf(json, "rounds");
    ceilings.compute = rateFrom(memberOf(rounds, "multiply_add_gflops"));
    ceilings.memory = rateFrom(memberOf(rounds, "copy_gbs"));
    const bool isTold = !ceilings.compute.rounds.empty() && !ceilings.memory.rounds.empty();
    ceilings.measuredAt = isTold ? textOf(json, "measured_at") : std::string();
    ceilings.otherLoad = numberOf(json, "other_load", 0);
    for (const Json &level : memberOf(json, "levels")) {
        ceilings.levels.push_back({countOf(level, "bytes"), numberOf(level, "read_gbs", 0),
                                   numberOf(level, "write_gbs", 0),
                                   numberOf(level, "copy_gbs", 0)});
    }
    ceilings.isPassed = !flagOf(json, "trusted", true);
    return ceilings;
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
    report.isStopped = flagOf(json, "stopped", false);
    report.origin = originFrom(json);
    readRuns(json, data);
    markUntrusted(data);
    const Json &programs = memberOf(json, "programs");
    report.programs = {static_cast<std::uint32_t>(countOf(programs, "compiled")),
                       static_cast<std::uint32_t>(countOf(programs, "loaded"))};
    const Json &memory = memberOf(json, "memory");
    report.arena = {amountOf(memory, "arena_bytes"), amountOf(memory, "arena_lower_bound")};
    const Json &together = memberOf(json, "together");
    report.together = {textOf(together, "id"), samplesFrom(memberOf(together, "round_wall_ms"))};
    report.wire = wireFrom(memberOf(json, "wire"));
    report.printed = textOf(json, "printed");
    report.invented = textsOf(memberOf(json, "invented"));
    report.diagnostics = diagnosticsFrom(memberOf(json, "diagnostics"));
    return report;
}

} // namespace nervure
