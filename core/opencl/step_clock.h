// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"
#include "core/opencl/cl_error.h"

#include <chrono>
#include <vector>

namespace nervure::opencl {

/// Collects the times of the steps of one run. The device's clock and the host's meet at the first
/// command with an event, which was queued when the host enqueued it. Times are milliseconds since
/// the clock was made.
class StepClock {
public:
    /// `hasTimer`: whether the device's times count. If not, steps and transfers take the host's wall
    /// time where it was measured, and launches have no times.
    explicit StepClock(bool hasTimer) : m_hasTimer(hasTimer) {}

    /// Milliseconds since the run began, on the host.
    [[nodiscard]] double now() const;

    void addLaunch(std::uint32_t step, std::uint32_t launch, Event event, double enqueuedMs);
    /// When the host began a step and when it was finished: one of its own, or one whose launches it
    /// waited for.
    void setHostTimes(std::uint32_t step, double startMs, double endMs);
    /// What the bodies of a step of control flow took: StepTiming::inner.
    void setInner(std::uint32_t step, std::vector<StepTiming> inner);
    /// A tensor that was uploaded or read. `wallMs`: the host's time for it; negative: unknown.
    void addTransfer(std::uint32_t buffer, bool isUpload, Event event, double enqueuedMs,
                     double wallMs);

    /// Times of all steps, in the order they were begun. The queue must be finished; throws Failure
    /// when the device gives no times, as do the others.
    [[nodiscard]] std::vector<StepTiming> timings() const;
    [[nodiscard]] std::vector<LaunchTiming> launches() const;
    [[nodiscard]] std::vector<TransferTiming> transfers() const;

private:
    struct Command {
        std::uint32_t number = 0; ///< of the launch in its step; of the buffer
        Event event;
    };
    struct Entry {
        std::uint32_t step = 0;
        std::vector<Command> commands;
        double hostStartMs = 0; ///< both 0: not waited for
        double hostEndMs = 0;
        std::vector<StepTiming> inner;
    };
    struct Transfer {
        Command command;
        bool isUpload = false;
        double enqueuedMs = 0;
        double wallMs = -1;
    };

    Entry &entryOf(std::uint32_t step);
    void meet(const Event &event, double enqueuedMs);
    /// From the device's clock to the host's.
    [[nodiscard]] double offset() const;

    bool m_hasTimer;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<Entry> m_entries;
    std::vector<Transfer> m_transfers;
    cl_event m_firstEvent = nullptr; ///< owned by its command
    double m_firstEnqueuedMs = 0;
};

} // namespace nervure::opencl
