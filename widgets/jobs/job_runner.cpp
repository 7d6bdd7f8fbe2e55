// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/job_runner.h"

#include "widgets/text/format.h"

#include <QElapsedTimer>
#include <QRunnable>

#include <algorithm>
#include <atomic>
#include <sys/resource.h>

namespace nervure {

namespace {
/// Jobs get a thirtieth of a core that the window's thread needs as well. At 5 they got a quarter, in
/// slices of 4 ms, and the event loop's longest gap while a large file opens was twice as long.
constexpr int jobNiceness = 15;
constexpr qint64 progressIntervalMs = 50;
/// Layout, live inference, the comparison of planners and a search go on at the same time.
constexpr int fewestThreads = 4;

/// A function for the thread pool, which orders what threads hand to each other: its queue, and that
/// one waits for it. The thread sanitizer cannot see into Qt, so an atomic number says it once more.
class Task : public QRunnable {
public:
    explicit Task(std::function<void()> function) : m_function(std::move(function)) { give(); }
    void run() override
    {
        // Of this thread alone: the window's is not to wait for jobs where cores are few.
        ::setpriority(PRIO_PROCESS, 0, jobNiceness);
        take();
        m_function();
        m_function = {};
        give();
    }
    /// What was done before a give() is seen after a take().
    static void give() { s_given.fetch_add(1, std::memory_order_acq_rel); }
    static void take() { static_cast<void>(s_given.load(std::memory_order_acquire)); }

private:
    static inline std::atomic<unsigned> s_given{0};
    std::function<void()> m_function;
};

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
    Task::take();
}

quint64 JobRunner::startJob(const JobSpec &spec, QObject *receiver, Work work)
{
    cancelKey(spec.key);
    const quint64 id = ++m_lastId;
    const CancelToken token;
    m_running.insert(id, {{id, spec.title, -1, {}}, spec, token, receiver});
    JobControl control = controlOf(id, token);
    m_pool.start(new Task([this, id, work = std::move(work), control = std::move(control)] {
        Completion completion = work(control);
        post([this, id, completion = std::move(completion)] { finished(id, completion); });
    }));
    Q_EMIT jobsChanged();
    return id;
}

void JobRunner::cancelKey(const QString &key)
{
    const QList<quint64> ids = key.isEmpty() ? QList<quint64>() : m_running.keys();
    for (const quint64 other : ids) {
        if (m_running[other].spec.key == key) {
            cancel(other);
        }
    }
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
        post([this, id, fraction, text = toQString(stage)] { progressed(id, fraction, text); });
    };
    return control;
}

void JobRunner::post(Completion completion)
{
    {
        const std::lock_guard lock(m_postedMutex);
        m_posted.push_back(std::move(completion));
    }
    QMetaObject::invokeMethod(this, "runPosted", Qt::QueuedConnection);
}

void JobRunner::runPosted()
{
    Completion completion;
    {
        const std::lock_guard lock(m_postedMutex);
        completion = std::move(m_posted.front());
        m_posted.pop_front();
    }
    completion();
}

void JobRunner::cancel(quint64 id)
{
    const auto it = m_running.find(id);
    if (it == m_running.end()) {
        return;
    }
    it->cancel.cancel();
    if (it->spec.deliversAlways) {
        return;
    }
    m_running.erase(it);
    Q_EMIT jobEnded(id);
    Q_EMIT jobsChanged();
}

bool JobRunner::isRunning(const QString &key) const
{
    return std::any_of(m_running.begin(), m_running.end(),
                       [&key](const Running &job) { return job.spec.key == key; });
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

void JobRunner::finished(quint64 id, const Completion &completion)
{
    const auto it = m_running.find(id);
    if (it == m_running.end()) {
        return;
    }
    const QPointer<QObject> receiver = it->receiver;
    m_running.erase(it);
    if (receiver) {
        completion();
    }
    Q_EMIT jobEnded(id);
    Q_EMIT jobsChanged();
}

} // namespace nervure
