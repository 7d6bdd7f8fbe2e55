// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace nervure {

namespace {

constexpr double confidenceQuantile = 1.96; ///< of the normal distribution, 95 %
constexpr double outlierDeviations = 3.5;
constexpr double leastSpread = 0.01; ///< of the median: clocks have steps
constexpr double leastDrift = 0.02;
constexpr double leastWarmth = 0.05;
constexpr std::size_t leastForDrift = 9;

/// Distances within which values are what is to be expected.
double expectedSpread(const Statistics &of)
{
    return outlierDeviations * std::max(deviationsPerMad * of.mad, leastSpread * of.median);
}

/// The probability that of `count` values at most `most` lie below their median.
double binomialHalf(std::size_t count, std::size_t most)
{
    const auto n = static_cast<double>(count);
    double sum = 0;
    for (std::size_t k = 0; k <= most; ++k) {
        const auto below = static_cast<double>(k);
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(below + 1) - std::lgamma(n - below + 1)
                        - n * std::numbers::ln2);
    }
    return sum;
}

void setInterval(std::span<const double> sorted, Statistics &result)
{
    if (sorted.size() < leastForInterval) {
        return;
    }
    // How many values lie below the median is binomial; from the left the rank, from 1 on.
    const auto count = static_cast<double>(sorted.size());
    const double rank = std::floor((count + 1) / 2 - confidenceQuantile * std::sqrt(count) / 2);
    const std::size_t skipped = rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
    result.interval = Interval{sorted[skipped], sorted[sorted.size() - 1 - skipped],
                               1 - 2 * binomialHalf(sorted.size(), skipped)};
}

void setSpread(std::span<const double> sorted, Statistics &result)
{
    std::vector<double> distances;
    for (const double value : sorted) {
        distances.push_back(std::abs(value - result.median));
    }
    std::sort(distances.begin(), distances.end());
    result.mad = percentile(distances, 0.5);
    const double expected = expectedSpread(result);
    result.outliers = static_cast<std::size_t>(
        std::count_if(distances.begin(), distances.end(),
                      [expected](double distance) { return distance > expected; }));
}

} // namespace

std::optional<double> Statistics::uncertainty() const
{
    if (!interval || median <= 0) {
        return std::nullopt;
    }
    return std::max(interval->high - median, median - interval->low) / median;
}

double percentile(std::span<const double> sorted, double fraction)
{
    assert(!sorted.empty() && "a percentile needs a sample");
    const double rank = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double weight = rank - static_cast<double>(below);
    return sorted[below] + weight * (sorted[above] - sorted[below]);
}

Statistics summarize(std::span<const double> sample)
{
    Statistics result;
    if (sample.empty()) {
        return result;
    }
    std::vector<double> sorted(sample.begin(), sample.end());
    std::sort(sorted.begin(), sorted.end());
    const auto count = static_cast<double>(sorted.size());
    double sum = 0;
    for (const double value : sorted) {
        sum += value;
    }
    double squares = 0;
    for (const double value : sorted) {
        squares += (value - sum / count) * (value - sum / count);
    }
    result.count = sorted.size();
    result.min = sorted.front();
    result.max = sorted.back();
    result.mean = sum / count;
    result.deviation = sorted.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
    result.median = percentile(sorted, 0.5);
    result.p90 = percentile(sorted, 0.9);
    result.p95 = percentile(sorted, 0.95);
    result.p99 = percentile(sorted, 0.99);
    setInterval(sorted, result);
    setSpread(sorted, result);
    return result;
}

namespace {

/// Where a part of the runs lies: its median's interval, or all of it.
Interval placeOf(const Statistics &part)
{
    return part.interval.value_or(Interval{part.min, part.max, 0});
}

} // namespace

Drift driftOf(std::span<const double> times)
{
    Drift drift;
    if (times.size() < leastForDrift) {
        return drift;
    }
    const std::size_t third = times.size() / 3;
    const Statistics first = summarize(times.first(third));
    const Statistics last = summarize(times.last(third));
    if (first.median > 0) {
        drift.change = last.median / first.median - 1;
        const Interval before = placeOf(first);
        const Interval after = placeOf(last);
        drift.isSignificant = std::abs(drift.change) > leastDrift
                              && (after.low > before.high || after.high < before.low);
    }
    return drift;
}

std::size_t unsettledRuns(std::span<const double> times)
{
    const Statistics settled = summarize(times.last(times.size() / 2));
    if (settled.count < 2) {
        return 0;
    }
    const double limit =
        settled.median + std::max(expectedSpread(settled), leastWarmth * settled.median);
    const auto it =
        std::find_if(times.begin(), times.end(), [limit](double time) { return time <= limit; });
    return static_cast<std::size_t>(it - times.begin());
}

} // namespace nervure
