// SPDX-License-Identifier: Apache-2.0
#include "app/window/job_indicator.h"
#include "tests/support/test_class.h"
#include "widgets/jobs/job_runner.h"

#include <QProgressBar>
#include <QSemaphore>
#include <QTest>
#include <QToolButton>

using namespace nervure;

class TstJobIndicator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsHiddenUntilSomethingRuns();
    void stopEndsTheShownJob();
};

void TstJobIndicator::itIsHiddenUntilSomethingRuns()
{
    JobRunner jobs;
    JobIndicator indicator(jobs);
    QVERIFY(indicator.isHidden());
    QSemaphore hold;
    jobs.start(
        {QStringLiteral("Counting"), {}}, this,
        [&hold](const JobControl &control) {
            control.report(0.5, "half");
            hold.acquire();
            return 1;
        },
        [](int) {});
    QTRY_VERIFY(!indicator.isHidden());
    const auto *bar = indicator.findChild<QProgressBar *>();
    QTRY_COMPARE(bar->value(), 500);
    hold.release();
    QTRY_VERIFY(indicator.isHidden());
}

void TstJobIndicator::stopEndsTheShownJob()
{
    JobRunner jobs;
    JobIndicator indicator(jobs);
    indicator.show();
    bool isDelivered = false;
    jobs.start(
        {QStringLiteral("Counting"), {}}, this,
        [](const JobControl &control) {
            while (!control.cancel.isCanceled()) {
                QThread::yieldCurrentThread();
            }
            return 1;
        },
        [&isDelivered](int) { isDelivered = true; });
    QTRY_VERIFY(!indicator.isHidden());
    QTest::mouseClick(indicator.findChild<QToolButton *>(), Qt::LeftButton);
    QTRY_VERIFY(jobs.jobs().isEmpty());
    QVERIFY(!isDelivered);
}

NERVURE_GUI_TEST(TstJobIndicator)
#include "tst_job_indicator.moc"
