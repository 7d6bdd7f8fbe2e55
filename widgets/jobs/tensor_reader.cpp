// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/tensor_reader.h"

#include "core/engine/weight_json.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/core_messages.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace nervure {

TensorReader::TensorReader(ProofRunner &proofs, WorkerProcess &worker, QObject *parent)
    : QObject(parent),
      m_proofs(proofs),
      m_worker(worker)
{
    // Behind what others do when the worker is free, and never from inside of its own signals.
    connect(&worker, &WorkerProcess::busyChanged, this, &TensorReader::go, Qt::QueuedConnection);
    connect(&worker, &WorkerProcess::finished, this, &TensorReader::take);
    connect(&worker, &WorkerProcess::failed, this,
            [this](quint64 request, const QString &message, bool, const QString &code) {
                if (request != m_request || request == 0) {
                    return;
                }
                m_request = 0;
                if (code == u"no-session") {
                    m_proofs.forgetSession();
                    go();
                } else {
                    fail(coreMessage(message));
                }
            });
    connect(&proofs, &ProofRunner::finished, this, [this] {
        const bool wasOpening = std::exchange(m_isOpening, false);
        if (wasOpening && !m_proofs.failure().isEmpty()) {
            fail(m_proofs.failure());
        }
    });
}

void TensorReader::ask(TensorQuestion question)
{
    m_question = std::move(question);
    m_isCurrent = false;
    go();
}

void TensorReader::forget()
{
    m_question.reset();
}

void TensorReader::go()
{
    if (!m_question || m_request != 0 || m_worker.isBusy() || m_proofs.isRunning()) {
        return;
    }
    const quint64 session = m_proofs.session(m_question->entry);
    if (session == 0) {
        m_isOpening = true;
        m_proofs.open(m_question->entry);
        return;
    }
    const auto asked = m_proofs.tensorRequest(*m_question);
    if (!asked) {
        fail(tr("A run does not compute this value."));
        return;
    }
    WorkerRequest request;
    request.command = "tensor";
    request.arguments =
        std::make_shared<const nlohmann::ordered_json>(tensorArguments(*asked, session));
    m_request = m_worker.request(std::move(request));
    m_isCurrent = true;
}

void TensorReader::take(quint64 request, const WorkerResult &answer)
{
    if (request != m_request || request == 0) {
        return;
    }
    m_request = 0;
    const auto report = weightReportFrom(*answer.document);
    if (!m_question || !m_isCurrent) {
        return; // another question came meanwhile, or none is left
    }
    m_question.reset();
    if (report) {
        Q_EMIT answered(*report);
    } else {
        Q_EMIT failed(tr("The worker's answer is no tensor."));
    }
}

void TensorReader::fail(const QString &message)
{
    if (m_question) {
        m_question.reset();
        Q_EMIT failed(message);
    }
}

} // namespace nervure
