// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/profile_runner.h"

#include "core/builtins.h"
#include "core/engine/json_members.h"
#include "core/engine/kernel_sources.h"
#include "core/engine/pipeline_choice.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/tuning/tune_messages.h"
#include "core/engine/what_if/what_if_messages.h"
#include "core/engine/worker_request.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/history_command.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// Whether a device is the reference of some machine.
bool isReferenceDevice(const QString &device)
{
    return device == u"reference" || device.endsWith(u"/reference");
}

} // namespace

ProfileRunner::ProfileRunner(GraphDocument &document, JobRunner &jobs, WorkerProcess &worker,
                             QObject *parent)
    : QObject(parent),
      m_document(document),
      m_jobs(jobs),
      m_worker(worker)
{
    connect(&jobs, &JobRunner::jobEnded, this, [this](quint64 job) {
        if (job == m_job && job != 0) { // stopped: what ends by itself was sent before
            m_job = 0;
            fail(WorkerProcess::tr("The run was stopped."));
        }
    });
    connect(&worker, &WorkerProcess::devicesChanged, this, &ProfileRunner::chooseDevice);
    connect(&worker, &WorkerProcess::finished, this, &ProfileRunner::takeResult);
    connect(&worker, &WorkerProcess::failed, this,
            [this](quint64 request, const QString &message, bool, const QString &code) {
                takeFailure(request, message, code);
            });
    connect(&worker, &WorkerProcess::progressed, this,
            [this](quint64 request, double fraction, const QString &stage) {
                if (request == m_request) {
                    m_fraction = fraction;
                    m_live = stage == u"measuring" ? m_live : std::nullopt;
                    m_stage = m_isStopping ? tr("Stopping") : stageText(stage);
                    Q_EMIT progressChanged();
                }
            });
    connect(&worker, &WorkerProcess::lived, this, [this](quint64 request) {
        if (request == m_request && m_worker.beat()) {
            m_memoryBytes = m_worker.beat()->memoryBytes;
            Q_EMIT progressChanged();
        }
    });
    connect(&worker, &WorkerProcess::runsMeasured, this,
            [this](quint64 request, const LiveRuns &runs) {
                if (request == m_request) {
                    m_live = runs;
                }
            });
    connect(&document, &GraphDocument::contentReplaced, this, [this] {
        m_isForeign = isRunning();
        stop();
        m_options.inputs.clear(); // they were of the other model
        m_options.parameters.clear();
        m_tuning.reset();
        m_missing.clear();
        Q_EMIT optionsChanged();
    });
}

void ProfileRunner::setOptions(const ProfileOptions &options)
{
    m_options = options;
    Q_EMIT optionsChanged();
}

QString ProfileRunner::deviceName() const
{
    for (const WorkerDevice &device : m_worker.devices()) {
        if (device.id == m_options.device) {
            return device.label;
        }
    }
    return {};
}

/// A real device before the reference, which is slow on purpose.
void ProfileRunner::chooseMachine(const QString &machine)
{
    const auto place = parseRemotePlace(machine.toStdString());
    const QString prefix = place ? toQString(place->nameOf("")) : QString();
    ProfileOptions options = m_options;
    for (const WorkerDevice &device : m_worker.devices()) {
        const bool isBetter =
            !options.device.startsWith(prefix) || isReferenceDevice(options.device);
        if (device.id.startsWith(prefix) && isBetter) {
            options.device = device.id;
        }
    }
    setOptions(options);
}

QString ProfileRunner::notice() const
{
    const QList<WorkerDevice> &devices = m_worker.devices();
    const auto isReference = [](const WorkerDevice &d) { return isReferenceDevice(d.id); };
    if (devices.isEmpty() || !std::all_of(devices.begin(), devices.end(), isReference)) {
        return {};
    }
    const QString text =
        tr("No OpenCL device was found: models run on the reference, which is slow "
           "and has no kernels to measure.");
    return m_worker.deviceFault().isEmpty() ? text : text + u'\n' + m_worker.deviceFault();
}

void ProfileRunner::findDevices()
{
    if (m_worker.devices().isEmpty() && !m_worker.isBusy()) {
        m_worker.requestDevices();
    }
}

void ProfileRunner::run()
{
    start(requestFor("profile", m_document, m_options));
}

void ProfileRunner::peek(const QString &layer)
{
    WorkerRequest request = requestFor("peek", m_document, m_options);
    request.layer = layer.toStdString();
    start(request);
}

