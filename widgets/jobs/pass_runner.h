// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/live/value_changes.h"
#include "widgets/jobs/pipeline.h"
#include "widgets/jobs/target_devices.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <filesystem>
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
    /// Behind those that the steps are of: the list grows by each run.
    void runFurther(const std::vector<PassRequest> &passes);
    /// The passes that the steps are of, as people arranged them.
    [[nodiscard]] const Pipeline &pipeline() const { return m_pipeline; }
    /// Runs them so from now on.
    void setPipeline(Pipeline pipeline);
    /// Runs them as they were arranged before.
    void undoPipeline();
    [[nodiscard]] bool canUndoPipeline() const { return !m_past.empty(); }
    /// InferShape, InferType, PlanMemory, and nothing else.
    void runUsual();
    /// Shows files that a compiler wrote after its passes as steps of the model, until it is edited.
    void openSteps(std::vector<std::filesystem::path> files);
    /// Those files, also such as could not be read; empty: the steps are those of passes.
    [[nodiscard]] const std::vector<std::filesystem::path> &stepFiles() const
    {
        return m_stepFiles;
    }
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job != 0 || m_isAsking; }
    /// Of the job that runs them.
    [[nodiscard]] static QString jobKey();
    /// Passes were run on this model, and are run again after each edit.
    [[nodiscard]] bool isFollowing() const
    {
        return !m_passes.empty() || !m_stepFiles.empty() || isRunning();
    }

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
    void arrange(Pipeline pipeline);
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
    Pipeline m_pipeline;
    std::vector<Pipeline> m_past; ///< how it was arranged before; the last one is the latest
    bool m_isFurther = false;     ///< m_tried is m_passes and more
    bool m_isAsking = false;      ///< the worker about devices
    std::vector<std::filesystem::path> m_stepFiles; ///< that the steps are
};

} // namespace nervure
