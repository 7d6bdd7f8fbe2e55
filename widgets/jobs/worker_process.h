// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/worker_answer.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace nervure {

struct WorkerRequest;

/// A device as `devices` lists it.
struct WorkerDevice {
    QString id;       ///< what --device takes: "0.0" or "reference"
    QString label;    ///< short, for buttons: "PoCL"
    QString name;     ///< as the driver calls it
    QString platform; ///< "Portable Computing Language"
    QString version;  ///< "OpenCL 3.0 PoCL HSTR: …"
    QString machine;  ///< another one, as people call it: "gpu1"; empty: this one
};

/// The machine of a device by its id: "gpu1"; empty for one of this machine.
[[nodiscard]] QString machineOf(const std::string &device);

/// What people call the device: PoCL names its devices after the processor.
[[nodiscard]] QString deviceLabel(const WorkerDevice &device);

/// The window's hands on devices: `nervure-cli worker` in another process, so that a driver that
/// hangs or crashes takes only the worker with it (this process never loads an ICD). Started on
/// first use, and again on the next use after it died. One request at a time: a new one waits for
/// nothing but is refused while another runs. The protocol is core/engine/worker.h.
class WorkerProcess : public QObject {
    Q_OBJECT

public:
    /// `program` is nervure-cli; empty means the one beside this application.
    explicit WorkerProcess(QString program = {}, QObject *parent = nullptr);
    ~WorkerProcess() override;

    /// The command that does device work, as a shell would split it ("ssh host nervure-cli worker");
    /// empty means the program of the constructor. Ends the worker that runs.
    void setCommand(const QString &command);

    /// Asks for the devices of this machine, or those of another ("ssh:HOST"), which are added to the others;
    /// `devicesChanged` or `failed` follows. Returns the number of the request; 0 when one is under way.
    quint64 requestDevices(const QString &machine = {});
    [[nodiscard]] const QList<WorkerDevice> &devices() const { return m_devices; }
    /// Why OpenCL gave no devices; empty when nothing was wrong (there may be none all the same).
    [[nodiscard]] const QString &deviceFault() const { return m_deviceFault; }

    /// Whether a request is that of requestDevices().
    [[nodiscard]] bool isDeviceSearch(quint64 request) const { return request == m_devicesRequest; }

    /// Sends a request ("profile", "traits") under a number of its own; `finished` or `failed` follows
    /// with the returned number. 0 when a request is under way. `bytes` are its workerRequestBytes(),
    /// which jobs make beforehand where they are many.
    quint64 request(WorkerRequest request, const QByteArray &bytes = {});
    /// Stops the request under way: what it has done until then comes as its result. The worker is waited for as long
    /// as it says that it lives and works; one that says nothing, hangs, or is stopped a second time is killed.
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_current != 0; }
    /// What the worker said last of itself, of the request under way; nothing before it did.
    [[nodiscard]] const std::optional<WorkerBeat> &beat() const { return m_beat; }
    /// For tests and for the log; 0 when none runs.
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

Q_SIGNALS:
    void devicesChanged();
    /// Kernels of a device are chosen by other measurements from now on.
    void tuned();
    void busyChanged();
    /// `fraction` is negative when unknown.
    void progressed(quint64 request, double fraction, const QString &stage);
    /// The worker said again what it takes: beat().
    void lived(quint64 request);
    /// Runs of a profile that ended so far.
    void runsMeasured(quint64 request, const nervure::LiveRuns &runs);
    void finished(quint64 request, const nervure::WorkerResult &result);
    /// `message` is one sentence. `died` says that the worker itself ended. `code` is that of the
    /// worker's finding; empty where it made none.
    void failed(quint64 request, const QString &message, bool died, const QString &code);

private:
    bool ensureStarted();
    quint64 send(WorkerRequest request, const QByteArray &bytes);
    void readLines();
    void handleAnswer(const WorkerAnswer &answer);
    void setDevices(const WorkerResult &result);
    void addDevice(const DeviceInfo &info);
    void processEnded();
    void settle();
    void takeBeat(const WorkerBeat &beat);
    void waitForObedience();

    QString m_program;
    QStringList m_command; ///< instead of `m_program worker`, when not empty
    QProcess m_process;
    QByteArray m_buffer;
    QList<WorkerDevice> m_devices;
    QString m_deviceFault;
    quint64 m_lastId = 0;
    quint64 m_current = 0;        ///< the request under way
    quint64 m_devicesRequest = 0; ///< the one whose result is the list of devices
    quint64 m_tuneRequest = 0;    ///< the last one that tuned
    bool m_canceling = false;
    QTimer m_patience;        ///< runs while the worker is to obey
    QElapsedTimer m_canceled; ///< since it was asked to
    QElapsedTimer m_heard;    ///< since the worker said anything
    QElapsedTimer m_idle;     ///< since it was seen to use the processor
    std::optional<WorkerBeat> m_beat;
};

} // namespace nervure
