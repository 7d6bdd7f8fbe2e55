// SPDX-License-Identifier: Apache-2.0
#include "app/program/single_instance.h"
#include "tests/support/test_class.h"

#include <QLocalSocket>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QUuid>

#include <atomic>

using namespace nervure;

class TstSingleInstance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theFirstFindsNobody();
    void theSecondHandsItsFilesOver();
    void garbageIsNotTakenForFiles();

private:
    QString m_name;
};

void TstSingleInstance::init()
{
    m_name = QStringLiteral("nervure-test-") + QUuid::createUuid().toString(QUuid::Id128);
}

void TstSingleInstance::theFirstFindsNobody()
{
    SingleInstance first(m_name);
    QVERIFY(!first.handOver({QStringLiteral("/a.json")}));
    QVERIFY(first.listen());
}

void TstSingleInstance::theSecondHandsItsFilesOver()
{
    SingleInstance first(m_name);
    QVERIFY(first.listen());
    QSignalSpy received(&first, &SingleInstance::filesReceived);
    const QStringList files{QStringLiteral("/a b.json"), QStringLiteral("/数.json")};
    std::atomic<bool> isHandedOver = false;
    const std::unique_ptr<QThread> other(QThread::create([&] {
        SingleInstance second(m_name);
        isHandedOver = second.handOver(files);
    }));
    other->start();
    QTRY_COMPARE(received.count(), 1);
    QCOMPARE(received.first().first().toStringList(), files);
    QTRY_VERIFY(isHandedOver);
    QVERIFY(other->wait());
}

void TstSingleInstance::garbageIsNotTakenForFiles()
{
    SingleInstance first(m_name);
    QVERIFY(first.listen());
    QSignalSpy received(&first, &SingleInstance::filesReceived);
    QLocalSocket socket;
    socket.connectToServer(m_name);
    QVERIFY(socket.waitForConnected());
    socket.write(QByteArray(100, '\x7f'));
    QVERIFY(socket.waitForBytesWritten());
    socket.disconnectFromServer();
    // A well-behaved start that follows is still served.
    const std::unique_ptr<QThread> other(QThread::create([this] {
        SingleInstance second(m_name);
        (void)second.handOver({});
    }));
    other->start();
    QTRY_COMPARE(received.count(), 1);
    QVERIFY(received.first().first().toStringList().isEmpty());
    QVERIFY(other->wait());
}

NERVURE_TEST(TstSingleInstance)
#include "tst_single_instance.moc"
