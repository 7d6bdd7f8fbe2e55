// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/worker_process.h"

#include "core/engine/remote/remote_place.h"
#include "core/engine/worker_request.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QTimer>

namespace nervure {

namespace {

/// How long a worker may take to end when it is killed.
constexpr int endMs = 800;
/// How often a worker that is to obey is looked at.
constexpr int lookMs = 500;
/// A worker that lives says so each second; one that is silent for so long does not, however busy the machine.
constexpr qint64 deadMs = 6000;
/// The same of one that never said so.
constexpr qint64 muteMs = 4000;
/// A job that says nothing and does nothing for so long waits for a driver that hangs.
constexpr qint64 hungMs = 5000;
/// A job that says nothing for so long although it computes is in a kernel that does not end.
constexpr double lostMs = 30000;
/// Of the processor's time, what a process that waits takes at most.
constexpr double idlePart = 0.02;
/// Whoever asks a second time does not want to wait; a double click is no second time.
constexpr qint64 insistMs = 1000;

QString defaultProgram()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("nervure-cli"));
}

} // namespace

QString machineOf(const std::string &device)
{
    const auto place = parseRemotePlace(device);
    return place ? toQString(place->host) : QString();
}

QString deviceLabel(const WorkerDevice &device)
{
    QString label = device.name;
    if (device.id.endsWith(u"reference")) {
        label = WorkerProcess::tr("Reference");
    } else if (device.version.contains(u"pocl", Qt::CaseInsensitive)
               || device.platform == u"Portable Computing Language") {
        label = QStringLiteral("PoCL");
    }
    return device.machine.isEmpty() ? label
                                    : WorkerProcess::tr("%1 on %2").arg(label, device.machine);
}

WorkerProcess::WorkerProcess(QString program, QObject *parent)
    : QObject(parent),
      m_program(program.isEmpty() ? defaultProgram() : std::move(program))
{
    m_patience.setInterval(lookMs);
    connect(&m_patience, &QTimer::timeout, this, &WorkerProcess::waitForObedience);
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.setStandardErrorFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &WorkerProcess::readLines);
    connect(&m_process, &QProcess::finished, this, &WorkerProcess::processEnded);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            processEnded();
        }
    });
}

WorkerProcess::~WorkerProcess()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(endMs);
    }
}

bool WorkerProcess::ensureStarted()
{
    if (m_process.state() == QProcess::NotRunning) {
        m_buffer.clear();
        if (m_command.isEmpty()) {
            m_process.start(m_program, {QStringLiteral("worker")});
        } else {
            m_process.start(m_command.first(), m_command.mid(1));
        }
    }
    return m_process.state() != QProcess::NotRunning;
}

void WorkerProcess::setCommand(const QString &command)
{
    const QStringList parts = QProcess::splitCommand(command);
    if (parts == m_command) {
        return;
    }
    m_command = parts;
    m_devices.clear();
    m_canceling = true; // what is under way was stopped, it did not die
    m_process.kill();
    m_process.waitForFinished(endMs);
    Q_EMIT devicesChanged();
}

quint64 WorkerProcess::requestDevices(const QString &machine)
{
    if (m_current != 0) {
        return 0;
    }
    WorkerRequest request;
    request.command = "devices";
    request.execution.device = machine.toStdString();
    return m_devicesRequest = send(std::move(request), {});
}

quint64 WorkerProcess::request(WorkerRequest request, const QByteArray &bytes)
{
    return m_current == 0 ? send(std::move(request), bytes) : 0;
}

quint64 WorkerProcess::send(WorkerRequest request, const QByteArray &bytes)
{
    const quint64 id = ++m_lastId;
    m_current = id;
    m_canceling = false;
    m_beat.reset();
    m_heard.start();
    m_idle.start();
    Q_EMIT busyChanged();
    if (!ensureStarted()) {
        return id; // errorOccurred has told, or tells
    }
    request.id = id;
    m_tuneRequest = request.command == "tune" ? id : m_tuneRequest;
    m_process.write(QByteArray::fromStdString(workerRequestLine(request)));
    m_process.write(bytes.isEmpty() ? QByteArray::fromStdString(workerRequestBytes(request))
                                    : bytes);
    return id;
}

void WorkerProcess::cancel()
{
    if (m_current == 0) {
        return;
    }
    if (m_canceling) {
        if (m_canceled.elapsed() >= insistMs) {
            m_process.kill();
        }
        return;
    }
    m_canceling = true;
    m_canceled.start();
    m_patience.start();
    m_process.write(QByteArray::fromStdString(workerCancelText(m_current)));
}

