// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/step_clock.h"

#include <algorithm>
#include <utility>

namespace nervure::opencl {

namespace {

double eventMs(cl_event event, cl_profiling_info what)
{
    cl_ulong nanoseconds = 0;
    check(clGetEventProfilingInfo(event, what, sizeof nanoseconds, &nanoseconds, nullptr),
          "read the times of a kernel");
    return static_cast<double>(nanoseconds) * 1e-6;
}

double startOf(const Event &event)
{
    return eventMs(event.get(), CL_PROFILING_COMMAND_START);
}

double endOf(const Event &event)
{
    return eventMs(event.get(), CL_PROFILING_COMMAND_END);
}

/// What a wall time has beyond the device's; 0 where it was not measured.
double beyond(double wallMs, double deviceMs)
{
    return std::max(0.0, wallMs - deviceMs);
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

void StepClock::meet(const Event &event, double enqueuedMs)
{
    if (m_firstEvent == nullptr) {
        m_firstEvent = event.get();
        m_firstEnqueuedMs = enqueuedMs;
    }
}

double StepClock::offset() const
{
    return m_firstEvent == nullptr
               ? 0
               : m_firstEnqueuedMs - eventMs(m_firstEvent, CL_PROFILING_COMMAND_QUEUED);
}

void StepClock::addLaunch(std::uint32_t step, std::uint32_t launch, Event event, double enqueuedMs)
{
    meet(event, enqueuedMs);
    entryOf(step).commands.push_back({launch, std::move(event)});
}

void StepClock::setHostTimes(std::uint32_t step, double startMs, double endMs)
{
    Entry &entry = entryOf(step);
    entry.hostStartMs = startMs;
    entry.hostEndMs = endMs;
}

void StepClock::setInner(std::uint32_t step, std::vector<StepTiming> inner)
{
    entryOf(step).inner = std::move(inner);
}

void StepClock::addTransfer(std::uint32_t buffer, bool isUpload, Event event, double enqueuedMs,
                            double wallMs)
{
    meet(event, enqueuedMs);
    m_transfers.push_back({{buffer, std::move(event)}, isUpload, enqueuedMs, wallMs});
}

std::vector<StepTiming> StepClock::timings() const
{
    const double shift = offset();
    std::vector<StepTiming> result;
    for (const Entry &entry : m_entries) {
        StepTiming timing;
        timing.step = entry.step;
        timing.startMs = entry.hostStartMs;
        timing.endMs = entry.hostEndMs;
        const double wallMs = entry.hostEndMs - entry.hostStartMs;
        timing.deviceMs = wallMs;
        if (m_hasTimer && !entry.commands.empty()) {
            timing.deviceMs = 0;
            timing.startMs = startOf(entry.commands.front().event) + shift;
            timing.endMs = endOf(entry.commands.back().event) + shift;
            for (const Command &command : entry.commands) {
                timing.deviceMs += endOf(command.event) - startOf(command.event);
            }
        }
        timing.launchMs = beyond(wallMs, timing.deviceMs);
        timing.inner = entry.inner;
        result.push_back(std::move(timing));
    }
    return result;
}

std::vector<LaunchTiming> StepClock::launches() const
{
    std::vector<LaunchTiming> result;
    if (!m_hasTimer) {
        return result;
    }
    const double shift = offset();
    for (const Entry &entry : m_entries) {
        for (const Command &command : entry.commands) {
            cl_event event = command.event.get();
            result.push_back({entry.step, command.number,
                              eventMs(event, CL_PROFILING_COMMAND_QUEUED) + shift,
                              eventMs(event, CL_PROFILING_COMMAND_SUBMIT) + shift,
                              startOf(command.event) + shift, endOf(command.event) + shift});
        }
    }
    return result;
}

std::vector<TransferTiming> StepClock::transfers() const
{
    const double shift = offset();
    std::vector<TransferTiming> result;
    for (const Transfer &transfer : m_transfers) {
        TransferTiming timing;
        timing.buffer = transfer.command.number;
        timing.isUpload = transfer.isUpload;
        timing.startMs = transfer.enqueuedMs;
        timing.endMs = transfer.enqueuedMs + std::max(0.0, transfer.wallMs);
        if (m_hasTimer) {
            timing.startMs = startOf(transfer.command.event) + shift;
            timing.endMs = endOf(transfer.command.event) + shift;
        }
        timing.deviceMs = timing.endMs - timing.startMs;
        timing.launchMs = beyond(transfer.wallMs, timing.deviceMs);
        result.push_back(timing);
    }
    return result;
}

} // namespace nervure::opencl
