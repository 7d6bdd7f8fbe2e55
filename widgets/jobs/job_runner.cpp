// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/job_runner.h"

#include "widgets/text/format.h"

#include <QElapsedTimer>

#include <algorithm>

namespace nervure {

namespace {
constexpr qint64 progressIntervalMs = 50;
constexpr int fewestThreads = 2;
} // namespace

JobRunner::JobRunner(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(std::max(fewestThreads, QThread::idealThreadCount()));
}

JobRunner::~JobRunner()
{
    for (const Running &job : std::as_const(m_running)) {
        job.cancel.cancel();
    }
    m_pool.clear();
    m_pool.waitForDone();
}

quint64 JobRunner::startJob(const JobSpec &spec, QObject *receiver, Work work)
{
    if (!spec.key.isEmpty()) {
        const QList<quint64> ids = m_running.keys();
        for (const quint64 other : ids) {
            if (m_running[other].key == spec.key) {
                cancel(other);
            }
        }
    }
    const quint64 id = ++m_lastId;
    const CancelToken token;
    m_running.insert(id, {{id, spec.title, -1, {}}, spec.key, token, receiver});
    JobControl control = controlOf(id, token);
    m_pool.start([this, id, work = std::move(work), control = std::move(control)] {
        Delivery delivery = work(control);
        QMetaObject::invokeMethod(
            this, [this, id, delivery = std::move(delivery)] { finished(id, delivery); },
            Qt::QueuedConnection);
    });
    Q_EMIT jobsChanged();
    return id;
}

JobControl JobRunner::controlOf(quint64 id, const CancelToken &cancel)
{
    auto clock = std::make_shared<QElapsedTimer>();
    JobControl control;
    control.cancel = cancel;
    // Loops report often; the UI thread hears of it now and then.
    control.progress = [this, id, clock](double fraction, std::string_view stage) {
        if (clock->isValid() && clock->elapsed() < progressIntervalMs) {
            return;
        }
        clock->start();
        QMetaObject::invokeMethod(
            this, [this, id, fraction, text = toQString(stage)] { progressed(id, fraction, text); },
            Qt::QueuedConnection);
    };
    return control;
}

void JobRunner::cancel(quint64 id)
{
    const auto it = m_running.find(id);
    if (it == m_running.end()) {
        return;
    }
    it->cancel.cancel();
    m_running.erase(it);
    Q_EMIT jobEnded(id);
    Q_EMIT jobsChanged();
}

void JobRunner::cancelAll()
{
    const QList<quint64> ids = m_running.keys();
    for (const quint64 id : ids) {
        cancel(id);
    }
}

QList<JobInfo> JobRunner::jobs() const
{
    QList<JobInfo> result;
    for (const Running &job : m_running) {
        result.append(job.info);
    }
    std::sort(result.begin(), result.end(),
              [](const JobInfo &a, const JobInfo &b) { return a.id < b.id; });
    return result;
}

void JobRunner::progressed(quint64 id, double fraction, const QString &stage)
{
    const auto it = m_running.find(id);
    if (it == m_running.end()) {
        return;
    }
    it->info.fraction = fraction;
    it->info.stage = stage;
    Q_EMIT jobsChanged();
}

void JobRunner::finished(quint64 id, const Delivery &delivery)
{
    const auto it = m_running.find(id);
    if (it == m_running.end()) {
        return;
    }
    const QPointer<QObject> receiver = it->receiver;
    m_running.erase(it);
    if (receiver) {
        delivery();
    }
    Q_EMIT jobEnded(id);
    Q_EMIT jobsChanged();
}

} // namespace nervure
