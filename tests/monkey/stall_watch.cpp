// SPDX-License-Identifier: Apache-2.0
#include "tests/monkey/stall_watch.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

namespace nervure::tests {

namespace {

constexpr int beatMs = 10;
constexpr int lookMs = 50;
/// So long a round may wait for something without using the processor.
constexpr double hangMs = 180e3;

double millisecondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// In the watched thread.
void printWhere(int /*signal*/)
{
    std::array<void *, 60> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
}

} // namespace

StallWatch::StallWatch(int limitMs) : m_limitMs(limitMs)
{
    if (limitMs == 0) {
        return;
    }
    m_watched = pthread_self();
    pthread_getcpuclockid(m_watched, &m_clock);
    std::signal(SIGUSR2, printWhere);
    m_beats.setInterval(beatMs);
    QObject::connect(&m_beats, &QTimer::timeout, &m_beats, [this] { beat(); });
    beat();
    m_beats.start();
    m_watcher = std::thread([this] { watch(); });
}

StallWatch::~StallWatch()
{
    m_isEnding = true;
    if (m_watcher.joinable()) {
        m_watcher.join();
    }
}

void StallWatch::setAct(const std::string &act)
{
    m_act = act;
}

void StallWatch::beat()
{
    const double now = millisecondsOf(m_clock);
    const double busy = now - m_cpuAtBeat;
    if (m_timeAtBeat > 0 && busy > m_limitMs) {
        m_stalls.push_back("the event loop stood for " + std::to_string(static_cast<int>(busy))
                           + " ms; before: " + m_actAtBeat + "; then: " + m_act);
        std::fprintf(stderr, "%s\n", m_stalls.back().c_str());
    }
    m_actAtBeat = m_act;
    m_cpuAtBeat = now;
    m_timeAtBeat = millisecondsOf(CLOCK_MONOTONIC);
    m_isTold = false;
}

void StallWatch::watch()
{
    while (!m_isEnding) {
        std::this_thread::sleep_for(std::chrono::milliseconds(lookMs));
        if (millisecondsOf(m_clock) - m_cpuAtBeat > m_limitMs && !m_isTold.exchange(true)) {
            std::fprintf(stderr, "busy for more than %d ms, in\n", m_limitMs);
            pthread_kill(m_watched, SIGUSR2);
        }
        if (millisecondsOf(CLOCK_MONOTONIC) - m_timeAtBeat > hangMs) {
            std::fprintf(stderr, "nothing happened for minutes\n");
            std::abort();
        }
    }
}

} // namespace nervure::tests
