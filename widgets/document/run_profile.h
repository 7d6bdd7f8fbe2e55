// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Median, smallest and 95th percentile of repeated measurements, in ms.
struct ProfileTimes {
    double median = 0;
    double min = 0;
    double p95 = 0;
};

/// One executed group of nodes.
struct ProfileLayer {
    QString node;      ///< the root: the node the layer is called after
    QStringList nodes; ///< all original nodes in it; their time is never divided
    QString op;
    QString role;        ///< compute, layout_transform, copy, host_fallback
    QStringList kernels; ///< names, in order of launch
    QString algorithm;   ///< of the first kernel that names one
    ProfileTimes ms;
    double launchMs = 0; ///< host time beyond `ms`; NaN in pipelined mode
    double flops = 0;
    double bytes = 0;
};

/// The result of `profile` as the worker sends it (DESIGN.md part 1).
struct RunProfile {
    QString device;
    QString mode;
    QString pipeline;
    int warmup = 0;
    int repeat = 0;
    ProfileTimes wallMs;
    double unprofiledWallMs = 0; ///< median; NaN when it was not measured
    double deviceMs = 0;
    double prepareMs = 0;
    double prepareBytes = 0;
    std::vector<ProfileLayer> layers;
    std::vector<std::pair<QString, QString>> folded; ///< node, the layer it went into
    std::uint64_t revision = 0;                      ///< of the document's graph it was measured on

    /// Sum of the layers' medians, in ms: what shares are shares of.
    [[nodiscard]] double totalMs() const;
};

/// Reads the JSON document of `profile`; nothing if it has no layers array.
[[nodiscard]] std::optional<RunProfile> parseRunProfile(const QJsonObject &json);

/// The time of each original node's layer, in ms. Nodes of a fused layer all show the whole
/// layer's time; nodes without a layer are missing (which is not zero).
[[nodiscard]] std::unordered_map<NodeId, double> timeByNode(const RunProfile &profile,
                                                            const Graph &graph);

} // namespace nervure