void ProfileRunner::tune()
{
    start(tuneRequest(requestFor("tune", m_document, m_options), TuneKeeping::Kept));
}

void ProfileRunner::measurePipeline(const QString &pipeline)
{
    const WorkerRequest before = requestFor("profile", m_document, m_options);
    WorkerRequest after = before;
    after.execution.pipeline = pipeline.toStdString();
    measureTogether(before, after, m_document.undoStack().index());
}

void ProfileRunner::measureWithout(const QString &pass)
{
    measurePipeline(toQString(
        pipelineChoiceText({std::string(devicePipeline), {{pass.toStdString(), "off"}}})));
}

std::optional<int> ProfileRunner::editedSince() const
{
    const QUndoStack &history = m_document.undoStack();
    const RunList &runs = m_document.runs();
    std::optional<int> last;
    for (int steps = history.index() - 1; steps >= 0; --steps) {
        if (editsBetween(history, steps, history.index()) == 0) {
            continue;
        }
        last = last.value_or(steps);
        if (runs.isOf(runs.shown(), m_document.stateAfter(steps))) {
            return steps;
        }
    }
    return last;
}

void ProfileRunner::measureEdit()
{
    const WorkerRequest request = requestFor("profile", m_document, m_options);
    if (const std::optional<int> steps = editedSince()) {
        measureTogether(request, request, *steps);
    }
}

/// The model after that many steps of its history beside what it is now.
void ProfileRunner::measureTogether(const WorkerRequest &before, const WorkerRequest &after,
                                    int steps)
{
    const Result<Graph> graph = m_document.graphAfter(steps);
    if (isRunning() || !graph) {
        return;
    }
    m_stateBefore = m_document.stateAfter(steps);
    m_nodesBefore = std::make_shared<std::vector<NodeId>>();
    start(Asked::Together,
          [before, after, graph = *graph, nodes = m_nodesBefore,
           parameters = parameterFileFor(m_document, m_options), inputs = m_options.inputs,
           rounds = static_cast<std::size_t>(m_options.rounds),
           &builtins = m_document.builtins()](const SaveSource &source) -> Result<PreparedRequest> {
              SaveSource then = source;
              then.graph = graph;
              ASSIGN_OR_RETURN(PreparedRequest first,
                               prepareRequest(before, then, parameters, inputs, builtins));
              ASSIGN_OR_RETURN(PreparedRequest second,
                               prepareRequest(after, source, parameters, inputs, builtins));
              *nodes = std::move(first.nodes);
              second.request = whatIfRequest(first.request, std::move(second.request), rounds);
              second.bytes = QByteArray::fromStdString(workerRequestBytes(second.request));
              return second;
          });
}

ProfileRunner::Asked ProfileRunner::askedBy(const std::string &command)
{
    return command == "peek" ? Asked::Peek : command == "tune" ? Asked::Tune : Asked::Profile;
}

void ProfileRunner::start(const WorkerRequest &asked)
{
    start(askedBy(asked.command),
          [asked, parameters = parameterFileFor(m_document, m_options), inputs = m_options.inputs,
           &builtins = m_document.builtins()](const SaveSource &source) {
              return prepareRequest(asked, source, parameters, inputs, builtins);
          });
}

void ProfileRunner::start(Asked asked, Preparation preparation)
{
    if (isRunning()) {
        return;
    }
    m_asked = asked;
    m_isStopping = false;
    m_failure.clear();
    m_missing.clear();
    m_printed.clear();
    m_stage.clear();
    m_fraction = -1;
    m_memoryBytes.reset();
    m_live.reset();
    m_isForeign = false;
    m_state = m_document.modelState();
    m_job = m_jobs.start(
        {tr("Preparing"), QStringLiteral("profile")}, this,
        [source = m_document.saveSource(),
         preparation = std::move(preparation)](const JobControl &) { return preparation(source); },
        [this](Result<PreparedRequest> prepared) {
            m_job = 0;
            if (prepared) {
                send(std::move(prepared).value());
            } else {
                fail(toQString(formatDiagnostic(prepared.error())));
            }
        });
    Q_EMIT stateChanged();
}

void ProfileRunner::send(PreparedRequest prepared)
{
    m_nodes = std::move(prepared.nodes);
    m_request = m_worker.request(std::move(prepared.request), prepared.bytes);
    if (m_request == 0) {
        fail(tr("The worker is busy; try again when it has finished."));
        return;
    }
    Q_EMIT stateChanged();
}

