// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/proof_runner.h"

#include <QObject>
#include <QString>

#include <optional>

namespace nervure {

class WorkerProcess;

/// Values that a run computes on the way, from the worker: it runs the graph of the step that the document shows
/// and gives what was asked of one value, never all its elements. Only the latest question is answered; a
/// worker that is busy is waited for.
class TensorReader : public QObject {
    Q_OBJECT

public:
    TensorReader(ProofRunner &proofs, WorkerProcess &worker, QObject *parent = nullptr);

    /// Nobody has to wait for a run: the worker has kept one of what is there now, with that value.
    [[nodiscard]] bool isReady(const Entry &entry) const { return m_proofs.session(entry) != 0; }
    /// `answered` or `failed` follows, unless another question does.
    void ask(TensorQuestion question);
    /// Nothing follows any more.
    void forget();
    [[nodiscard]] bool isAsking() const { return m_question.has_value(); }

Q_SIGNALS:
    void answered(const nervure::WeightReport &report);
    void failed(const QString &message);

private:
    void go();
    void take(quint64 request, const WorkerResult &answer);
    void fail(const QString &message);

    ProofRunner &m_proofs;
    WorkerProcess &m_worker;
    std::optional<TensorQuestion> m_question;
    quint64 m_request = 0;
    bool m_isCurrent = false; ///< the request is of the latest question
    bool m_isOpening = false; ///< the proof that runs was begun for this
};

} // namespace nervure
