// SPDX-License-Identifier: Apache-2.0
#include "core/support/machine_load.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace nervure {

namespace {

std::uint64_t ticksOf(const timeval &time, long ticksPerSecond)
{
    const auto perSecond = static_cast<std::uint64_t>(ticksPerSecond);
    return static_cast<std::uint64_t>(time.tv_sec) * perSecond
           + static_cast<std::uint64_t>(time.tv_usec) * perSecond / 1000000;
}

} // namespace

std::optional<MachineLoad::Ticks> MachineLoad::now()
{
    // proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
    std::ifstream file("/proc/stat");
    std::string name;
    std::array<std::uint64_t, 8> times{};
    file >> name;
    for (std::uint64_t &time : times) {
        file >> time;
    }
    rusage usage{};
    const long ticks = sysconf(_SC_CLK_TCK);
    if (!file || name != "cpu" || ticks <= 0 || getrusage(RUSAGE_SELF, &usage) != 0) {
        return std::nullopt;
    }
    constexpr std::size_t idle = 3;
    constexpr std::size_t waiting = 4;
    Ticks now;
    for (const std::uint64_t time : times) {
        now.all += time;
    }
    now.busy = now.all - times[idle] - times[waiting];
    now.own = ticksOf(usage.ru_utime, ticks) + ticksOf(usage.ru_stime, ticks);
    return now;
}

MachineLoad::MachineLoad() : m_start(now()) {}

std::optional<double> MachineLoad::ofOthers() const
{
    const std::optional<Ticks> end = now();
    if (!m_start || !end || end->all <= m_start->all) {
        return std::nullopt;
    }
    const auto busy = static_cast<double>(end->busy - m_start->busy);
    const auto own = static_cast<double>(end->own - m_start->own);
    return std::clamp((busy - own) / static_cast<double>(end->all - m_start->all), 0.0, 1.0);
}

} // namespace nervure
