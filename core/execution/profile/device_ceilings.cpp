// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/device_ceilings.h"

#include <algorithm>
#include <functional>

namespace nervure {

namespace {

constexpr std::size_t keptRounds = 12;
constexpr std::size_t confirmingRounds = 3;
constexpr double confirmingPart = 0.1;
constexpr double busyPart = 0.1;
constexpr double cacheFactor = 1.3; ///< of memory's rate, from which on a level is a cache
constexpr double perMsToGiga = 1e-6;

double msOf(double amount, double gigaPerSecond)
{
    return gigaPerSecond > 0 ? amount / gigaPerSecond * perMsToGiga : 0;
}

MemoryLevel better(const MemoryLevel &a, const MemoryLevel &b)
{
    return {a.bytes, std::max(a.readGbs, b.readGbs), std::max(a.writeGbs, b.writeGbs),
            std::max(a.copyGbs, b.copyGbs)};
}

} // namespace

void MeasuredRate::add(double rate)
{
    rounds.insert(std::upper_bound(rounds.begin(), rounds.end(), rate, std::greater<>()), rate);
    if (rounds.size() > keptRounds) {
        rounds.pop_back();
    }
    best = rounds.front();
}

void MeasuredRate::add(const MeasuredRate &other)
{
    for (const double rate : other.rounds) {
        add(rate);
    }
}

double MeasuredRate::spread() const
{
    return rounds.size() < confirmingRounds || best <= 0 ? 1
                                                         : 1 - rounds[confirmingRounds - 1] / best;
}

bool MeasuredRate::isConfirmed() const
{
    return spread() <= confirmingPart;
}

bool DeviceCeilings::isTrusted() const
{
    const auto isSure = [this](const MeasuredRate &rate, double best) {
        const bool isGranted = rate.rounds.empty() && measuredAt.empty();
        return isGranted || (rate.isConfirmed() && best <= rate.best / (1 - confirmingPart));
    };
    return !isPassed && copyGbs > 0 && multiplyAddGflops > 0 && isSure(compute, multiplyAddGflops)
           && isSure(memory, copyGbs);
}

bool DeviceCeilings::isOfBusyMachine() const
{
    return otherLoad > busyPart;
}

MemoryLevel DeviceCeilings::levelOf(double bytes) const
{
    if (levels.empty()) {
        return {0, copyGbs, copyGbs, copyGbs};
    }
    const auto above = std::upper_bound(levels.begin(), levels.end(), bytes,
                                        [](double size, const MemoryLevel &level) {
                                            return size < static_cast<double>(level.bytes);
                                        });
    // A larger set that was moved faster shows what a smaller one could have been.
    MemoryLevel level = above == levels.begin() ? levels.front() : *(above - 1);
    for (auto it = above; it != levels.end(); ++it) {
        level = better(level, *it);
    }
    return level;
}

bool DeviceCeilings::isCached(double bytes) const
{
    return levelOf(bytes).copyGbs > cacheFactor * copyGbs;
}

double DeviceCeilings::memoryMs(const Traffic &traffic) const
{
    const MemoryLevel level = levelOf(traffic.bytes());
    const double read = std::max(level.readGbs, level.copyGbs);
    // A copy is as many bytes read as written: what its rate leaves for writing, unless writing alone is
    // faster.
    const double perByte = read > 0 && level.copyGbs > 0 ? 2 / level.copyGbs - 1 / read : 0;
    const double write = std::max(level.writeGbs, perByte > 0 ? 1 / perByte : level.copyGbs);
    return msOf(traffic.readBytes, read) + msOf(traffic.writtenBytes, write);
}

double DeviceCeilings::computeMs(double flops) const
{
    return msOf(flops, multiplyAddGflops);
}

double DeviceCeilings::roofMs(double flops, const Traffic &traffic) const
{
    return std::max(computeMs(flops), memoryMs(traffic));
}

void DeviceCeilings::addEarlier(const DeviceCeilings &earlier)
{
    compute.add(earlier.compute);
    memory.add(earlier.memory);
    launchMs = std::min(launchMs, earlier.launchMs);
    enqueueMs = std::min(enqueueMs, earlier.enqueueMs);
    copyGbs = std::max(copyGbs, earlier.copyGbs);
    multiplyAddGflops = std::max(multiplyAddGflops, earlier.multiplyAddGflops);
    for (MemoryLevel &level : levels) {
        const auto same =
            std::find_if(earlier.levels.begin(), earlier.levels.end(),
                         [&level](const MemoryLevel &other) { return other.bytes == level.bytes; });
        if (same != earlier.levels.end()) {
            level = better(level, *same);
        }
    }
}

} // namespace nervure
