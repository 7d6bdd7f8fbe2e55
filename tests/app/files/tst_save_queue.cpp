// SPDX-License-Identifier: Apache-2.0
#include "app/files/save_queue.h"
#include "tests/support/test_class.h"

#include <QSignalSpy>
#include <QStringList>
#include <QTest>

using namespace nervure;

class TstSaveQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savesBeginOneAfterTheOther();
    void aLaterSaveToTheSameFileTakesItsPlace();
    void stoppingDropsThoseThatWait();

private:
    SaveQueue::Save note(const char *what)
    {
        return [this, what] { m_begun << QLatin1StringView(what); };
    }

    QStringList m_begun;
};

void TstSaveQueue::savesBeginOneAfterTheOther()
{
    m_begun.clear();
    SaveQueue queue;
    const QSignalSpy ended(&queue, &SaveQueue::ended);
    queue.start({}, note("own"));
    queue.start(QStringLiteral("/a"), note("a"));
    queue.start(QStringLiteral("/b"), note("b"));
    QCOMPARE(m_begun, QStringList{QStringLiteral("own")});
    queue.end(SaveQueue::End::Saved);
    queue.end(SaveQueue::End::Failed);
    QCOMPARE(m_begun.join(u' '), QStringLiteral("own a b"));
    QVERIFY(queue.isBusy());
    QCOMPARE(ended.count(), 0);
    queue.end(SaveQueue::End::Saved);
    QVERIFY(!queue.isBusy());
    QCOMPARE(ended.count(), 1);
}

void TstSaveQueue::aLaterSaveToTheSameFileTakesItsPlace()
{
    m_begun.clear();
    SaveQueue queue;
    queue.start({}, note("first"));
    queue.start({}, note("second"));
    queue.start(QStringLiteral("/a"), note("a"));
    queue.start({}, note("third"));
    for (int i = 0; i < 3; ++i) {
        queue.end(SaveQueue::End::Saved);
    }
    QCOMPARE(m_begun.join(u' '), QStringLiteral("first third a"));
    QVERIFY(!queue.isBusy());
}

void TstSaveQueue::stoppingDropsThoseThatWait()
{
    m_begun.clear();
    SaveQueue queue;
    const QSignalSpy ended(&queue, &SaveQueue::ended);
    queue.start({}, note("own"));
    queue.start(QStringLiteral("/a"), note("a"));
    queue.end(SaveQueue::End::Stopped);
    QCOMPARE(m_begun, QStringList{QStringLiteral("own")});
    QCOMPARE(queue.lastEnd(), SaveQueue::End::Stopped);
    QCOMPARE(ended.count(), 1);
}

NERVURE_TEST(TstSaveQueue)
#include "tst_save_queue.moc"