/// It was asked to stop, and has not yet answered.
void WorkerProcess::waitForObedience()
{
    if (m_current == 0 || !m_canceling) {
        m_patience.stop();
        return;
    }
    const qint64 asked = m_canceled.elapsed();
    const auto lasts = [asked](const QElapsedTimer &timer, qint64 ms) {
        return asked >= ms && timer.elapsed() >= ms;
    };
    const bool isSilent = m_beat && m_beat->silenceMs >= static_cast<double>(hungMs);
    const bool isDead = lasts(m_heard, m_beat ? deadMs : muteMs);
    const bool isHung = isSilent && lasts(m_idle, hungMs);
    const bool isLost = m_beat && m_beat->silenceMs >= lostMs && asked >= hungMs;
    if (isDead || isHung || isLost) {
        m_process.kill();
    }
}

void WorkerProcess::takeBeat(const WorkerBeat &beat)
{
    const double ms = m_beat ? beat.processorMs - m_beat->processorMs : 0;
    constexpr double beatMs = 1000;
    if (!m_beat || ms > idlePart * beatMs) {
        m_idle.start();
    }
    m_beat = beat;
    Q_EMIT lived(m_current);
}

void WorkerProcess::readLines()
{
    m_buffer += m_process.readAllStandardOutput();
    qsizetype end = 0;
    while ((end = m_buffer.indexOf('\n')) >= 0) {
        const QByteArray line = m_buffer.left(end);
        m_buffer.remove(0, end + 1);
        if (const auto answer = readWorkerAnswer(line.toStdString())) {
            handleAnswer(*answer);
        }
    }
}

void WorkerProcess::handleAnswer(const WorkerAnswer &answer)
{
    const quint64 id = answer.id.value_or(0);
    if (id == 0 || id != m_current) {
        return;
    }
    m_heard.start();
    if (const auto *beat = std::get_if<WorkerBeat>(&answer.content)) {
        takeBeat(*beat);
        return;
    }
    if (const auto *progress = std::get_if<WorkerProgress>(&answer.content)) {
        if (progress->runs) {
            Q_EMIT runsMeasured(id, *progress->runs);
        }
        Q_EMIT progressed(id, progress->fraction, toQString(progress->stage));
        return;
    }
    settle();
    if (const auto *failure = std::get_if<WorkerFailure>(&answer.content)) {
        const bool isCanceled = failure->error.code == "cancelled";
        Q_EMIT failed(id,
                      isCanceled ? tr("The run was stopped.") : toQString(failure->error.message),
                      false, toQString(failure->error.code));
        return;
    }
    const auto &result = std::get<WorkerResult>(answer.content);
    if (id == m_devicesRequest) {
        setDevices(result);
    }
    if (id == m_tuneRequest) {
        Q_EMIT tuned();
    }
    Q_EMIT finished(id, result);
}

/// What was known of that machine is replaced; those of others stay.
void WorkerProcess::setDevices(const WorkerResult &result)
{
    const QString machine =
        result.devices.empty() ? QString() : machineOf(result.devices.front().id);
    m_devices.removeIf(
        [&machine](const WorkerDevice &device) { return device.machine == machine; });
    for (const DeviceInfo &info : result.devices) {
        addDevice(info);
    }
    m_deviceFault =
        result.diagnostics.empty() ? QString() : toQString(result.diagnostics.front().message);
    Q_EMIT devicesChanged();
}

void WorkerProcess::addDevice(const DeviceInfo &info)
{
    WorkerDevice device{toQString(info.id),      {},
                        toQString(info.name),    toQString(info.platform),
                        toQString(info.version), machineOf(info.id)};
    device.label = deviceLabel(device);
    for (WorkerDevice &other : m_devices) {
        if (other.label == device.label) {
            device.label = QStringLiteral("%1 (%2)").arg(device.label, device.id);
        }
    }
    m_devices.append(device);
}

void WorkerProcess::processEnded()
{
    if (m_current == 0) {
        return;
    }
    const quint64 id = m_current;
    const bool wanted = m_canceling;
    const bool neverStarted = m_process.error() == QProcess::FailedToStart;
    settle();
    if (neverStarted) {
        Q_EMIT failed(id,
                      tr("The worker %1 could not be started.")
                          .arg(m_command.isEmpty() ? m_program : m_command.first()),
                      true, {});
    } else if (wanted) {
        Q_EMIT failed(id, tr("The run was stopped."), false, {});
    } else {
        Q_EMIT failed(id,
                      tr("The worker process ended during the run; the next run starts a new one."),
                      true, {});
    }
}

void WorkerProcess::settle()
{
    m_current = 0;
    m_canceling = false;
    m_patience.stop();
    Q_EMIT busyChanged();
}

} // namespace nervure