void ProfileRunner::stop()
{
    if (isRunning()) {
        m_isStopping = true;
        m_stage = tr("Stopping");
        m_job != 0 ? m_jobs.cancel(m_job) : m_worker.cancel();
        Q_EMIT stateChanged();
    }
}

void ProfileRunner::chooseDevice()
{
    const QList<WorkerDevice> &devices = m_worker.devices();
    const auto isChosen = [this](const WorkerDevice &d) { return d.id == m_options.device; };
    if (!devices.isEmpty() && std::none_of(devices.begin(), devices.end(), isChosen)) {
        // A real device before the reference, which is slow on purpose.
        const auto real = std::find_if(devices.begin(), devices.end(), [](const WorkerDevice &d) {
            return !isReferenceDevice(d.id);
        });
        m_options.device = real == devices.end() ? devices.first().id : real->id;
    }
    m_failure.clear();
    Q_EMIT optionsChanged();
    Q_EMIT stateChanged();
}

void ProfileRunner::takeResult(quint64 request, const WorkerResult &result)
{
    if (request != m_request || request == 0) {
        return;
    }
    m_request = 0;
    m_live.reset();
    if (std::exchange(m_isForeign, false)) {
        Q_EMIT stateChanged();
        return;
    }
    switch (m_asked) {
    case Asked::Profile: takeProfile(result); break;
    case Asked::Together: takeTogether(result); break;
    case Asked::Tune: takeTuning(result); break;
    case Asked::Peek: Q_EMIT peeked(layerPeekFrom(*result.document)); Q_EMIT stateChanged();
    }
}

void ProfileRunner::takeTogether(const WorkerResult &result)
{
    Result<WhatIfReport> report = whatIfFrom(*result.document, *m_nodesBefore, m_nodes);
    if (!report) {
        fail(tr("The worker's answer is no profile."));
        return;
    }
    m_document.runs().addTogether(std::move(report->before), m_stateBefore,
                                  std::move(report->after), m_state);
    Q_EMIT stateChanged();
    Q_EMIT finished();
}

void ProfileRunner::takeProfile(const WorkerResult &result)
{
    Result<ProfileReport> profile = profileFrom(*result.document, m_nodes);
    if (!profile) {
        fail(tr("The worker's answer is no profile."));
        return;
    }
    m_printed = toQString(profile->printed);
    m_document.runs().add(std::make_shared<const ProfileReport>(std::move(profile).value()),
                          m_state, layerKernelsFrom(memberOf(*result.document, "layer_kernels")));
    Q_EMIT stateChanged();
    Q_EMIT finished();
}

void ProfileRunner::takeTuning(const WorkerResult &result)
{
    TuneReport report = tuneReportFrom(*result.document);
    report.diagnostics = result.diagnostics;
    m_tuning = std::make_shared<const TuneReport>(std::move(report));
    Q_EMIT stateChanged();
    Q_EMIT tuned();
}

void ProfileRunner::takeFailure(quint64 request, const QString &message, const QString &code)
{
    if (request == m_request && request != 0 && code == u"size-missing" && !m_isForeign) {
        m_request = 0;
        findMissingSizes(coreMessage(message));
        return;
    }
    // The search for devices has another number; others' requests are not told of here.
    if (request == m_request || (!isRunning() && m_worker.isDeviceSearch(request))) {
        m_request = 0;
        fail(coreMessage(message));
    }
}

/// Of the document as it is now, away from the UI thread: shapes may have to be inferred for that.
void ProfileRunner::findMissingSizes(const QString &message)
{
    m_live.reset();
    ExecutionRequest request;
    request.graph = m_document.graph();
    request.facts = m_document.inputFacts();
    request.semantics = m_document.semantics();
    request.loadedParams = request.facts.loaded;
    m_job = m_jobs.start(
        {tr("Preparing"), QStringLiteral("profile")}, this,
        [request = std::move(request), &builtins = m_document.builtins()](const JobControl &) {
            return nervure::missingSizes(request, builtins);
        },
        [this, message](std::vector<MissingSize> missing) {
            m_job = 0;
            m_missing = std::move(missing);
            fail(m_missing.empty() ? message : QString());
        });
    Q_EMIT stateChanged();
}

void ProfileRunner::fail(const QString &message)
{
    m_live.reset();
    m_failure = std::exchange(m_isForeign, false) ? QString() : message;
    Q_EMIT stateChanged();
}

} // namespace nervure
