// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace nervure::tests {

/// Watches the event loop of the thread that makes it: from a thread of its own it finds the rounds that keep it busy
/// for longer than a limit, in processor time, so that other programs do not count; and those in which nothing happens
/// at all for minutes. Of a round that is too long it prints where the thread is at the moment.
class StallWatch {
public:
    /// `limitMs`: 0 watches nothing.
    explicit StallWatch(int limitMs);
    ~StallWatch();
    StallWatch(const StallWatch &) = delete;
    StallWatch &operator=(const StallWatch &) = delete;

    /// What the thread does from now on, for the reports.
    void setAct(const std::string &act);
    /// One line for each stall until now.
    [[nodiscard]] const std::vector<std::string> &stalls() const { return m_stalls; }

private:
    void beat();
    void watch();

    int m_limitMs;
    QTimer m_beats;
    clockid_t m_clock{};
    pthread_t m_watched{};
    std::atomic<double> m_cpuAtBeat{0}; ///< milliseconds of the watched thread
    std::atomic<double> m_timeAtBeat{0};
    std::atomic<bool> m_isEnding{false};
    std::atomic<bool> m_isTold{false}; ///< where this round is
    std::string m_act;
    std::string m_actAtBeat; ///< that the round began with
    std::vector<std::string> m_stalls;
    std::thread m_watcher;
};

} // namespace nervure::tests
