// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// A rate as several rounds measured it, in 10^9 a second. What else a machine does makes a round slower,
/// never faster, so that the best one counts; but a best that no other round comes near is not known to be
/// all there is.
struct MeasuredRate {
    double best = 0;
    /// The best of each round, the fastest first; those beyond the first dozen are dropped.
    std::vector<double> rounds;

    void add(double rate);
    /// Takes in what was measured at another time.
    void add(const MeasuredRate &other);
    /// How far the third best round stays below the best: 0.05 is 5 %; 1 for fewer than three rounds.
    [[nodiscard]] double spread() const;
    /// Whether three rounds came within 10 % of the best.
    [[nodiscard]] bool isConfirmed() const;
};

/// How fast a device moves bytes while it works on so many: from memory, or from a cache that holds them.
/// Rates are in 10^9 bytes a second.
struct MemoryLevel {
    std::uint64_t bytes = 0;
    double readGbs = 0;
    double writeGbs = 0;
    double copyGbs = 0; ///< read and written together
};

/// Bytes that a kernel reads and writes, each once.
struct Traffic {
    double readBytes = 0;
    double writtenBytes = 0;

    [[nodiscard]] double bytes() const { return readBytes + writtenBytes; }
};

/// The most that a device was seen to do: roofs that layers are compared with. Measured by kernels
/// of our own, so that they mean the same on every device; best of several rounds, since a roof that
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

    /// By growing bytes; the last is beyond all caches. None: copyGbs holds for everything.
    std::vector<MemoryLevel> levels{};
    /// Rounds of multiplyAddGflops and copyGbs that nothing disturbed. What was never measured (there is no
    /// time) is taken for granted without.
    MeasuredRate compute{};
    MeasuredRate memory{};
    double otherLoad =
        0; ///< the part of the processors' time that others had while it was measured
    bool isPassed =
        false; ///< a layer did more than this allows: it is too low, whatever the reason

    /// Whether layers can be judged by them: confirmed, and not passed.
    [[nodiscard]] bool isTrusted() const;
    /// Whether others had so much of the processors that another time may give more.
    [[nodiscard]] bool isOfBusyMachine() const;

    /// What holds for so many bytes: the level measured with as many or fewer.
    [[nodiscard]] MemoryLevel levelOf(double bytes) const;
    /// Whether that level is a cache: clearly faster than the last.
    [[nodiscard]] bool isCached(double bytes) const;
    /// The time in milliseconds that moving the bytes takes at least, and that doing the operations does.
    [[nodiscard]] double memoryMs(const Traffic &traffic) const;
    [[nodiscard]] double computeMs(double flops) const;
    /// The time that neither roof lets anything fall below.
    [[nodiscard]] double roofMs(double flops, const Traffic &traffic) const;

    /// Takes in what was measured before on the same device: the best of both is kept.
    void addEarlier(const DeviceCeilings &earlier);
};

} // namespace nervure
