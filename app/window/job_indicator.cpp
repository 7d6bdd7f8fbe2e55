// SPDX-License-Identifier: Apache-2.0
#include "app/window/job_indicator.h"

#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/style/tinted_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace nervure {

namespace {

constexpr int barWidth = 120;
constexpr int barSteps = 1000;

} // namespace

JobIndicator::JobIndicator(JobRunner &jobs, QWidget *parent)
    : QWidget(parent),
      m_jobs(jobs),
      m_title(new QLabel(this)),
      m_bar(new QProgressBar(this)),
      m_stop(new QToolButton(this))
{
    setObjectName(QStringLiteral("status-jobs"));
    m_bar->setFixedWidth(barWidth);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_stop->setAutoRaise(true);
    m_stop->setObjectName(QStringLiteral("status-stop"));
    m_stop->setIcon(tintedIcon(QStringLiteral("close")));
    m_stop->setToolTip(tr("Stop"));
    m_stop->setAccessibleName(tr("Stop"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_bar);
    layout->addWidget(m_stop);
    connect(m_stop, &QToolButton::clicked, this, &JobIndicator::stopShown);
    connect(&m_jobs, &JobRunner::jobsChanged, this, &JobIndicator::showJobs);
    showJobs();
}

void JobIndicator::watch(WorkerProcess &worker)
{
    m_worker = &worker;
    connect(&worker, &WorkerProcess::busyChanged, this, &JobIndicator::showJobs);
    connect(
        &worker, &WorkerProcess::progressed, this,
        [this](quint64, double fraction, const QString &stage) { showWorker(fraction, stage); });
    showJobs();
}

void JobIndicator::showJobs()
{
    const QList<JobInfo> jobs = m_jobs.jobs();
    const bool isDeviceBusy = m_worker != nullptr && m_worker->isBusy();
    setVisible(isDeviceBusy || !jobs.isEmpty());
    if (jobs.isEmpty()) {
        m_shown = 0;
        showWorker(-1, {});
        return;
    }
    const JobInfo &job = jobs.first();
    m_shown = job.id;
    QString title = job.title;
    const int more = static_cast<int>(jobs.size()) - 1 + (isDeviceBusy ? 1 : 0);
    if (more > 0) {
        title = tr("%1 (+%n more)", nullptr, more).arg(title);
    }
    m_title->setText(title);
    m_title->setToolTip(job.stage);
    setProgress(job.fraction);
}

void JobIndicator::showWorker(double fraction, const QString &stage)
{
    if (m_shown == 0) {
        m_title->setText(stage.isEmpty() ? tr("Working on the device") : stage);
        m_title->setToolTip({});
        // A bar that moves to and fro is painted all the time: the device that is measured may be this processor.
        setProgress(std::max(fraction, 0.0));
    }
}

void JobIndicator::setProgress(double fraction)
{
    const bool isKnown = fraction >= 0;
    m_bar->setRange(0, isKnown ? barSteps : 0);
    m_bar->setValue(isKnown ? static_cast<int>(fraction * barSteps) : 0);
}

void JobIndicator::stopShown()
{
    if (m_shown != 0) {
        m_jobs.cancel(m_shown);
    } else if (m_worker != nullptr) {
        m_worker->cancel();
    }
}

} // namespace nervure
