// SPDX-License-Identifier: Apache-2.0
#include "core/execution/layer_verdict.h"

#include "core/support/units.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

std::string percent(double share)
{
    return std::to_string(std::lround(100 * share)) + " %";
}

LayerBound boundOf(const LayerVerdict &verdict, double ms)
{
    if (ms < 2 * verdict.enqueueMs) {
        return LayerBound::Launch;
    }
    if (verdict.roofShare < boundShare) {
        return LayerBound::Neither;
    }
    return verdict.computeShare >= verdict.bandwidthShare ? LayerBound::Compute
                                                          : LayerBound::Bandwidth;
}

std::size_t launchesOf(const LayerProfile &layer)
{
    std::size_t count = 0;
    for (const KernelProfile &kernel : layer.kernels) {
        count += kernel.calls;
    }
    return count;
}

} // namespace

std::string_view layerBoundName(LayerBound bound)
{
    switch (bound) {
    case LayerBound::Unknown: return "unknown";
    case LayerBound::Host: return "host";
    case LayerBound::Launch: return "launch";
    case LayerBound::Bandwidth: return "bandwidth";
    case LayerBound::Compute: return "compute";
    case LayerBound::Neither: return "neither";
    }
    return {};
}

LayerVerdict judgeLayer(const LayerProfile &layer, const std::optional<DeviceCeilings> &ceilings)
{
    LayerVerdict verdict;
    const double ms = layer.ms.median;
    const auto flops = static_cast<double>(layer.flops);
    const auto bytes = static_cast<double>(layer.bytes);
    if (ms > 0) {
        verdict.gflops = flops / ms * 1e-6;
        verdict.gbs = bytes / ms * 1e-6;
    }
    if (ms <= 0 || !ceilings || ceilings->copyGbs <= 0 || ceilings->multiplyAddGflops <= 0) {
        return verdict;
    }
    if (layer.kernels.empty()) {
        verdict.bound = LayerBound::Host;
        return verdict;
    }
    verdict.computeShare = verdict.gflops / ceilings->multiplyAddGflops;
    verdict.bandwidthShare = verdict.gbs / ceilings->copyGbs;
    verdict.roofMs = ceilings->roofMs(flops, bytes);
    verdict.roofShare = verdict.roofMs / ms;
    verdict.enqueueMs = static_cast<double>(launchesOf(layer)) * ceilings->enqueueMs;
    verdict.bound = boundOf(verdict, ms);
    return verdict;
}

bool isBelowTimer(const LayerProfile &layer, std::uint64_t timerResolutionNs)
{
    constexpr double ticks = 10;
    constexpr double nsPerMs = 1e6;
    const auto launches = static_cast<double>(launchesOf(layer));
    return layer.ms.median * nsPerMs < ticks * launches * static_cast<double>(timerResolutionNs);
}

bool isPeakTooLow(const ProfileData &data)
{
    constexpr double margin = 1.02; // clocks are not exact
    const auto isDirect = [](const LayerProfile &layer) {
        return std::none_of(
            layer.kernels.begin(), layer.kernels.end(),
            [](const KernelProfile &kernel) { return kernel.algorithm.starts_with("winograd"); });
    };
    return std::any_of(data.layers.begin(), data.layers.end(), [&](const LayerProfile &layer) {
        return isDirect(layer) && judgeLayer(layer, data.ceilings).computeShare > margin;
    });
}

std::string LayerVerdict::text() const
{
    const std::string shares = percent(computeShare) + " of the multiply-add peak, "
                               + percent(bandwidthShare) + " of the copy bandwidth"
                               + (bandwidthShare > 1 ? " (from caches)" : "");
    switch (bound) {
    case LayerBound::Unknown: return "no ceilings to compare with";
    case LayerBound::Host: return "runs on the host";
    case LayerBound::Launch:
        return "launch-bound: less than twice the " + durationText(enqueueMs)
               + " that launching costs; " + shares;
    case LayerBound::Bandwidth: return "bandwidth-bound: " + shares;
    case LayerBound::Compute: return "compute-bound: " + shares;
    case LayerBound::Neither: return "at neither roof: " + shares;
    }
    return {};
}

} // namespace nervure
