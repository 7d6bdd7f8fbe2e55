// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/critical_path.h"

#include <algorithm>

namespace nervure {

namespace {

/// Less than this is what sums of numbers are off by.
constexpr double roundingPart = 1e-9;

/// The layers that each one waits for; they come before it.
std::vector<std::vector<std::uint32_t>> waitsOf(const ProfileData &data)
{
    std::vector<std::vector<std::uint32_t>> waits(data.layers.size());
    const bool isTold = std::any_of(data.layers.begin(), data.layers.end(),
                                    [](const LayerProfile &layer) { return !layer.after.empty(); });
    for (std::uint32_t i = 0; i < waits.size(); ++i) {
        if (isTold) {
            const auto &after = data.layers[i].after;
            std::copy_if(after.begin(), after.end(), std::back_inserter(waits[i]),
                         [i](std::uint32_t other) { return other < i; });
        } else if (i > 0) {
            waits[i].push_back(i - 1);
        }
    }
    return waits;
}

} // namespace

CriticalPath criticalPathOf(const ProfileData &data)
{
    const std::size_t count = data.layers.size();
    const auto waits = waitsOf(data);
    std::vector<double> ends(count);  ///< when each could end at the earliest
    std::vector<double> tails(count); ///< what follows each, at the least
    CriticalPath path;
    for (std::size_t i = 0; i < count; ++i) {
        double start = 0;
        for (const std::uint32_t before : waits[i]) {
            start = std::max(start, ends[before]);
        }
        ends[i] = start + data.layers[i].ms.median;
        path.ms = std::max(path.ms, ends[i]);
    }
    for (std::size_t i = count; i-- > 0;) {
        for (const std::uint32_t before : waits[i]) {
            tails[before] = std::max(tails[before], tails[i] + data.layers[i].ms.median);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double slack = path.ms - ends[i] - tails[i];
        path.slackMs.push_back(slack > roundingPart * path.ms ? slack : 0);
        path.layers += path.slackMs.back() > 0 ? 0 : 1;
    }
    return path;
}

} // namespace nervure
