// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/profile_runner.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/format.h"

#include <QJsonArray>

#include <algorithm>

namespace nervure {

namespace {

QJsonObject shapesOf(const InputFacts &facts)
{
    QJsonObject shapes;
    for (const auto &[name, shape] : facts.shapes) {
        QJsonArray dimensions;
        for (const std::int64_t dimension : shape) {
            dimensions.append(static_cast<qint64>(dimension));
        }
        shapes.insert(toQString(name), dimensions);
    }
    return shapes;
}

QJsonObject typesOf(const InputFacts &facts)
{
    QJsonObject types;
    for (const auto &[name, dtype] : facts.dtypes) {
        types.insert(toQString(name), toQString(dtypeName(dtype)));
    }
    return types;
}

/// The model's text as the worker reads it: canonical, in the document's own format.
Result<std::string> textOf(const GraphDocument &document)
{
    const Builtins &builtins = document.builtins();
    const FormatSpec *format = builtins.formats.find(document.formatName());
    if (format == nullptr || !format->write) {
        format = builtins.formats.find(dialectName(document.graph().dialect()));
    }
    if (format == nullptr || !format->write) {
        return makeError("format-unwritable", "no format can carry this model to the worker");
    }
    Diagnostics ignored;
    return format->write(document.graph(), {builtins.ops, document.semantics(), {}}, ignored);
}

struct StageName {
    const char *stage;
    const char *text;
};

/// The stages that profileModel() reports.
constexpr StageName stageNames[]{
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

ProfileRunner::ProfileRunner(GraphDocument &document, WorkerProcess &worker, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_worker(worker)
{
    connect(&worker, &WorkerProcess::devicesChanged, this, &ProfileRunner::chooseDevice);
    connect(&worker, &WorkerProcess::finished, this, &ProfileRunner::takeResult);
    connect(&worker, &WorkerProcess::failed, this,
            [this](quint64 request, const QString &message) { takeFailure(request, message); });
    connect(&worker, &WorkerProcess::progressed, this,
            [this](quint64 request, double fraction, const QString &stage) {
                if (request == m_request) {
                    m_fraction = fraction;
                    m_stage = stageText(stage);
                    Q_EMIT stateChanged();
                }
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

QString ProfileRunner::notice() const
{
    const QList<WorkerDevice> &devices = m_worker.devices();
    const auto isReference = [](const WorkerDevice &d) { return d.id == u"reference"; };
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
    if (isRunning()) {
        return;
    }
    const Result<std::string> text = textOf(m_document);
    if (!text) {
        fail(toQString(text.error().message));
        return;
    }
    m_failure.clear();
    m_printed.clear();
    m_stage.clear();
    m_fraction = -1;
    m_revision = m_document.revision();
    m_request = m_worker.request(QStringLiteral("profile"), requestMembers(),
                                 QByteArray::fromStdString(*text));
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
        m_worker.cancel();
        Q_EMIT stateChanged();
    }
}

void ProfileRunner::chooseDevice()
{
    const QList<WorkerDevice> &devices = m_worker.devices();
    const auto isChosen = [this](const WorkerDevice &d) { return d.id == m_options.device; };
    if (!devices.isEmpty() && std::none_of(devices.begin(), devices.end(), isChosen)) {
        // A real device before the reference, which is slow on purpose.
        const auto real = std::find_if(devices.begin(), devices.end(),
                                       [](const WorkerDevice &d) { return d.id != u"reference"; });
        m_options.device = real == devices.end() ? devices.first().id : real->id;
    }
    m_failure.clear();
    Q_EMIT optionsChanged();
    Q_EMIT stateChanged();
}

QJsonObject ProfileRunner::requestMembers() const
{
    return {{QStringLiteral("device"), m_options.device},
            {QStringLiteral("mode"), m_options.mode},
            {QStringLiteral("pipeline"),
             m_options.isUnfused ? QStringLiteral("none") : QStringLiteral("device")},
            {QStringLiteral("algorithm"),
             m_options.isDirectOnly ? QStringLiteral("direct") : QStringLiteral("auto")},
            {QStringLiteral("half_arithmetic"), m_options.computesInHalf},
            {QStringLiteral("warmup"), m_options.warmup},
            {QStringLiteral("repeat"), m_options.repeat},
            {QStringLiteral("fallback"), m_options.fallsBack},
            {QStringLiteral("semantics"), toQString(semanticsName(m_document.semantics()))},
            {QStringLiteral("shapes"), shapesOf(m_document.inputFacts())},
            {QStringLiteral("dtypes"), typesOf(m_document.inputFacts())}};
}

void ProfileRunner::takeResult(quint64 request, const QJsonObject &result)
{
    if (request != m_request || request == 0) {
        return;
    }
    m_request = 0;
    std::optional<RunProfile> profile = parseRunProfile(result);
    if (!profile) {
        fail(tr("The worker's answer is no profile."));
        return;
    }
    m_printed = result[u"printed"].toString();
    profile->revision = m_revision;
    m_document.setProfile(std::move(profile));
    Q_EMIT stateChanged();
    Q_EMIT finished();
}

void ProfileRunner::takeFailure(quint64 request, const QString &message)
{
    // Only the search for devices has another number, when no run is under way.
    if (request == m_request || m_request == 0) {
        m_request = 0;
        fail(message);
    }
}

void ProfileRunner::fail(const QString &message)
{
    m_failure = message;
    Q_EMIT stateChanged();
}

} // namespace nervure
