// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/proof_runner.h"

#include "core/builtins.h"
#include "core/proof/proof_json.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace nervure {

ProofRunner::ProofRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
                         const PassRunner &passes, const ProfileRunner &profiles, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs),
      m_worker(worker),
      m_passes(passes),
      m_profiles(profiles)
{
    connect(&jobs, &JobRunner::jobEnded, this, [this](quint64 job) {
        if (job == m_job && job != 0) { // stopped: what ends by itself was sent before
            end(WorkerProcess::tr("The run was stopped."));
        }
    });
    connect(&worker, &WorkerProcess::finished, this, &ProofRunner::take);
    connect(&worker, &WorkerProcess::failed, this,
            [this](quint64 request, const QString &message, bool died) {
                if (died) {
                    forgetSession();
                }
                if (request == m_request && request != 0) {
                    end(coreMessage(message));
                }
            });
    connect(&worker, &WorkerProcess::progressed, this,
            [this](quint64 request, double fraction, const QString &stage) {
                if (request == m_request) {
                    m_fraction = fraction;
                    m_stage = stageText(stage);
                    Q_EMIT stateChanged();
                }
            });
    connect(
        &worker, &WorkerProcess::busyChanged, this,
        [this] {
            if (m_isWaiting && !m_worker.isBusy()) {
                compareNow();
            }
        },
        Qt::QueuedConnection); // who was asked first may ask again
    connect(&document, &GraphDocument::contentReplaced, this, [this] {
        stop();
        m_result.reset();
        m_comparison.reset();
        m_failure.clear();
        Q_EMIT stateChanged();
    });
}

void ProofRunner::setOptions(const ProofOptions &options)
{
    m_options = options;
    Q_EMIT optionsChanged();
}

QString ProofRunner::device() const
{
    return m_options.device.isEmpty() ? m_profiles.options().device : m_options.device;
}

ProofRunner::Subject ProofRunner::subject() const
{
    Subject subject{m_document.modelState(), m_passes.passes(), m_profiles.options()};
    subject.how.device = device();
    if (const auto &hit = m_passes.hit()) {
        const auto lowered = static_cast<std::size_t>(loweredSteps());
        subject.mostSteps = std::max(hit->step, lowered) - lowered;
        if (*subject.mostSteps == 0) {
            subject.passes.clear();
        }
    }
    for (const std::filesystem::path &file : m_passes.stepFiles()) {
        subject.files.push_back(file.string());
    }
    return subject;
}

ProofRunner::Subject ProofRunner::comparedSubject() const
{
    Subject own = subject();
    own.passes.clear();
    own.mostSteps.reset();
    own.files = {m_comparedFile.toStdString()};
    return own;
}

int ProofRunner::loweredSteps() const
{
    const std::vector<PassStep> &steps = m_document.passSteps();
    if (!m_passes.stepFiles().empty()) {
        return 0;
    }
    const std::string_view pass =
        loweredBeforehandBy(m_document.graph(), m_document.builtins().ops);
    const auto lowering =
        std::find_if(steps.begin(), steps.end(),
                     [name = toQString(pass)](const PassStep &step) { return step.name == name; });
    const bool isFirst = std::none_of(steps.begin(), lowering,
                                      [](const PassStep &step) { return step.changedGraph; });
    return lowering != steps.end() && isFirst ? static_cast<int>(lowering - steps.begin()) + 1 : 0;
}

QString ProofRunner::whyNot(ProofExtent extent) const
{
    if (m_document.isEmpty()) {
        return tr("No model is open");
    }
    if (isRunning()) {
        return tr("A proof is running");
    }
    if (m_worker.isBusy()) {
        return tr("The worker is busy; try again when it has finished.");
    }
    if (extent == ProofExtent::None) {
        return {};
    }
    if (m_passes.isRunning()) {
        return tr("Passes are running");
    }
    if (m_document.passSteps().empty()) {
        return tr("No pass has run yet");
    }
    if (m_passes.passes().empty() && m_passes.stepFiles().empty()) {
        return tr("No pass has run yet");
    }
    if (extent == ProofExtent::Step && !shownProofStep()) {
        return tr("Step to a pass first");
    }
    return {};
}

void ProofRunner::prove(ProofExtent extent)
{
    if (!whyNot(extent).isEmpty()) {
        return;
    }
    m_asked = subject();
    m_extent = extent;
    m_isComparing = false;
    ProofRequest proof;
    proof.passes = m_asked.passes;
    proof.files = m_asked.files;
    proof.extent = extent;
    proof.step = shownProofStep().value_or(0);
    proof.tolerance = m_options.tolerance;
    proof.mostSteps = m_asked.mostSteps;
    proof.programs = m_passes.allowedCommands();
    const Bisection *known = extent == ProofExtent::None ? result() : nullptr;
    proof.isAgainstFirst = known ? known->isAgainstFirst : m_options.isAgainstFirst;
    begin("prove", proofArguments(proof));
}

void ProofRunner::compareWith(const QString &file)
{
    if (m_document.isEmpty() || isRunning()) {
        return;
    }
    m_comparedFile = file;
    m_failure.clear();
    m_fraction = -1;
    m_stage = tr("Waiting for the worker");
    m_isWaiting = true;
    if (!m_worker.isBusy()) {
        compareNow();
    } else {
        Q_EMIT stateChanged();
    }
}

