// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace nervure {

class JobRunner;
class WorkerProcess;

/// The background jobs in the status bar: what the oldest one is doing, how far it is, how many
/// wait beside it, and a button that stops it. Hidden while there are none.
class JobIndicator : public QWidget {
    Q_OBJECT

public:
    /// `jobs` must outlive this.
    explicit JobIndicator(JobRunner &jobs, QWidget *parent = nullptr);

    /// Also shows what the device does while no job runs. `worker` must outlive this.
    void watch(WorkerProcess &worker);

private:
    void showJobs();
    void showWorker(double fraction, const QString &stage);
    void stopShown();
    void setProgress(double fraction);

    JobRunner &m_jobs;
    WorkerProcess *m_worker = nullptr;
    QLabel *m_title;
    QProgressBar *m_bar;
    QToolButton *m_stop;
    quint64 m_shown = 0;
};

} // namespace nervure
