// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace nervure {

double percentile(std::span<const double> sorted, double fraction)
{
    assert(!sorted.empty() && "a percentile needs a sample");
    const double rank = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double weight = rank - static_cast<double>(below);
    return sorted[below] + weight * (sorted[above] - sorted[below]);
}

Statistics summarise(std::span<const double> sample)
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
    return result;
}

double explainedPart(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.mean + layer.launchMeanMs;
    }
    return data.wallMs.mean > 0 ? sum / data.wallMs.mean : 0;
}

} // namespace nervure
