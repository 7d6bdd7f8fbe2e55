// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/step_clock.h"

#include <algorithm>

namespace nervure::opencl {

namespace {

double eventMs(const Event &event, cl_profiling_info what)
{
    cl_ulong nanoseconds = 0;
    check(clGetEventProfilingInfo(event.get(), what, sizeof nanoseconds, &nanoseconds, nullptr),
          "read the times of a kernel");
    return static_cast<double>(nanoseconds) * 1e-6;
}

} // namespace

double StepClock::now() const
{
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - m_start;
    return passed.count();
}

StepClock::Entry &StepClock::entryOf(std::uint32_t step)
{
    if (m_entries.empty() || m_entries.back().step != step) {
        m_entries.emplace_back().step = step;
    }
    return m_entries.back();
}

void StepClock::addLaunch(std::uint32_t step, Event event, double enqueuedMs)
{
    if (m_firstEnqueuedMs < 0) {
        m_firstEnqueuedMs = enqueuedMs;
    }
    entryOf(step).events.push_back(std::move(event));
}

void StepClock::addHostStep(std::uint32_t step, double startMs, double endMs)
{
    Entry &entry = entryOf(step);
    entry.hostStartMs = startMs;
    entry.hostEndMs = endMs;
}

void StepClock::setWall(std::uint32_t step, double wallMs)
{
    entryOf(step).wallMs = wallMs;
}

std::vector<StepTiming> StepClock::timings() const
{
    const auto first = std::find_if(m_entries.begin(), m_entries.end(),
                                    [](const Entry &entry) { return !entry.events.empty(); });
    const double offset =
        first == m_entries.end()
            ? 0
            : m_firstEnqueuedMs - eventMs(first->events.front(), CL_PROFILING_COMMAND_QUEUED);
    std::vector<StepTiming> result;
    for (const Entry &entry : m_entries) {
        StepTiming timing;
        timing.step = entry.step;
        timing.startMs = entry.hostStartMs;
        timing.endMs = entry.hostEndMs;
        timing.deviceMs = entry.hostEndMs - entry.hostStartMs;
        if (!entry.events.empty()) {
            timing.deviceMs = 0;
            timing.startMs = eventMs(entry.events.front(), CL_PROFILING_COMMAND_START) + offset;
            timing.endMs = eventMs(entry.events.back(), CL_PROFILING_COMMAND_END) + offset;
            for (const Event &event : entry.events) {
                timing.deviceMs += eventMs(event, CL_PROFILING_COMMAND_END)
                                   - eventMs(event, CL_PROFILING_COMMAND_START);
            }
        }
        timing.launchMs = entry.wallMs < 0 ? 0 : std::max(0.0, entry.wallMs - timing.deviceMs);
        result.push_back(timing);
    }
    return result;
}

} // namespace nervure::opencl
