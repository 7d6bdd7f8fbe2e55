// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/layer_peek.h"
#include "core/engine/missing_sizes.h"
#include "core/engine/tuning/tune_model.h"
#include "core/support/id.h"
#include "widgets/document/run_list.h"
#include "widgets/jobs/run_request.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;
class WorkerProcess;
struct WorkerResult;

/// Runs the document on a device through the worker and gives the document its profile, whatever became of
/// the model meanwhile. A job makes the
/// text that the worker reads. Shared by toolbar and run panel. One run at a time; a worker that dies leaves a message, and the next run
/// starts another.
class ProfileRunner : public QObject {
    Q_OBJECT

public:
    ProfileRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
                  QObject *parent = nullptr);

    [[nodiscard]] const ProfileOptions &options() const { return m_options; }
    void setOptions(const ProfileOptions &options);
    /// For buttons: "PoCL"; empty while no device is known.
    [[nodiscard]] QString deviceName() const;
    /// That models run on the reference, when it is all there is; else empty.
    [[nodiscard]] QString notice() const;
    /// Runs go to the best device of that machine ("ssh:HOST"), which the worker knows.
    void chooseMachine(const QString &machine);
    /// Asks the worker for its devices unless they are known.
    void findDevices();

    void run();
    /// Runs the layer of that node alone, with one size of work-groups after the other: `peeked` follows, or a
    /// failure.
    void peek(const QString &layer);
    /// Measures the variants of the model's kernels, and keeps the fastest for later runs: `tuned` follows, or a
    /// failure.
    void tune();
    /// What came of it last; null: nothing yet.
    [[nodiscard]] const std::shared_ptr<const TuneReport> &tuning() const { return m_tuning; }
    /// Measures the model beside itself with another pipeline ("device{FuseOperators=off}"), by turns; both runs are
    /// kept then.
    void measurePipeline(const QString &pipeline);
    /// The same with a pass left out.
    void measureWithout(const QString &pass);
    /// The same beside what it was before it was edited: when the shown run was made, else before the last edit.
    void measureEdit();
    /// That point of the history; nothing: the model has not been edited.
    [[nodiscard]] std::optional<int> editedSince() const;
    void stop();
    [[nodiscard]] bool isRunning() const { return m_request != 0 || m_job != 0; }
    /// Of the run: negative when unknown.
    [[nodiscard]] double fraction() const { return m_fraction; }
    [[nodiscard]] const QString &stage() const { return m_stage; }
    /// The memory that the worker holds while it runs, in bytes; nothing until it has said so.
    [[nodiscard]] std::optional<quint64> memoryBytes() const { return m_memoryBytes; }
    /// The timed runs so far, of a run that measures.
    [[nodiscard]] const std::optional<LiveRuns> &liveRuns() const { return m_live; }
    /// Why the last run, or the search for devices, failed; empty when it did not.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// The sizes that the last run lacked, for whoever asks for them; there is no failure() then.
    [[nodiscard]] const std::vector<MissingSize> &missingSizes() const { return m_missing; }
    /// What `print` operators printed in the last run.
    [[nodiscard]] const QString &printed() const { return m_printed; }

Q_SIGNALS:
    void optionsChanged();
    /// A run began, ended, is being stopped, or failed.
    void stateChanged();
    /// The run goes on: fraction(), stage(), liveRuns() and memoryBytes(). Whoever shows that does so with little work, for it
    /// comes several times a second while a device is measured that may be this processor.
    void progressChanged();
    /// The document has the profile; of a run that was stopped those of its runs that had ended.
    void finished();
    void peeked(const nervure::LayerPeek &peek);
    void tuned();

private:
    enum class Asked { Profile, Peek, Together, Tune };

    void chooseDevice();
    /// How a request is made ready, on any thread.
    using Preparation = std::function<Result<PreparedRequest>(const SaveSource &source)>;

    void start(const WorkerRequest &asked);
    [[nodiscard]] static Asked askedBy(const std::string &command);
    void start(Asked asked, Preparation preparation);
    void measureTogether(const WorkerRequest &before, const WorkerRequest &after, int steps);
    void takeProfile(const WorkerResult &result);
    void takeTogether(const WorkerResult &result);
    void takeTuning(const WorkerResult &result);

    void send(PreparedRequest prepared);
    void takeResult(quint64 request, const WorkerResult &result);
    void takeFailure(quint64 request, const QString &message, const QString &code);
    void findMissingSizes(const QString &message);
    void fail(const QString &message);

    GraphDocument &m_document;
    JobRunner &m_jobs;
    WorkerProcess &m_worker;
    ProfileOptions m_options;
    quint64 m_job = 0;           ///< that makes the text
    std::vector<NodeId> m_nodes; ///< of the document, by node of the model that the worker has
    quint64 m_request = 0;
    Asked m_asked = Asked::Profile;
    ModelState m_state;                                 ///< of the model that is being run
    ModelState m_stateBefore;                           ///< of the one beside it
    std::shared_ptr<std::vector<NodeId>> m_nodesBefore; ///< likewise, as m_nodes
    bool m_isStopping = false;                          ///< somebody has asked for it
    bool m_isForeign = false;                           ///< by now another document is shown
    std::optional<LiveRuns> m_live;
    std::optional<quint64> m_memoryBytes;
    double m_fraction = -1;
    QString m_stage;
    QString m_failure;
    std::vector<MissingSize> m_missing;
    QString m_printed;
    std::shared_ptr<const TuneReport> m_tuning;
};

} // namespace nervure
