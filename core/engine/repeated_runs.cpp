// SPDX-License-Identifier: Apache-2.0
#include "core/engine/repeated_runs.h"

#include "core/support/machine_load.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace nervure {

namespace {

/// Warm-ups beyond those asked for, while each is yet a twentieth faster than all before.
constexpr std::size_t mostExtraWarmups = 8;
constexpr double settledPart = 0.95;

/// The load that others put on the machine while runs are timed.
class LoadWatch {
public:
    /// Nothing where the time was too short for the system's clock ticks.
    [[nodiscard]] std::optional<double> ofOthers() const
    {
        constexpr std::chrono::milliseconds shortest{200};
        return std::chrono::steady_clock::now() - m_start < shortest ? std::nullopt
                                                                     : m_load.ofOthers();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    MachineLoad m_load;
};

/// Cancels after some time, unless it ends before.
class Deadline {
public:
    Deadline(const CancelToken &cancel, double ms)
        : m_thread([this, cancel, ms] {
              std::unique_lock lock(m_mutex);
              if (!m_ended.wait_for(lock, std::chrono::duration<double, std::milli>(ms),
                                    [this] { return m_isOver; })) {
                  cancel.cancel();
              }
          })
    {}
    ~Deadline()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
            m_ended.notify_one();
        }
        m_thread.join();
    }
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace

Result<RecordedRuns> RepeatedRuns::run(RunMode mode, double from, double to)
{
    RecordedRuns runs;
    const std::size_t total = m_request.warmup + m_request.repeat;
    const auto report = [&](std::size_t done, std::string_view stage) {
        const double part = static_cast<double>(done) / static_cast<double>(total);
        m_control.report(from + (to - from) * part, stage);
    };
    while (isCold(runs.warmupMs)) {
        report(std::min(runs.warmupMs.size(), m_request.warmup), "warming up");
        ASSIGN_OR_RETURN(RunRecord record, once(mode, m_control));
        runs.warmupMs.push_back(record.wallMs);
    }
    const LoadWatch load;
    for (std::size_t i = 0; i < m_request.repeat; ++i) {
        report(m_request.warmup + i, "measuring");
        Result<RunRecord> record = once(mode, m_control);
        if (!record && !runs.records.empty() && record.error().code == "cancelled") {
            m_isStopped = true;
            break;
        }
        RETURN_IF_FAILED(record);
        runs.records.push_back(std::move(record).value());
        tellLive(runs);
    }
    runs.otherLoad = load.ofOthers();
    return runs;
}

Result<RecordedRuns> RepeatedRuns::oneAfterStop(RunMode mode, const RecordedRuns &before)
{
    std::vector<double> wallMs;
    for (const RunRecord &record : before.records) {
        wallMs.push_back(record.wallMs);
    }
    if (wallMs.empty()) {
        return makeError("cancelled", "stopped before a run had ended");
    }
    m_isStopped = true;
    RecordedRuns runs;
    runs.otherLoad = before.otherLoad;
    if (summarize(wallMs).median > m_longestAfterStopMs) {
        return layersBeforeStop(mode, std::move(runs));
    }
    ASSIGN_OR_RETURN(RunRecord record, once(mode, JobControl()));
    runs.records.push_back(std::move(record));
    return runs;
}

Result<RecordedRuns> RepeatedRuns::layersBeforeStop(RunMode mode, RecordedRuns runs)
{
    runs.stepsBeforeStop = m_model.prepared->stepsBeforeStop();
    if (runs.stepsBeforeStop.empty()) {
        const JobControl control;
        const Deadline deadline(control.cancel,
                                m_longestAfterStopMs / 2); // a layer has to end then
        Result<RunRecord> record = once(mode, control);
        if (record) {
            runs.records.push_back(std::move(*record));
            return runs;
        }
        if (record.error().code != "cancelled") {
            return record.error();
        }
        runs.stepsBeforeStop = m_model.prepared->stepsBeforeStop();
    }
    return runs.stepsBeforeStop.empty() ? makeError("cancelled", "stopped before a layer had ended")
                                        : Result<RecordedRuns>(std::move(runs));
}

void RepeatedRuns::tellLive(const RecordedRuns &runs) const
{
    if (m_live) {
        std::vector<double> wallMs;
        for (const RunRecord &record : runs.records) {
            wallMs.push_back(record.wallMs);
        }
        m_live({wallMs.size(), m_request.repeat, summarize(wallMs).median});
    }
}

/// True if another run is to come before those that count.
bool RepeatedRuns::isCold(const std::vector<double> &warmupMs) const
{
    if (warmupMs.size() < m_request.warmup) {
        return true;
    }
    if (!m_request.warmsUntilSettled || warmupMs.size() < 2
        || warmupMs.size() >= m_request.warmup + mostExtraWarmups) {
        return false;
    }
    const double before = *std::min_element(warmupMs.begin(), warmupMs.end() - 1);
    return warmupMs.back() < settledPart * before;
}

Result<RunRecord> RepeatedRuns::once(RunMode mode, const JobControl &control)
{
    ASSIGN_OR_RETURN(RunOutcome outcome, m_model.prepared->run(m_model.inputs, mode, control));
    m_printed = std::move(outcome.printed);
    return std::move(outcome.record);
}

} // namespace nervure
