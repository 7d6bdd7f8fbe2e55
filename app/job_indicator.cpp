// SPDX-License-Identifier: Apache-2.0
#include "app/job_indicator.h"

#include "widgets/jobs/job_runner.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

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
    m_stop->setIcon(QIcon(QStringLiteral(":/nervure/icons/close.svg")));
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

void JobIndicator::showJobs()
{
    const QList<JobInfo> jobs = m_jobs.jobs();
    setVisible(!jobs.isEmpty());
    if (jobs.isEmpty()) {
        m_shown = 0;
        return;
    }
    const JobInfo &job = jobs.first();
    m_shown = job.id;
    QString title = job.title;
    if (jobs.size() > 1) {
        title = tr("%1 (+%n more)", nullptr, static_cast<int>(jobs.size()) - 1).arg(title);
    }
    m_title->setText(title);
    m_title->setToolTip(job.stage);
    const bool isKnown = job.fraction >= 0;
    m_bar->setRange(0, isKnown ? barSteps : 0);
    m_bar->setValue(isKnown ? static_cast<int>(job.fraction * barSteps) : 0);
}

void JobIndicator::stopShown()
{
    m_jobs.cancel(m_shown);
}

} // namespace nervure
