// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker_pulse.h"

#include "core/support/process_use.h"

#include <algorithm>

namespace nervure {

namespace {

/// Lines of progress: a few at once where stages are short, seven a second in the long run, and so never more than ten
/// in any second.
constexpr double mostAtOnce = 3;
constexpr double linesPerSecond = 7;
/// While the stage is the same.
constexpr std::chrono::milliseconds betweenTidings{150};
constexpr std::chrono::seconds betweenBeats{1};

} // namespace

WorkerPulse::WorkerPulse(WorkerOutput &output, std::uint64_t id)
    : m_output(output),
      m_id(id),
      m_heard(Clock::now()),
      m_sent(m_heard - betweenTidings),
      m_counted(m_heard),
      m_room(mostAtOnce),
      m_thread([this] { beat(); })
{}

WorkerPulse::~WorkerPulse()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        m_changed.notify_one();
    }
    m_thread.join();
}

void WorkerPulse::tell(double fraction, std::string_view stage)
{
    const std::lock_guard lock(m_mutex);
    const bool isSame = stage == m_progress.stage;
    m_progress.runs = isSame ? m_progress.runs : std::nullopt;
    m_progress.fraction = fraction;
    m_progress.stage = stage;
    m_heard = Clock::now();
    m_isPending = true;
    if ((!isSame || m_heard - m_sent >= betweenTidings) && hasRoom()) {
        send();
    }
}

void WorkerPulse::tellRuns(const LiveRuns &runs)
{
    const std::lock_guard lock(m_mutex);
    m_progress.runs = runs;
    m_heard = Clock::now();
}

/// True if a line may be sent now. The caller has the lock.
bool WorkerPulse::hasRoom()
{
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> since = now - m_counted;
    m_room = std::min(mostAtOnce, m_room + linesPerSecond * since.count());
    m_counted = now;
    return m_room >= 1;
}

/// The caller has the lock.
void WorkerPulse::send()
{
    m_sent = Clock::now();
    m_room -= 1;
    m_isPending = false;
    m_output.write(workerAnswerLine({m_id, m_progress}));
}

/// One line at once, so that whoever waits knows that there are such, then one a second. What was said too soon
/// after something else is sent along.
void WorkerPulse::beat()
{
    std::unique_lock lock(m_mutex);
    while (!m_isOver) {
        const ProcessUse use = ownUse();
        const auto silence = std::chrono::duration<double, std::milli>(Clock::now() - m_heard);
        m_output.write(workerAnswerLine(
            {m_id, WorkerBeat{use.processorMs, silence.count(), use.memoryBytes, use.peakBytes}}));
        if (m_isPending && hasRoom()) {
            send();
        }
        m_changed.wait_for(lock, betweenBeats, [this] { return m_isOver; });
    }
}

} // namespace nervure
