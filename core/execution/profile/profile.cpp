// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/profile.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

double layersMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.mean + layer.launchMeanMs;
    }
    return sum;
}

/// The sums of a step of a body; they lie in the order of bodies and steps.
void addInnerTiming(std::vector<StepTiming> &sums, std::uint32_t body, const StepTiming &time)
{
    const auto key = std::pair(body, time.step);
    auto sum = std::lower_bound(sums.begin(), sums.end(), key,
                                [](const StepTiming &of, const auto &wanted) {
                                    return std::pair(of.body, of.step) < wanted;
                                });
    if (sum == sums.end() || std::pair(sum->body, sum->step) != key) {
        StepTiming none;
        none.step = time.step;
        none.body = body;
        none.calls = 0;
        sum = sums.insert(sum, std::move(none));
    }
    sum->deviceMs += time.deviceMs;
    sum->launchMs += time.launchMs;
    sum->calls += time.calls;
    for (const StepTiming &deeper : time.inner) {
        addInnerTiming(sum->inner, deeper.body, deeper);
    }
}

/// A step that launches nothing counts as one, unless its bodies do.
std::size_t countLaunches(const std::vector<LayerProfile> &layers)
{
    std::size_t count = 0;
    for (const LayerProfile &layer : layers) {
        std::size_t calls = countLaunches(layer.inner);
        for (const KernelProfile &kernel : layer.kernels) {
            calls += kernel.calls;
        }
        count += std::max(calls, std::min<std::size_t>(layer.calls, 1));
    }
    return count;
}

} // namespace

void addInner(std::vector<StepTiming> &inner, std::uint32_t body,
              const std::vector<StepTiming> &times)
{
    for (const StepTiming &time : times) {
        addInnerTiming(inner, body, time);
    }
}

std::vector<double> lastSamples(const std::vector<double> &all)
{
    const std::size_t count = std::min(all.size(), mostSamples);
    return {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
}

double totalMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.ms.median;
    }
    return sum;
}

double explainedPart(const ProfileData &data)
{
    return data.wallMs.mean > 0 ? layersMs(data) / data.wallMs.mean : 0;
}

double remainderMs(const ProfileData &data)
{
    double rest = data.wallMs.mean - layersMs(data);
    for (const TransferProfile &transfer : data.transfers) {
        rest -= transfer.ms.mean + transfer.launchMeanMs;
    }
    return rest;
}

std::size_t launchCount(const ProfileData &data)
{
    return countLaunches(data.layers);
}

} // namespace nervure
