// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nervure {

/// The most that a device was seen to do: roofs that layers are compared with. Measured by kernels
/// of our own, so that they mean the same on every device; best of several runs, since a roof that
/// was measured while others worked would be too low. Rates are in 10^9 a second.
struct DeviceCeilings {
    double copyGbs = 0;           ///< bytes read plus bytes written by a copy beyond all caches
    double multiplyAddGflops = 0; ///< float32, all compute units; two operations a multiply-add
    /// What a kernel costs the host beyond its time on the device when it is waited for: median.
    double launchMs = 0;
    double enqueueMs = 0; ///< the host's time for one of many kernels that are waited for once
    /// Whether the driver's times of kernels are of the same order as the host's. Some drivers time
    /// nothing but the handing over; the host's clock has to do then.
    bool hasTimer = true;
    std::string measuredAt; ///< "2026-11-22T01:02:03Z"

    /// The time in milliseconds that neither roof lets anything fall below.
    [[nodiscard]] double roofMs(double flops, double bytes) const;
};

} // namespace nervure
