// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/device_ceilings.h"

#include <optional>
#include <string>
#include <string_view>

namespace nervure {

struct LayerProfile;
struct ProfileData;

/// What keeps a layer from being faster.
enum class LayerBound : std::uint8_t {
    Unknown,   ///< no ceilings that can be trusted, or no time
    Host,      ///< runs on the host: no ceiling of the device says anything
    Launch,    ///< shorter than twice what launching its kernels costs
    Bandwidth, ///< at 60 % of the bandwidth or more, and nearer to it than to the peak
    Compute,   ///< at 60 % of the multiply-add peak or more
    Neither,   ///< away from both roofs: latency, too little parallel work, or the kernel itself
};
/// "unknown", "host", "launch", "bandwidth", "compute", "neither".
[[nodiscard]] std::string_view layerBoundName(LayerBound bound);

/// The share of a roof from which on a layer is bound by it.
inline constexpr double boundShare = 0.6;
/// The share of a roof that clocks and rounding may make of a layer that is at it. Beyond, the roof is too
/// low.
inline constexpr double possibleShare = 1.05;

/// A layer beside what its device does at best. Shares are by the median of its times, and 0 without a verdict. What
/// it is bound by is only said where its fastest run and the upper end of its median's interval agree: runs that
/// others disturbed say nothing of the layer.
struct LayerVerdict {
    LayerBound bound = LayerBound::Unknown;
    double gflops = 0; ///< by the operations of the plain sum; 0 without operations or time
    double performedGflops = 0; ///< by those that its kernels do
    double gbs = 0;             ///< bytes of its tensors, once each; kernels may move more
    double computeShare = 0;    ///< of the multiply-add peak, by the operations performed
    double bandwidthShare = 0;  ///< of what the level that its tensors fit gives
    bool isFromCache = false;   ///< whether that level is a cache
    double roofMs = 0;          ///< no kernel is faster: the slower of peak and bandwidth
    double roofShare = 0;       ///< roofMs of its time
    double enqueueMs = 0;       ///< what launching its kernels in a row costs
    std::string counts;         ///< both counts of operations where they differ
    bool isUntrusted = false;   ///< there are ceilings, but they cannot be trusted
    bool isUncertain = false;   ///< its times are so far apart that they say two different things
    double doubt = 0;           ///< of such a layer: by which part its times lie apart

    /// Whether shares, level, roof and enqueueMs say anything.
    [[nodiscard]] bool isKnown() const
    {
        return bound != LayerBound::Unknown && bound != LayerBound::Host;
    }
    /// "compute-bound: 71 % of the multiply-add peak, 12 % of the bandwidth of memory", with numbers.
    [[nodiscard]] std::string text() const;
};
[[nodiscard]] LayerVerdict judgeLayer(const LayerProfile &layer,
                                      const std::optional<DeviceCeilings> &ceilings);
/// Gives every layer its verdict and isBelowTimer.
void judgeLayers(ProfileData &data, std::uint64_t timerResolutionNs);

/// Whether the clock that times events is too coarse for a layer: a launch of it takes less than ten
/// of its ticks. Never on a device without such a clock (0).
[[nodiscard]] bool isBelowTimer(const LayerProfile &layer, std::uint64_t timerResolutionNs);

/// The first layer that does more than the ceilings allow, if any: they are too low to be true, as they get
/// when others work while they are measured. Layers that may move less than their tensors hold are judged
/// by their operations alone.
[[nodiscard]] const LayerProfile *layerBeyondRoof(const ProfileData &data);

/// Why layers have no verdict though the device was measured; empty where they have one.
[[nodiscard]] std::string distrustText(const DeviceCeilings &ceilings);

} // namespace nervure