void ProofRunner::open(const Entry &entry)
{
    if (pairedValue(entry) != nullptr) {
        m_isReopening = true; // nobody is to be led anywhere
        compareWith(m_comparedFile);
    } else {
        prove(ProofExtent::None);
    }
}

void ProofRunner::compareNow()
{
    m_isWaiting = false;
    m_asked = comparedSubject();
    m_isComparing = true;
    nlohmann::ordered_json arguments{{"file", m_comparedFile.toStdString()}};
    if (m_options.tolerance) {
        arguments["tolerance"] = *m_options.tolerance;
    }
    begin("compare", std::move(arguments));
}

void ProofRunner::begin(const char *command, nlohmann::ordered_json arguments)
{
    m_failure.clear();
    m_stage.clear();
    m_fraction = -1;
    WorkerRequest request = requestFor(command, m_document, m_asked.how);
    request.execution.pipeline = "none";
    request.arguments = std::make_shared<const nlohmann::ordered_json>(std::move(arguments));
    m_job = m_jobs.start(
        {tr("Preparing"), QStringLiteral("prove")}, this,
        [source = m_document.saveSource(), request = std::move(request),
         parameters = parameterFileFor(m_document, m_asked.how), inputs = m_asked.how.inputs,
         &builtins = m_document.builtins()](const JobControl &) {
            return prepareRequest(request, source, parameters, inputs, builtins);
        },
        [this](Result<PreparedRequest> prepared) {
            m_job = 0;
            if (prepared) {
                send(std::move(prepared).value());
            } else {
                end(diagnosticLine(prepared.error()));
            }
        });
    Q_EMIT stateChanged();
}

void ProofRunner::send(PreparedRequest prepared)
{
    if (!m_isComparing) {
        m_nodes = std::move(prepared.nodes);
        m_session = 0; // the worker keeps the latest alone
    } else {
        m_pairSession = 0;
    }
    m_request = m_worker.request(std::move(prepared.request), prepared.bytes);
    if (m_request == 0) {
        end(tr("The worker is busy; try again when it has finished."));
        return;
    }
    Q_EMIT stateChanged();
}

void ProofRunner::stop()
{
    if (m_isWaiting) {
        end(WorkerProcess::tr("The run was stopped."));
    } else if (m_job != 0) {
        m_jobs.cancel(m_job);
    } else if (m_request != 0) {
        m_stage = tr("Stopping");
        m_worker.cancel();
        Q_EMIT stateChanged();
    }
}

void ProofRunner::take(quint64 request, const WorkerResult &answer)
{
    if (request != m_request || request == 0) {
        return;
    }
    if (!m_isComparing) {
        m_session = request;
        m_sessionSubject = m_asked;
    } else {
        m_pairSession = request;
    }
    keep(answer);
}

void ProofRunner::keep(const WorkerResult &answer)
{
    const QString noProof = tr("The worker's answer is no proof.");
    if (m_isComparing) {
        m_comparison = comparisonFrom(*answer.document);
        m_comparisonSubject = m_asked;
        end(m_comparison ? QString() : noProof);
        if (m_comparison && !std::exchange(m_isReopening, false)) {
            Q_EMIT compared();
        }
    } else if (m_extent != ProofExtent::None) {
        m_comparison.reset();
        m_result = bisectionFrom(*answer.document);
        m_resultSubject = m_asked;
        end(m_result ? QString() : noProof);
    } else {
        end({});
    }
}

void ProofRunner::end(const QString &failure)
{
    m_job = 0;
    m_request = 0;
    m_isWaiting = false;
    m_isReopening = m_isReopening && failure.isEmpty();
    m_failure = failure;
    Q_EMIT stateChanged();
    Q_EMIT finished();
}

const Bisection *ProofRunner::result() const
{
    return m_result && m_resultSubject == subject() ? &*m_result : nullptr;
}

const ToldComparison *ProofRunner::comparison() const
{
    return m_comparison && m_comparisonSubject == comparedSubject() ? &*m_comparison : nullptr;
}

int ProofRunner::documentStep(std::size_t step) const
{
    const auto &files = m_passes.stepFiles();
    if (files.empty()) {
        return static_cast<int>(step) + 1 + loweredSteps();
    }
    const std::vector<PassStep> &steps = m_document.passSteps();
    const auto read = std::find_if(steps.begin(), steps.end(), [&](const PassStep &one) {
        return step < files.size() && one.file == files[step].string();
    });
    return read == steps.end() ? 0 : static_cast<int>(read - steps.begin()) + 1;
}

std::optional<std::size_t> ProofRunner::shownProofStep() const
{
    const int shown = m_document.shownStep();
    const auto &files = m_passes.stepFiles();
    if (files.empty()) {
        const int step = shown - 1 - loweredSteps();
        return step < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(step));
    }
    for (std::size_t step = 0; shown > 0 && step < files.size(); ++step) {
        if (documentStep(step) == shown) {
            return step;
        }
    }
    return std::nullopt;
}

} // namespace nervure
