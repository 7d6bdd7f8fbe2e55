// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace nervure {

/// Where something lies, and with which probability.
struct Interval {
    double low = 0;
    double high = 0;
    double confidence = 0; ///< 0 to 1
};

/// Fewest values that are given an interval: what four values span misses their median one time in
/// eight.
inline constexpr std::size_t leastForInterval = 5;

/// Standard deviations of a normal distribution that one median distance stands for.
inline constexpr double deviationsPerMad = 1.4826;

/// Statistics of a sample. Percentiles interpolate linearly between the two nearest ranks.
struct Statistics {
    std::size_t count = 0;
    double median = 0;
    /// Of the median, from ranks alone: whatever the distribution. As near to 95 % as ranks come, with
    /// the confidence that it has; five values (94 %) span it. Nothing for fewer.
    std::optional<Interval> interval;
    double min = 0;
    double max = 0;
    double mean = 0;
    double deviation = 0; ///< of the sample, with n - 1; 0 for fewer than two
    double mad = 0;       ///< median of the distances from the median
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;
    std::size_t outliers = 0; ///< values that far from the median that chance does not explain them

    /// The wider half of the interval as a part of the median; nothing without an interval.
    [[nodiscard]] std::optional<double> uncertainty() const;
};
/// All zero for an empty sample.
[[nodiscard]] Statistics summarize(std::span<const double> sample);

/// The value below which `fraction` (0 to 1) of a sorted, non-empty sample lies.
[[nodiscard]] double percentile(std::span<const double> sorted, double fraction);

/// Whether times grow or fall while they are taken, as on a device that grows hot.
struct Drift {
    double change = 0; ///< of the last third's median against the first's: 0.1 is 10 % slower
    bool isSignificant =
        false; ///< beyond 2 %, and the thirds lie apart: their intervals, or all of
               ///< them where they are too short for intervals
};
/// Nothing of fewer than nine values. `times` are in the order they were taken.
[[nodiscard]] Drift driftOf(std::span<const double> times);

/// How many of the first times are slower than what the second half of them is like: runs that
/// would better have been warm-ups.
[[nodiscard]] std::size_t unsettledRuns(std::span<const double> times);

} // namespace nervure
