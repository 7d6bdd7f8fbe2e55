// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// Times of one step in one run, in milliseconds.
struct StepTiming {
    std::uint32_t step = 0; ///< its id in the plan
    double deviceMs = 0;    ///< sum of END - START over its launches; wall time for host steps
    /// Serialised only: the host's wall time of enqueue and finish less deviceMs.
    double launchMs = 0;
    double startMs = 0; ///< start and end on one clock, 0 when the run began
    double endMs = 0;
};

/// Times of one run, in milliseconds.
struct RunRecord {
    double wallMs = 0;             ///< input upload to output read, host clock
    double deviceMs = 0;           ///< sum over steps; 0 when unprofiled
    std::vector<StepTiming> steps; ///< of the run phase, in order; empty when unprofiled
};

/// Statistics of a sample. Percentiles interpolate linearly between the two nearest ranks.
struct Statistics {
    std::size_t count = 0;
    double median = 0;
    double min = 0;
    double max = 0;
    double mean = 0;
    double deviation = 0; ///< of the sample, with n - 1; 0 for fewer than two
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;
};
/// All zero for an empty sample.
[[nodiscard]] Statistics summarise(std::span<const double> sample);

/// The value below which `fraction` (0 to 1) of a sorted, non-empty sample lies.
[[nodiscard]] double percentile(std::span<const double> sorted, double fraction);

/// One kernel of a layer.
struct KernelProfile {
    std::string name;
    std::size_t calls = 1; ///< launches a run
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{0, 0, 0};
    std::string algorithm;
};

/// One executed group over all repeats. Times in milliseconds.
struct LayerProfile {
    std::uint32_t id = 0;
    std::string node; ///< root of the group
    std::string op;
    std::string role;
    std::vector<std::string> nodes; ///< all originals that it runs; each is in one layer or folded
    std::vector<KernelProfile> kernels;
    Statistics ms;
    /// Medians: the host's time around the layer less `ms`. A difference of medians rather than a
    /// median of differences, since medians of two skewed parts say less than half of the whole.
    double launchMs = 0;     ///< 0 unless serialised
    double launchMeanMs = 0; ///< the same of means, which add up to the mean wall time
    double startMs = 0;      ///< in the last run
    double endMs = 0;
    std::int64_t flops = 0;
    std::int64_t bytes = 0;
};

/// A profile as plain data: times of every layer and of whole runs, in milliseconds.
struct ProfileData {
    std::size_t warmup = 0;
    std::size_t repeat = 0;
    Statistics wallMs;
    Statistics unprofiledWallMs;
    double deviceMs = 0; ///< median over the runs of the sum over layers
    double prepareMs = 0;
    std::int64_t prepareBytes = 0;
    std::vector<LayerProfile> layers; ///< in the order they run
};

/// Which part (0 to 1) of the wall time of serialised runs lies in layers and their launches, by
/// means, since those add up; 0 without runs.
[[nodiscard]] double explainedPart(const ProfileData &data);

} // namespace nervure
