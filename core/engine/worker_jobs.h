// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/worker_request.h"
#include "core/support/cancellation.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

namespace nervure {

/// A request on its way, and how to stop it.
struct WorkerJob {
    WorkerRequest request;
    CancelToken cancel;
};

/// Something that one thread waits for and another says has come.
class WorkerLatch {
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }

    [[nodiscard]] bool waitFor(std::chrono::seconds time)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, time, [this] { return m_isOpen; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOpen = false;
};

/// Jobs in the order of their lines; filled by the reading thread, emptied by the working one.
class WorkerJobQueue {
public:
    void push(WorkerJob job)
    {
        const std::lock_guard lock(m_mutex);
        m_live.emplace(job.request.id, job.cancel);
        m_jobs.push_back(std::move(job));
        m_changed.notify_one();
    }

    /// The next job; nothing when the input has ended.
    std::optional<WorkerJob> pop()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isClosed || !m_jobs.empty(); });
        if (m_isClosed) {
            return std::nullopt;
        }
        WorkerJob job = std::move(m_jobs.front());
        m_jobs.pop_front();
        return job;
    }

    void done(std::uint64_t id)
    {
        const std::lock_guard lock(m_mutex);
        m_live.erase(id);
    }

    void cancel(std::uint64_t id)
    {
        const std::lock_guard lock(m_mutex);
        const auto [first, last] = m_live.equal_range(id);
        for (auto it = first; it != last; ++it) {
            it->second.cancel();
        }
    }

    /// The end of the input: what runs is stopped, what waits is dropped.
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
        for (const auto &[id, token] : m_live) {
            token.cancel();
        }
        m_changed.notify_one();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<WorkerJob> m_jobs;
    std::multimap<std::uint64_t, CancelToken> m_live;
    bool m_isClosed = false;
};

} // namespace nervure
