// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile.h"

#include <string>
#include <string_view>

namespace nervure {

/// What keeps a layer from being faster.
enum class LayerBound : std::uint8_t {
    Unknown,   ///< no ceilings to compare with, or no time
    Host,      ///< runs on the host: no ceiling of the device says anything
    Launch,    ///< shorter than twice what launching its kernels costs
    Bandwidth, ///< at 60 % of the copy bandwidth or more, and nearer to it than to the peak
    Compute,   ///< at 60 % of the multiply-add peak or more
    Neither,   ///< away from both roofs: latency, too little parallel work, or the kernel itself
};
/// "unknown", "host", "launch", "bandwidth", "compute", "neither".
[[nodiscard]] std::string_view layerBoundName(LayerBound bound);

/// The share of a roof from which on a layer is bound by it.
inline constexpr double boundShare = 0.6;

/// A layer beside what its device does at best, by the median of its times.
struct LayerVerdict {
    LayerBound bound = LayerBound::Unknown;
    double gflops = 0; ///< 0 without operations or time
    double gbs = 0;    ///< bytes of its tensors, once each; kernels may move more
    double computeShare = 0;
    double bandwidthShare = 0; ///< beyond 1: the tensors came from caches
    double roofMs = 0;         ///< no kernel is faster: the slower of peak and copy bandwidth
    double roofShare = 0;      ///< roofMs of its time
    double enqueueMs = 0;      ///< what launching its kernels in a row costs

    /// "compute-bound: 71 % of the multiply-add peak, 12 % of the copy bandwidth", with numbers.
    [[nodiscard]] std::string text() const;
};
[[nodiscard]] LayerVerdict judgeLayer(const LayerProfile &layer,
                                      const std::optional<DeviceCeilings> &ceilings);

/// Whether the clock that times events is too coarse for a layer: a launch of it takes less than ten
/// of its ticks. Never on a device without such a clock (0).
[[nodiscard]] bool isBelowTimer(const LayerProfile &layer, std::uint64_t timerResolutionNs);

/// Whether the multiply-add peak is too low to be true, as it gets when others work while it is
/// measured: a layer passes it that has to do all its operations. Winograd's convolutions do fewer.
[[nodiscard]] bool isPeakTooLow(const ProfileData &data);

} // namespace nervure
