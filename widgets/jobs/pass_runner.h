// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/live/value_changes.h"
#include "core/passes/pass_request.h"
#include "widgets/jobs/target_devices.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;
class WorkerProcess;
struct PassOutcome;

/// Runs passes on the document off the UI thread and gives the document what came out. After an
/// edit, or another input shape, the last pipeline runs again by itself, so that shapes stay true
/// while one works; only the latest run's result arrives. Where that pipeline is the usual one, live
/// inference stands for it, which does again only what the edit reaches. A run that fails before any of
/// its passes was done leaves the steps of the one before, and stands behind them with its reason.
class PassRunner : public QObject {
    Q_OBJECT

public:
    /// The worker is asked about devices that passes compile for.
    PassRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
               QObject *parent = nullptr);

    /// Passes that others need are added in front by the pass manager.
    void run(std::vector<PassRequest> passes);
    /// InferShape, InferType, PlanMemory.
    void runUsual();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job != 0 || m_isAsking; }
    /// Of the job that runs them.
    [[nodiscard]] static QString jobKey();
    /// Passes were run on this model, and are run again after each edit.
    [[nodiscard]] bool isFollowing() const { return !m_passes.empty() || isRunning(); }

Q_SIGNALS:
    void runningChanged();
    /// A run ended and the document has its result.
    void finished();
    /// What followed from the edits since the result before: of the values of the graph that the passes
    /// left, which the document shows after the last of them.
    void followed(const nervure::InferenceDelta &inferenceDelta);

private:
    struct Live;
    struct Outcome;

    void rerun();
    void start();
    void begin();
    void startPasses();
    void startLive();
    void take(PassOutcome outcome);

    GraphDocument &m_document;
    JobRunner &m_jobs;
    TargetDevices m_devices;
    std::vector<PassRequest> m_passes;   ///< what the steps are of; empty: nothing to run again
    std::vector<PassRequest> m_tried;    ///< what runs, or ran last
    std::shared_ptr<Live> m_live;        ///< of this model
    std::optional<std::uint64_t> m_seen; ///< the revision whose shapes arrived last
    std::shared_ptr<const KnownValues> m_known; ///< likewise, where live inference does not follow
    quint64 m_job = 0;
    bool m_isAsking = false; ///< the worker about devices
};

} // namespace nervure
