// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/run_profile.h"

#include <QJsonArray>

#include <limits>

namespace nervure {

namespace {

/// A number of our JSON: non-finite ones are words ("nan", "inf", "-inf"); absent ones are NaN.
double number(const QJsonValue &value)
{
    return value.isDouble() ? value.toDouble() : std::numeric_limits<double>::quiet_NaN();
}

ProfileTimes times(const QJsonValue &value)
{
    const QJsonObject object = value.toObject();
    const QJsonArray interval = object[u"ci95"].toArray();
    return {number(object[u"median"]), number(object[u"min"]), number(object[u"p95"]),
            number(interval.at(0)), number(interval.at(1))};
}

QStringList strings(const QJsonValue &value)
{
    QStringList result;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &item : array) {
        result.append(item.toString());
    }
    return result;
}

ProfileLayer layerOf(const QJsonObject &object)
{
    ProfileLayer layer;
    layer.node = object[u"node"].toString();
    layer.nodes = strings(object[u"nodes"]);
    layer.op = object[u"op"].toString();
    layer.role = object[u"role"].toString();
    const QJsonArray kernels = object[u"kernels"].toArray();
    for (const QJsonValue &item : kernels) {
        const QJsonObject kernel = item.toObject();
        layer.kernels.append(kernel[u"name"].toString());
        if (layer.algorithm.isEmpty()) {
            layer.algorithm = kernel[u"algorithm"].toString();
        }
    }
    layer.ms = times(object[u"ms"]);
    layer.launchMs = number(object[u"launch_ms"]);
    layer.flops = number(object[u"flops"]);
    layer.bytes = number(object[u"bytes"]);
    layer.isBelowTimer = object[u"below_timer"].toBool();
    const QJsonObject verdict = object[u"verdict"].toObject();
    layer.bound = verdict[u"bound"].toString();
    layer.roofShare = number(verdict[u"roof_share"]);
    layer.computeShare = number(verdict[u"compute_share"]);
    layer.bandwidthShare = number(verdict[u"bandwidth_share"]);
    layer.isFromCache = verdict[u"level"].toString() == u"cache";
    layer.performedFlops = number(object[u"performed_flops"]);
    return layer;
}

/// Whether the worker found it by running, not by reading the model.
bool isOfRun(const QString &code)
{
    return code.startsWith(u"device-") || code == u"host-fallback" || code == u"file-not-written";
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

std::optional<RunProfile> parseRunProfile(const QJsonObject &json)
{
    if (!json[u"layers"].isArray()) {
        return std::nullopt;
    }
    RunProfile profile;
    profile.device = json[u"device"].isObject() ? json[u"device"][u"name"].toString()
                                                : json[u"device"].toString();
    profile.mode = json[u"mode"].toString();
    profile.pipeline = json[u"pipeline"].toString();
    profile.warmup = json[u"warmup"].toInt();
    profile.repeat = json[u"repeat"].toInt();
    profile.wallMs = times(json[u"wall_ms"]);
    profile.unprofiledWallMs = number(json[u"unprofiled_wall_ms"][u"median"]);
    profile.deviceMs = number(json[u"device_ms"]);
    profile.prepareMs = number(json[u"prepare"][u"ms"]);
    profile.prepareBytes = number(json[u"prepare"][u"bytes"]);
    profile.remainderMs = number(json[u"remainder"][u"ms"]);
    profile.peakGflops = number(json[u"ceilings"][u"multiply_add_gflops"]);
    profile.copyGbs = number(json[u"ceilings"][u"copy_gbs"]);
    profile.areCeilingsTrusted = json[u"ceilings"][u"trusted"].toBool(true);
    const QJsonArray transfers = json[u"transfers"].toArray();
    for (const QJsonValue &transfer : transfers) {
        profile.transfersMs += times(transfer[u"ms"]).median;
    }
    const QJsonArray layers = json[u"layers"].toArray();
    for (const QJsonValue &layer : layers) {
        profile.layers.push_back(layerOf(layer.toObject()));
    }
    const QJsonArray folded = json[u"folded"].toArray();
    for (const QJsonValue &item : folded) {
        profile.folded.emplace_back(item[u"node"].toString(), item[u"into"].toString());
    }
    const QJsonArray diagnostics = json[u"diagnostics"].toArray();
    for (const QJsonValue &diagnostic : diagnostics) {
        if (isOfRun(diagnostic[u"code"].toString())) {
            const QString node = diagnostic[u"node"].toString();
            const QString message = diagnostic[u"message"].toString();
            profile.warnings.append(node.isEmpty() ? message
                                                   : QStringLiteral("%1: %2").arg(node, message));
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
