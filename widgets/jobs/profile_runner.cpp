// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/profile_runner.h"

#include "core/builtins.h"
#include "core/engine/input_source.h"
#include "core/engine/json_members.h"
#include "core/engine/kernel_sources.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/worker_request.h"
#include "core/formats/project/parameter_file.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/save_source.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/worker_model.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QTemporaryDir>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// The values of the variables that `file` has some for; of the others they are made up.
Status addParameters(ExecutionRequest &execution, const QString &file, const Graph &graph,
                     const OpRegistry &ops)
{
    if (file.isEmpty()) {
        return {};
    }
    ASSIGN_OR_RETURN(ModelParameters parameters,
                     readParameterFile(QFileInfo(file).filesystemFilePath(), graph, ops));
    execution.loadedParams = parameters.names();
    execution.values = std::move(parameters.tensors);
    return {};
}

/// A picture in one of Qt's formats as one that core reads: "cat.jpg{mean=0.5}" becomes "FILE.png{mean=0.5}" in
/// the folder. Everything else stays as it is, for core to say what is wrong with it.
QString readableInput(const QString &value, const QTemporaryDir &folder)
{
    const qsizetype brace = value.endsWith(u'}') ? value.lastIndexOf(u'{') : value.size();
    const QString file = value.left(brace);
    const QByteArray format = QFileInfo(file).suffix().toLower().toLatin1();
    if (format == "png" || !QImageReader::supportedImageFormats().contains(format)) {
        return value;
    }
    QImageReader reader(file);
    reader.setAutoTransform(true);
    const QString png =
        folder.filePath(QFileInfo(file).completeBaseName() + QStringLiteral(".png"));
    return reader.read().save(png) ? png + value.mid(brace) : value;
}

/// What inputs are given that the model has; those that were named for another one are passed over.
Status addInputs(ExecutionRequest &execution, const QMap<QString, QString> &inputs,
                 const Graph &graph, const Builtins &builtins)
{
    const QTemporaryDir folder;
    execution.graph = graph; // it says the shapes that pictures get
    for (auto it = inputs.begin(); it != inputs.end(); ++it) {
        const std::string name = it.key().toStdString();
        if (!it->trimmed().isEmpty() && graph.findByName(name)) {
            const QString value = readableInput(it->trimmed(), folder);
            RETURN_IF_FAILED(addInputSource(name + '=' + value.toStdString(), execution, builtins));
        }
    }
    return {};
}

/// Whether a device is the reference of some machine.
bool isReferenceDevice(const QString &device)
{
    return device == u"reference" || device.endsWith(u"/reference");
}

struct StageName {
    const char *stage;
    const char *text;
};

/// The stages that profileModel() reports.
constexpr StageName stageNames[]{
    {"connecting", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Connecting")},
    {"sending the model", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Sending the model")},
    {"compiling", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Compiling")},
    {"preparing", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing")},
    {"preparing kernels", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing kernels")},
    {"warming up", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Warming up")},
    {"measuring", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring")},
    {"measuring the device", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring the device")},
};

/// In the language of the window; a pass is its own name.
QString stageText(const QString &stage)
{
    const auto known =
        std::find_if(std::begin(stageNames), std::end(stageNames),
                     [&](const StageName &name) { return stage == QLatin1String(name.stage); });
    return known == std::end(stageNames) ? stage : ProfileRunner::tr(known->text);
}

} // namespace

struct ProfileRunner::Prepared {
    WorkerRequest request;
    QByteArray bytes;
    std::vector<NodeId> nodes; ///< WorkerModel::nodes
};

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
            [this](quint64 request, const QString &message) { takeFailure(request, message); });
    connect(&worker, &WorkerProcess::progressed, this,
            [this](quint64 request, double fraction, const QString &stage) {
                if (request == m_request) {
                    m_fraction = fraction;
                    m_live = stage == u"measuring" ? m_live : std::nullopt;
                    m_stage = stageText(stage);
                    Q_EMIT stateChanged();
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
    start(requestOf());
}

void ProfileRunner::peek(const QString &layer)
{
    WorkerRequest request = requestOf();
    request.command = "peek";
    request.layer = layer.toStdString();
    start(request);
}

void ProfileRunner::start(const WorkerRequest &asked)
{
    if (isRunning()) {
        return;
    }
    m_isPeeking = asked.command == "peek";
    m_failure.clear();
    m_printed.clear();
    m_stage.clear();
    m_fraction = -1;
    m_live.reset();
    m_isForeign = false;
    m_state = m_document.modelState();
    m_job = m_jobs.start(
        {tr("Preparing"), QStringLiteral("profile")}, this,
        [source = m_document.saveSource(), asked,
         parameters =
             m_options.parameters.isEmpty() ? m_document.parameterFile() : m_options.parameters,
         inputs = m_options.inputs,
         &builtins = m_document.builtins()](const JobControl &) -> Result<Prepared> {
            WorkerRequest request = asked;
            ASSIGN_OR_RETURN(WorkerModel sent, workerModel(source, builtins));
            request.model = std::move(sent.text);
            request.file = source.path.string();
            RETURN_IF_FAILED(
                addParameters(request.execution, parameters, source.graph, builtins.ops));
            RETURN_IF_FAILED(addInputs(request.execution, inputs, source.graph, builtins));
            QByteArray bytes = QByteArray::fromStdString(workerRequestBytes(request));
            return Prepared{std::move(request), std::move(bytes), std::move(sent.nodes)};
        },
        [this](Result<Prepared> prepared) {
            m_job = 0;
            if (prepared) {
                send(std::move(prepared).value());
            } else {
                fail(toQString(formatDiagnostic(prepared.error())));
            }
        });
    Q_EMIT stateChanged();
}

void ProfileRunner::send(Prepared prepared)
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

WorkerRequest ProfileRunner::requestOf() const
{
    WorkerRequest request;
    request.command = "profile";
    request.semantics = m_document.semantics();
    ExecutionRequest &execution = request.execution;
    execution.device = m_options.device.toStdString();
    execution.mode = m_options.mode == u"pipelined" ? RunMode::Pipelined : RunMode::Serialized;
    execution.pipeline = m_options.isUnfused ? "none" : devicePipeline;
    execution.isDirectOnly = m_options.isDirectOnly;
    execution.computesInHalf = m_options.computesInHalf;
    execution.fallsBack = m_options.fallsBack;
    execution.warmup = static_cast<std::size_t>(m_options.warmup);
    execution.repeat = static_cast<std::size_t>(m_options.repeat);
    execution.warmsUntilSettled = m_options.settles;
    execution.seed = m_options.seed;
    execution.facts = m_document.inputFacts();
    request.operators = m_document.builtins().ops.declared().files();
    return request;
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
    if (m_isPeeking) {
        Q_EMIT peeked(layerPeekFrom(*result.document));
        Q_EMIT stateChanged();
    } else {
        takeProfile(result);
    }
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

void ProfileRunner::takeFailure(quint64 request, const QString &message)
{
    // Only the search for devices has another number, when no run is under way.
    if (request == m_request || !isRunning()) {
        m_request = 0;
        fail(coreMessage(message));
    }
}

void ProfileRunner::fail(const QString &message)
{
    m_live.reset();
    m_failure = std::exchange(m_isForeign, false) ? QString() : message;
    Q_EMIT stateChanged();
}

} // namespace nervure
