// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/execution/profile_summary.h"

#include <string>
#include <vector>

namespace nervure {

/// Runs a prepared model over and over and keeps the records of the timed runs.
class RepeatedRuns {
public:
    /// All must outlive it.
    RepeatedRuns(PreparedModel &model, const ExecutionRequest &request,
                 const ExecutionContext &context)
        : m_model(model),
          m_request(request),
          m_control(context.control),
          m_live(context.live),
          m_longestAfterStopMs(context.longestAfterStopMs)
    {}

    /// Warms up, then runs as often as the request says. Fractions of the progress go from `from` to `to`. Whoever
    /// stops it keeps the runs that ended: it fails with "cancelled" only where there is none.
    [[nodiscard]] Result<RecordedRuns> run(RunMode mode, double from, double to);

    /// One run in that mode whatever the request's cancel token says, for somebody who stopped before there was one:
    /// then whole runs are known and no layers. Where it would take long, going by `before`, it is the layers of the
    /// run that was stopped, else as many as some seconds suffice for. Fails with "cancelled" where that is none.
    [[nodiscard]] Result<RecordedRuns> oneAfterStop(RunMode mode, const RecordedRuns &before);

    [[nodiscard]] bool isStopped() const { return m_isStopped; }

    /// The text that the last run printed.
    [[nodiscard]] const std::string &printed() const { return m_printed; }

private:
    void tellLive(const RecordedRuns &runs) const;
    [[nodiscard]] bool isCold(const std::vector<double> &warmupMs) const;
    Result<RunRecord> once(RunMode mode, const JobControl &control);
    [[nodiscard]] Result<RecordedRuns> layersBeforeStop(RunMode mode, RecordedRuns runs);

    PreparedModel &m_model;
    const ExecutionRequest &m_request;
    const JobControl &m_control;
    const std::function<void(const LiveRuns &)> &m_live;
    double m_longestAfterStopMs;
    std::string m_printed;
    bool m_isStopped = false;
};

} // namespace nervure
