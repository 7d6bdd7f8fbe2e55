// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/worker_answer.h"
#include "core/engine/worker_channel.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace nervure {

/// What the worker says of a job while it does it: how far it is, at most ten times a second, and each second that
/// the process is alive, with what it takes. Whoever waits tells a long run from a hang by that.
///
/// tell() and tellRuns() are for the thread that does the job.
class WorkerPulse {
public:
    WorkerPulse(WorkerOutput &output, std::uint64_t id);
    ~WorkerPulse();
    WorkerPulse(const WorkerPulse &) = delete;
    WorkerPulse &operator=(const WorkerPulse &) = delete;

    void tell(double fraction, std::string_view stage);
    /// Goes along with what is told next.
    void tellRuns(const LiveRuns &runs);

private:
    using Clock = std::chrono::steady_clock;

    void beat();
    void send();
    [[nodiscard]] bool hasRoom();

    WorkerOutput &m_output;
    const std::uint64_t m_id;
    std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    WorkerProgress m_progress;
    Clock::time_point m_heard; ///< when the job said something last
    Clock::time_point m_sent;
    Clock::time_point m_counted; ///< when m_room was reckoned last
    double m_room;               ///< for so many lines
    bool m_isPending = false;    ///< something was said that nobody has been sent
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace nervure
