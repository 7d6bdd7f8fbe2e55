// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/jobs/job_runner.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace nervure;

class TstJobRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void workIsElsewhereAndTheResultIsHere()
    {
        JobRunner jobs;
        QThread *worked = nullptr;
        int result = 0;
        jobs.start(
            {QStringLiteral("Adding"), {}}, this,
            [&worked](const JobControl &) {
                worked = QThread::currentThread();
                return 42;
            },
            [&result](int value) { result = value; });
        QCOMPARE(jobs.jobs().size(), 1);
        QTRY_COMPARE(result, 42);
        QVERIFY(worked != QThread::currentThread());
        QVERIFY(jobs.jobs().isEmpty());
    }

    void theLatestOfAKeyWins()
    {
        JobRunner jobs;
        QList<int> results;
        for (int i = 0; i < 5; ++i) {
            jobs.start(
                {{}, QStringLiteral("layout")}, this,
                [i](const JobControl &control) {
                    while (i < 4 && !control.cancel.isCanceled()) {
                        QThread::yieldCurrentThread();
                    }
                    return i;
                },
                [&results](int value) { results.append(value); });
        }
        QTRY_COMPARE(results, QList<int>{4});
        QVERIFY(jobs.jobs().isEmpty());
    }

    void aCanceledJobDeliversNothing()
    {
        JobRunner jobs;
        std::atomic<bool> hasEnded = false;
        bool isDelivered = false;
        const quint64 id = jobs.start(
            {QStringLiteral("Waiting"), {}}, this,
            [&hasEnded](const JobControl &control) {
                while (!control.cancel.isCanceled()) {
                    QThread::yieldCurrentThread();
                }
                hasEnded = true;
                return 0;
            },
            [&isDelivered](int) { isDelivered = true; });
        QSignalSpy ended(&jobs, &JobRunner::jobEnded);
        jobs.cancel(id);
        QCOMPARE(ended.count(), 1);
        QTRY_VERIFY(hasEnded);
        QCoreApplication::processEvents();
        QVERIFY(!isDelivered);
    }

    void whatMustNotBeForgottenIsDeliveredAllTheSame()
    {
        JobRunner jobs;
        QString result;
        const quint64 id = jobs.start(
            {QStringLiteral("Writing"), {}, true}, this,
            [](const JobControl &control) {
                while (!control.cancel.isCanceled()) {
                    QThread::yieldCurrentThread();
                }
                return QStringLiteral("stopped");
            },
            [&result](const QString &text) { result = text; });
        jobs.cancel(id);
        QVERIFY(jobs.isRunning(id));
        QTRY_COMPARE(result, QStringLiteral("stopped"));
        QVERIFY(!jobs.isRunning(id));
    }

    void progressArrives()
    {
        JobRunner jobs;
        std::atomic<bool> isSeen = false;
        bool isDone = false;
        connect(&jobs, &JobRunner::jobsChanged, this, [&] {
            if (!jobs.jobs().isEmpty() && jobs.jobs().first().fraction == 0.5) {
                QCOMPARE(jobs.jobs().first().stage, QStringLiteral("half"));
                isSeen = true;
            }
        });
        jobs.start(
            {QStringLiteral("Halving"), {}}, this,
            [&isSeen](const JobControl &control) {
                control.report(0.5, "half");
                while (!isSeen && !control.cancel.isCanceled()) {
                    QThread::yieldCurrentThread();
                }
                return 0;
            },
            [&isDone](int) { isDone = true; });
        QTRY_VERIFY(isDone);
        QVERIFY(isSeen);
    }

    void aReceiverThatIsGoneGetsNothing()
    {
        JobRunner jobs;
        auto receiver = std::make_unique<QObject>();
        std::atomic<bool> mayEnd = false;
        bool isDelivered = false;
        jobs.start(
            {}, receiver.get(),
            [&mayEnd](const JobControl &) {
                while (!mayEnd) {
                    QThread::yieldCurrentThread();
                }
                return 0;
            },
            [&isDelivered](int) { isDelivered = true; });
        receiver.reset();
        mayEnd = true;
        QTRY_VERIFY(jobs.jobs().isEmpty());
        QVERIFY(!isDelivered);
    }

    void destructionStopsWhatRuns()
    {
        std::atomic<bool> wasStopped = false;
        {
            JobRunner jobs;
            std::atomic<bool> hasBegun = false;
            jobs.start(
                {}, this,
                [&](const JobControl &control) {
                    hasBegun = true;
                    while (!control.cancel.isCanceled()) {
                        QThread::yieldCurrentThread();
                    }
                    wasStopped = true;
                    return 0;
                },
                [](int) {});
            QTRY_VERIFY(hasBegun);
        }
        QVERIFY(wasStopped);
    }
};

NERVURE_TEST(TstJobRunner)
#include "tst_job_runner.moc"
