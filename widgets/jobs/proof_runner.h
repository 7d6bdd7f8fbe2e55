// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/comparison_json.h"
#include "core/proof/proof_service.h"
#include "widgets/document/run_list.h"
#include "widgets/jobs/run_request.h"

#include <QObject>
#include <QString>

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace nervure {

class GraphDocument;
class JobRunner;
class PassRunner;
class ProfileRunner;
class WorkerProcess;
struct WorkerResult;

/// What a person chooses before a proof; all else is as for runs.
struct ProofOptions {
    QString device;                  ///< empty: the one that runs are on
    std::optional<double> tolerance; ///< nothing: that of rounding, by type
    bool isAgainstFirst = false;     ///< steps beside the first graph, not the one before
};

/// A value of the step that the document shows.
struct TensorQuestion {
    Entry entry;
    TensorSide side = TensorSide::After;
    WeightRequest view{};
};

/// Whether the steps at hand, up to where passes stopped, leave the values of the model as they were: has the worker run the graphs before
/// and after them, as `bisect` of the command line does. The worker then keeps what it ran, so that values can
/// be looked at (TensorReader). One at a time. A result is there as long as model, passes and the way to run are
/// what they were.
class ProofRunner : public QObject {
    Q_OBJECT

public:
    /// All must outlive it. What is chosen for runs is taken from `profiles`.
    ProofRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
                const PassRunner &passes, const ProfileRunner &profiles, QObject *parent = nullptr);

    [[nodiscard]] const ProofOptions &options() const { return m_options; }
    void setOptions(const ProofOptions &options);
    /// That runs are made on: its id.
    [[nodiscard]] QString device() const;

    /// Why the step that is shown (or, for other extents, the passes) cannot be proved; empty: it can.
    [[nodiscard]] QString whyNot(ProofExtent extent) const;
    /// Of ProofExtent::Step the step that is shown. Does nothing where whyNot() says something.
    void prove(ProofExtent extent);
    /// Has the values of the model compared with those of another file's, as `compare --numeric` of the command
    /// line does. A worker that is busy is waited for.
    void compareWith(const QString &file);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_request != 0 || m_job != 0 || m_isWaiting; }
    /// Of the proof that runs: negative when unknown.
    [[nodiscard]] double fraction() const { return m_fraction; }
    [[nodiscard]] const QString &stage() const { return m_stage; }
    /// Why the last one came to nothing; empty where it did not.
    [[nodiscard]] const QString &failure() const { return m_failure; }

    /// What was found out about what is there now; null: nothing yet.
    [[nodiscard]] const Bisection *result() const;
    /// The document's number of a step of the result; 0: its file is none of the document's steps.
    [[nodiscard]] int documentStep(std::size_t step) const;
    /// How the model's values are beside those of comparedFile(), where that was asked last and both are what they
    /// were; null: nothing is known.
    [[nodiscard]] const ToldComparison *comparison() const;
    [[nodiscard]] const QString &comparedFile() const { return m_comparedFile; }
    /// Which of the two models of comparison() is shown: the one at hand is before, the file's after. Nothing:
    /// neither, or nothing is known.
    [[nodiscard]] std::optional<TensorSide> comparedSide() const;
    /// The value of comparison() that the entry of the shown step is; null: none.
    [[nodiscard]] const ComparedValue *pairedValue(const Entry &entry) const;
    /// The same of comparison(), or else of result().
    [[nodiscard]] const ComparedValue *comparedValue(const Entry &entry) const;

    /// What the worker calls that which it has kept of what is there now and has the entry's value; 0: nothing.
    [[nodiscard]] quint64 session(const Entry &entry) const;
    /// Has the worker keep what the entry's value needs.
    void open(const Entry &entry);
    /// The worker does not know what it kept any more.
    void forgetSession() { m_session = m_pairSession = 0; }
    /// What to ask the worker, for values of the step that is shown. Nothing: it has none.
    [[nodiscard]] std::optional<TensorRequest> tensorRequest(const TensorQuestion &question) const;

Q_SIGNALS:
    void optionsChanged();
    /// Running, progress, failure, or another result.
    void stateChanged();
    /// One ended, whatever came of it.
    void finished();
    /// Two models were compared, which somebody wanted: comparison() is there.
    void compared();

private:
    /// What a result is of.
    struct Subject {
        ModelState model;
        std::vector<PassRequest> passes;
        ProfileOptions how;
        std::vector<std::string> files{};       ///< instead of passes
        std::optional<std::size_t> mostSteps{}; ///< where the passes stopped; nothing: they did not

        bool operator==(const Subject &) const = default;
    };

    [[nodiscard]] Subject subject() const;
    /// Of a comparison of two models, which no passes belong to.
    [[nodiscard]] Subject comparedSubject() const;
    /// Which of the proof's steps the document shows; nothing: none of them.
    [[nodiscard]] std::optional<std::size_t> shownProofStep() const;
    /// The graph that is shown is the one that runs: a file of another dialect is lowered first.
    [[nodiscard]] bool runsAsShown() const;
    [[nodiscard]] const ComparedValue *provedValue(const Entry &entry) const;
    void compareNow();
    /// Makes the request and sends it.
    void begin(const char *command, nlohmann::ordered_json arguments);
    /// How many of the document's steps are of no pass: what lowers the model is done beforehand.
    [[nodiscard]] int loweredSteps() const;
    void send(PreparedRequest prepared);
    void keep(const WorkerResult &answer);
    void take(quint64 request, const WorkerResult &answer);
    void end(const QString &failure);

    GraphDocument &m_document;
    JobRunner &m_jobs;
    WorkerProcess &m_worker;
    const PassRunner &m_passes;
    const ProfileRunner &m_profiles;
    ProofOptions m_options;
    Subject m_asked; ///< of what runs, or ran last
    quint64 m_job = 0;
    quint64 m_request = 0;
    ProofExtent m_extent = ProofExtent::None; ///< of what runs
    bool m_isComparing = false;               ///< two models, in what runs
    bool m_isWaiting = false;                 ///< for the worker, to compare two
    std::vector<NodeId> m_nodes;              ///< PreparedRequest::nodes
    quint64 m_session = 0;
    Subject m_sessionSubject;
    quint64 m_pairSession = 0;  ///< of the two models of m_comparison
    bool m_isReopening = false; ///< they were compared before
    std::optional<Bisection> m_result;
    Subject m_resultSubject;
    QString m_comparedFile;
    std::optional<ToldComparison> m_comparison;
    Subject m_comparisonSubject;
    double m_fraction = -1;
    QString m_stage;
    QString m_failure;
};

} // namespace nervure
