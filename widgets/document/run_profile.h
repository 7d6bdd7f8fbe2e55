// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/node_times.h"

#include <QString>
#include <QStringList>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace nervure {

/// Median, smallest and 95th percentile of repeated measurements, in ms.
struct ProfileTimes {
    double median = 0;
    double min = 0;
    double p95 = 0;
    double low = 0; ///< where the median lies with 95 % confidence; NaN when that is not told
    double high = 0;
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
    QString bound;             ///< unknown, host, launch, bandwidth, compute, neither
    double roofShare = 0;      ///< how near to the device's roof, of 1; this and the next: NaN
    double computeShare = 0;   ///< of the multiply-add peak
    double bandwidthShare = 0; ///< of what its level of memory gives
    bool isFromCache = false;  ///< whether that level is a cache
    double performedFlops = 0; ///< where an algorithm does fewer than `flops`; NaN if not told
    bool isBelowTimer = false; ///< too short for the clock that times it
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
    double transfersMs = 0; ///< medians of uploads and reads together
    double remainderMs = 0; ///< what nothing measured explains; NaN when it is not told
    double peakGflops = 0;  ///< multiply-adds, and copies: the device at its best; NaN
    double copyGbs = 0;
    bool areCeilingsTrusted = true; ///< whether layers were judged by them
    std::vector<ProfileLayer> layers;
    std::vector<std::pair<QString, QString>> folded; ///< node, the layer it went into
    QString printed;                                 ///< what one run printed
    QStringList warnings;       ///< of the run and its device; those of the model are shown with it
    std::uint64_t revision = 0; ///< of the document's graph it was measured on

    /// Sum of the layers' medians, in ms: what shares are shares of.
    [[nodiscard]] double totalMs() const;
};

/// Reads the JSON document of `profile`; nothing if it has no layers array.
[[nodiscard]] std::optional<RunProfile> parseRunProfile(const nlohmann::ordered_json &json);

/// The times of the graph's nodes, each layer's told once: timesOfNodes().
[[nodiscard]] NodeTimes nodeTimes(const RunProfile &profile, const Graph &graph);

} // namespace nervure
