// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace nervure {

/// What a background job is called and how it relates to others.
struct JobSpec {
    QString title; ///< for the status bar: "Laying out"
    QString key;   ///< a new job of the same key cancels and replaces the old one; may be empty
    /// Stopping only asks it to end, and what it did all the same is delivered: for what must not be
    /// forgotten, such as writing a file.
    bool deliversAlways = false;
};

/// A job that is under way, as it is shown.
struct JobInfo {
    quint64 id = 0;
    QString title;
    double fraction = -1; ///< negative: unknown
    QString stage;
};

/// Runs core work on other threads and hands results back on the UI thread. A job that was
/// canceled, replaced by a later one of its key, or whose receiver is gone delivers nothing.
/// Destruction cancels everything and waits.
class JobRunner : public QObject {
    Q_OBJECT

public:
    explicit JobRunner(QObject *parent = nullptr);
    ~JobRunner() override;

    /// Runs `work(control)` on another thread, then `done(result)` on this one. `work` must hold
    /// copies or snapshots of what it needs. Returns the job's id.
    template <typename Work, typename Done>
    quint64 start(const JobSpec &spec, QObject *receiver, Work work, Done done)
    {
        using Value = std::invoke_result_t<Work, const JobControl &>;
        return startJob(
            spec, receiver,
            [work = std::move(work), done = std::move(done)](const JobControl &control) {
                auto value = std::make_shared<Value>(work(control));
                return Completion([value, done] { done(std::move(*value)); });
            });
    }

    /// As start(), but small work is done here and now, so that nothing flickers.
    template <typename Work, typename Done>
    void startOrDo(bool isSmall, const JobSpec &spec, QObject *receiver, Work work, Done done)
    {
        if (isSmall) {
            cancelKey(spec.key);
            done(work(JobControl()));
        } else {
            start(spec, receiver, std::move(work), std::move(done));
        }
    }

    /// Stops the job; its result is dropped, see JobSpec. Nothing happens if it has ended.
    void cancel(quint64 id);
    void cancelAll();
    [[nodiscard]] bool isRunning(quint64 id) const { return m_running.contains(id); }
    /// Whether the job of that key is under way.
    [[nodiscard]] bool isRunning(const QString &key) const;
    /// Those under way, oldest first.
    [[nodiscard]] QList<JobInfo> jobs() const;

Q_SIGNALS:
    /// A job started, went on or ended.
    void jobsChanged();
    void jobEnded(quint64 id);

private:
    using Completion = std::function<void()>;
    using Work = std::function<Completion(const JobControl &)>;
    struct Running {
        JobInfo info;
        JobSpec spec;
        CancelToken cancel;
        QPointer<QObject> receiver;
    };

    /// Stops the job of that key, if there is one.
    void cancelKey(const QString &key);
    quint64 startJob(const JobSpec &spec, QObject *receiver, Work work);
    JobControl controlOf(quint64 id, const CancelToken &cancel);
    void progressed(quint64 id, double fraction, const QString &stage);
    void finished(quint64 id, const Completion &completion);
    /// From any thread: has it called on this one, soon and in order.
    void post(Completion completion);
    Q_INVOKABLE void runPosted();

    std::mutex m_postedMutex;
    std::deque<Completion> m_posted;
    QThreadPool m_pool;
    QHash<quint64, Running> m_running;
    quint64 m_lastId = 0;
};

} // namespace nervure
