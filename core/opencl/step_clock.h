// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile.h"
#include "core/opencl/cl_error.h"

#include <chrono>
#include <vector>

namespace nervure::opencl {

/// Collects the times of the steps of one run. The device's clock and the host's meet at the first
/// launch, whose event was queued when the host enqueued it. Times are milliseconds since the
/// clock was made.
class StepClock {
public:
    /// Milliseconds since the run began, on the host.
    [[nodiscard]] double now() const;

    void addLaunch(std::uint32_t step, Event event, double enqueuedMs);
    void addHostStep(std::uint32_t step, double startMs, double endMs);
    /// The host's wall time around enqueuing and finishing the launches of a step.
    void setWall(std::uint32_t step, double wallMs);

    /// Times of all steps, in the order they were begun. The queue must be finished; throws Failure
    /// when the device gives no times.
    [[nodiscard]] std::vector<StepTiming> timings() const;

private:
    struct Entry {
        std::uint32_t step = 0;
        std::vector<Event> events;
        double wallMs = -1; ///< negative: not measured
        double hostStartMs = 0;
        double hostEndMs = 0;
    };

    Entry &entryOf(std::uint32_t step);

    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<Entry> m_entries;
    double m_firstEnqueuedMs = -1;
};

} // namespace nervure::opencl
