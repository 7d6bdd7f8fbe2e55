// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/run_profile.h"

#include "core/engine/diagnostic_json.h"
#include "core/engine/json_members.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

ProfileTimes times(const Json &json)
{
    const Json &interval = memberOf(json, "ci95");
    const auto end = [&interval](std::size_t i) {
        return i < interval.size() && interval.is_array() && interval[i].is_number()
                   ? interval[i].get<double>()
                   : std::numeric_limits<double>::quiet_NaN();
    };
    return {numberOf(json, "median"), numberOf(json, "min"), numberOf(json, "p95"), end(0), end(1)};
}

QString words(const Json &json, std::string_view name)
{
    return toQString(textOf(json, name));
}

bool flag(const Json &json, std::string_view name, bool otherwise)
{
    const Json &member = memberOf(json, name);
    return member.is_boolean() ? member.get<bool>() : otherwise;
}

ProfileLayer layerOf(const Json &json)
{
    ProfileLayer layer;
    layer.node = words(json, "node");
    for (const std::string &node : textsOf(memberOf(json, "nodes"))) {
        layer.nodes.append(toQString(node));
    }
    layer.op = words(json, "op");
    layer.role = words(json, "role");
    for (const Json &kernel : memberOf(json, "kernels")) {
        layer.kernels.append(words(kernel, "name"));
        if (layer.algorithm.isEmpty()) {
            layer.algorithm = words(kernel, "algorithm");
        }
    }
    layer.ms = times(memberOf(json, "ms"));
    layer.launchMs = numberOf(json, "launch_ms");
    layer.flops = numberOf(json, "flops");
    layer.bytes = numberOf(json, "bytes");
    layer.isBelowTimer = flag(json, "below_timer", false);
    const Json &verdict = memberOf(json, "verdict");
    layer.bound = words(verdict, "bound");
    layer.roofShare = numberOf(verdict, "roof_share");
    layer.computeShare = numberOf(verdict, "compute_share");
    layer.bandwidthShare = numberOf(verdict, "bandwidth_share");
    layer.isFromCache = textOf(verdict, "level") == "cache";
    layer.performedFlops = numberOf(json, "performed_flops");
    return layer;
}

/// Whether the worker found it by running, not by reading the model.
bool isOfRun(const std::string &code)
{
    return code.starts_with("device-") || code == "host-fallback" || code == "file-not-written";
}

} // namespace

double RunProfile::totalMs() const
{
    double total = 0;
    for (const ProfileLayer &layer : layers) {
        total += layer.ms.median;
    }
    return total;
}

std::optional<RunProfile> parseRunProfile(const Json &json)
{
    const Json &layers = memberOf(json, "layers");
    if (!layers.is_array()) {
        return std::nullopt;
    }
    RunProfile profile;
    profile.device = words(json, "device");
    profile.mode = words(json, "mode");
    profile.pipeline = words(json, "pipeline");
    profile.warmup = static_cast<int>(numberOf(json, "warmup", 0));
    profile.repeat = static_cast<int>(numberOf(json, "repeat", 0));
    profile.wallMs = times(memberOf(json, "wall_ms"));
    profile.unprofiledWallMs = times(memberOf(json, "unprofiled_wall_ms")).median;
    profile.deviceMs = numberOf(json, "device_ms");
    profile.prepareMs = numberOf(memberOf(json, "prepare"), "ms");
    profile.prepareBytes = numberOf(memberOf(json, "prepare"), "bytes");
    profile.remainderMs = numberOf(memberOf(json, "remainder"), "ms");
    const Json &ceilings = memberOf(json, "ceilings");
    profile.peakGflops = numberOf(ceilings, "multiply_add_gflops");
    profile.copyGbs = numberOf(ceilings, "copy_gbs");
    profile.areCeilingsTrusted = flag(ceilings, "trusted", true);
    for (const Json &transfer : memberOf(json, "transfers")) {
        profile.transfersMs += times(memberOf(transfer, "ms")).median;
    }
    for (const Json &layer : layers) {
        profile.layers.push_back(layerOf(layer));
    }
    for (const Json &item : memberOf(json, "folded")) {
        profile.folded.emplace_back(words(item, "node"), words(item, "into"));
    }
    profile.printed = words(json, "printed");
    for (const Diagnostic &found : diagnosticsFrom(memberOf(json, "diagnostics"))) {
        if (isOfRun(found.code)) {
            const QString message = toQString(found.message);
            profile.warnings.append(
                found.where.node.empty()
                    ? message
                    : QStringLiteral("%1: %2").arg(toQString(found.where.node), message));
        }
    }
    return profile;
}

NodeTimes nodeTimes(const RunProfile &profile, const Graph &graph)
{
    std::vector<LayerTime> layers;
    for (const ProfileLayer &layer : profile.layers) {
        LayerTime time{layer.node.toStdString(), {}, layer.ms.median};
        for (const QString &node : layer.nodes) {
            time.nodes.push_back(node.toStdString());
        }
        layers.push_back(std::move(time));
    }
    std::vector<FoldedNode> folded;
    for (const auto &[node, into] : profile.folded) {
        folded.push_back({node.toStdString(), into.toStdString()});
    }
    return timesOfNodes(layers, folded, graph);
}

} // namespace nervure
