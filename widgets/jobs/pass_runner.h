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
#include <set>
#include <string>
#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;
class PipelineCommand;
class WorkerProcess;
struct PassOutcome;

/// Runs passes on the document off the UI thread and gives the document what came out. After an
/// edit, or another input shape, the last pipeline runs again by itself, so that shapes stay true
/// while one works; only the latest run's result arrives. Where that pipeline is the usual one, live
/// inference stands for it, which does again only what the edit reaches. A run that fails before any of
/// its passes was done leaves the steps of the one before, and stands behind them with its reason.
/// A condition that holds ends a run behind the step that it holds for; goOn() leads to the next one.
/// No program starts because a file was opened: of a pipeline with commands that nobody typed or allowed
/// here only the passes before the first one run, until somebody answers for it.
class PassRunner : public QObject {
    Q_OBJECT

public:
    /// The worker is asked about devices that passes compile for.
    PassRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
               QObject *parent = nullptr);

    /// Passes that others need are added in front by the pass manager. Somebody typed these, so that their
    /// programs may start.
    void run(std::vector<PassRequest> passes);
    /// Behind those that the steps are of: the list grows by each run.
    void runFurther(const std::vector<PassRequest> &passes);
    /// The passes that the steps are of, as people arranged them.
    [[nodiscard]] const Pipeline &pipeline() const { return m_pipeline; }
    /// Those that the steps are of: up to the first that waits for an answer, without what is switched off.
    [[nodiscard]] const std::vector<PassRequest> &passes() const { return m_passes; }
    /// The commands that somebody typed or allowed here, by their text.
    [[nodiscard]] const std::set<std::string> &allowedCommands() const { return m_allowed; }
    /// Runs them so from now on; wherever they come from.
    void setPipeline(Pipeline pipeline);
    /// Gives a pass of it the options of that request, which somebody typed: a command that is another one by
    /// that may start.
    void setRequest(std::size_t place, PassRequest request);
    /// The conditions that runs stop at.
    [[nodiscard]] const PassBreaks &breaks() const { return m_breaks; }
    /// Runs the passes with these from now on, from their start.
    void setBreaks(PassBreaks breaks);
    /// Where the run that is shown stopped, and why; nothing: it came to its end.
    [[nodiscard]] const std::optional<BreakHit> &hit() const { return m_hit; }
    /// Runs on behind that step.
    void goOn();
    /// The command that the passes wait for an answer about; nothing: none.
    [[nodiscard]] const std::optional<std::string> &askedCommand() const { return m_asked; }
    /// Lets that command run in this document, or switches its passes off.
    void answerCommand(bool runs);
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
        return !m_passes.empty() || m_asked || !m_stepFiles.empty() || isRunning();
    }

Q_SIGNALS:
    void runningChanged();
    /// A run ended and the document has its result.
    void finished();
    /// What followed from the edits since the result before: of the values of the graph that the passes
    /// left, which the document shows after the last of them.
    void followed(const nervure::InferenceDelta &inferenceDelta);
    /// A run stopped where the one before it did not.
    void stopped(const nervure::BreakHit &hit);
    void breaksChanged();

private:
    friend class PipelineCommand;

    struct Live;
    struct Outcome;

    void rerun();
    void arrange(Pipeline pipeline, bool isFurther = false);
    void runArranged();
    [[nodiscard]] Pipeline exchangePipeline(Pipeline pipeline);
    void takeBackFurther();
    void allow(const std::vector<PassRequest> &passes);
    [[nodiscard]] std::vector<PassRequest> allowedPasses();
    void forgetStops();
    bool noteHit(std::optional<BreakHit> hit);
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
    bool m_isArranged = false;            ///< it is of this model
    PipelineCommand *m_further = nullptr; ///< of the history: m_tried is m_passes and more for it
    std::set<std::string> m_allowed;      ///< commands that may run in this document
    std::optional<std::string> m_asked;   ///< the first one that may not
    PassBreaks m_breaks;
    std::optional<BreakHit> m_hit;
    std::size_t m_passedOver = 0;                   ///< steps that stop nothing (any more)
    bool m_isAsking = false;                        ///< the worker about devices
    std::vector<std::filesystem::path> m_stepFiles; ///< that the steps are
};

} // namespace nervure
