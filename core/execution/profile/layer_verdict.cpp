// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/layer_verdict.h"

#include "core/execution/profile/profile.h"
#include "core/support/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

std::string percent(double share)
{
    return fmt::format("{} %", std::lround(100 * share));
}

LayerBound boundOf(const LayerVerdict &verdict, double ms)
{
    if (ms < 2 * verdict.enqueueMs) {
        return LayerBound::Launch;
    }
    if (verdict.roofMs / ms < boundShare) {
        return LayerBound::Neither;
    }
    return verdict.computeShare >= verdict.bandwidthShare ? LayerBound::Compute
                                                          : LayerBound::Bandwidth;
}

/// Where the time of a layer surely lies: from its fastest run to the upper end of its median's interval, or to its
/// slowest run where there were too few for an interval.
Interval timesOf(const Statistics &ms)
{
    const double slowest = ms.interval ? ms.interval->high : ms.max;
    return {ms.min > 0 ? ms.min : ms.median, std::max(slowest, ms.median)};
}

/// The least times that the two roofs leave a layer.
struct Work {
    double computeMs = 0;
    double memoryMs = 0;
};

/// Where a layer may move less than its tensors hold, and plainly does, they say nothing.
Work workOf(const LayerProfile &layer, const DeviceCeilings &ceilings)
{
    Work work{ceilings.computeMs(static_cast<double>(layer.performedFlops)),
              ceilings.memoryMs(layer.traffic)};
    if (!layer.isTrafficCertain && work.memoryMs > layer.ms.median) {
        work.memoryMs = 0;
    }
    return work;
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
    if (ms > 0) {
        verdict.gflops = static_cast<double>(layer.flops) / ms * 1e-6;
        verdict.performedGflops = static_cast<double>(layer.performedFlops) / ms * 1e-6;
        verdict.gbs = static_cast<double>(layer.bytes) / ms * 1e-6;
    }
    if (layer.flops != layer.performedFlops) {
        verdict.counts = countText(layer.performedFlops) + " operations performed, "
                         + countText(layer.flops) + " in the plain sum";
    }
    if (ms <= 0 || !ceilings) {
        return verdict;
    }
    if (layer.kernels.empty()) {
        verdict.bound = LayerBound::Host;
        return verdict;
    }
    if (!ceilings->isTrusted()) {
        verdict.isUntrusted = true;
        return verdict;
    }
    const Work work = workOf(layer, *ceilings);
    verdict.computeShare = work.computeMs / ms;
    verdict.bandwidthShare = work.memoryMs / ms;
    verdict.isFromCache = ceilings->isCached(layer.traffic.bytes());
    verdict.roofMs = std::max(work.computeMs, work.memoryMs);
    verdict.roofShare = verdict.roofMs / ms;
    verdict.enqueueMs = static_cast<double>(launchesOf(layer)) * ceilings->enqueueMs;
    const Interval times = timesOf(layer.ms);
    verdict.bound = boundOf(verdict, ms);
    if (boundOf(verdict, times.low) != verdict.bound
        || boundOf(verdict, times.high) != verdict.bound) {
        LayerVerdict uncertain;
        uncertain.gflops = verdict.gflops;
        uncertain.performedGflops = verdict.performedGflops;
        uncertain.gbs = verdict.gbs;
        uncertain.counts = verdict.counts;
        uncertain.isUncertain = true;
        uncertain.doubt = (times.high - times.low) / ms;
        return uncertain;
    }
    return verdict;
}

namespace {

void judge(std::vector<LayerProfile> &layers, const std::optional<DeviceCeilings> &ceilings,
           std::uint64_t timerResolutionNs)
{
    for (LayerProfile &layer : layers) {
        layer.verdict = judgeLayer(layer, ceilings);
        layer.isBelowTimer = isBelowTimer(layer, timerResolutionNs);
        judge(layer.inner, ceilings, timerResolutionNs);
    }
}

} // namespace

void judgeLayers(ProfileData &data, std::uint64_t timerResolutionNs)
{
    judge(data.layers, data.ceilings, timerResolutionNs);
}

bool isBelowTimer(const LayerProfile &layer, std::uint64_t timerResolutionNs)
{
    constexpr double ticks = 10;
    constexpr double nsPerMs = 1e6;
    const auto launches = static_cast<double>(launchesOf(layer));
    return layer.ms.median * nsPerMs < ticks * launches * static_cast<double>(timerResolutionNs);
}

const LayerProfile *layerBeyondRoof(const ProfileData &data)
{
    if (!data.ceilings) {
        return nullptr;
    }
    const auto it =
        std::find_if(data.layers.begin(), data.layers.end(), [&](const LayerProfile &layer) {
            const Work work = workOf(layer, *data.ceilings);
            return !layer.kernels.empty() && layer.ms.median > 0
                   && std::max(work.computeMs, work.memoryMs) > possibleShare * layer.ms.median;
        });
    return it == data.layers.end() ? nullptr : &*it;
}

std::string distrustText(const DeviceCeilings &ceilings)
{
    if (ceilings.isTrusted()) {
        return {};
    }
    const std::string busy =
        ceilings.isOfBusyMachine()
            ? "; others had " + percent(ceilings.otherLoad) + " of the processors meanwhile"
            : "";
    if (ceilings.isPassed) {
        return "the device does more than was measured of it at best" + busy;
    }
    double spread = 0;
    for (const MeasuredRate *rate : {&ceilings.compute, &ceilings.memory}) {
        const bool isGranted = rate->rounds.empty() && ceilings.measuredAt.empty();
        spread = isGranted ? spread : std::max(spread, rate->spread());
    }
    return (spread < 1 ? "what the device does at best is not sure: its best rounds are "
                             + percent(spread) + " apart"
                       : "what the device does at best is not sure: it was hardly to be had "
                         "undisturbed")
           + busy;
}

std::string LayerVerdict::text() const
{
    const std::string shares = percent(computeShare) + " of the multiply-add peak, "
                               + percent(bandwidthShare) + " of the bandwidth of "
                               + (isFromCache ? "the cache" : "memory")
                               + (counts.empty() ? "" : "; " + counts);
    switch (bound) {
    case LayerBound::Unknown:
        if (isUncertain) {
            return "no verdict: its times lie " + percent(doubt)
                   + " apart and say different things";
        }
        return isUntrusted ? "no verdict: what the device does at best is not sure"
                           : "no ceilings to compare with";
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
