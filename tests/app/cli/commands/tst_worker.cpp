// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace nervure::tests;

namespace {

/// y = relu(x).
const QByteArray workerModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

/// The other side of the worker's pipes.
class Client {
public:
    Client()
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QString::fromStdString(program("nervure-cli").string()),
                        {QStringLiteral("worker")});
        m_process.waitForStarted();
    }
    ~Client()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    void send(const QByteArray &line, const QByteArray &bytes = {})
    {
        m_process.write(line + '\n' + bytes);
        m_process.waitForBytesWritten();
    }
    /// A job on the model with x of `elements` elements, repeated so often that it can be stopped.
    void start(int id, const QByteArray &command, qint64 elements, int repeat)
    {
        const QJsonObject shapes{{s("x"), QJsonArray{elements}}};
        const QJsonObject request{{s("id"), id},
                                  {s("command"), QString::fromUtf8(command)},
                                  {s("device"), s("reference")},
                                  {s("repeat"), repeat},
                                  {s("shapes"), shapes},
                                  {s("bytes"), workerModel.size()}};
        send(QJsonDocument(request).toJson(QJsonDocument::Compact), workerModel);
    }
    /// The next line but for those that say that the worker lives; empty when it has ended or takes longer than a
    /// minute.
    QJsonObject next()
    {
        QJsonObject line;
        do {
            while (!m_process.canReadLine()) {
                if (!m_process.waitForReadyRead(60000)) {
                    return {};
                }
            }
            line = QJsonDocument::fromJson(m_process.readLine()).object();
        } while (line.contains(s("alive")));
        return line;
    }
    /// The next line that is not progress.
    QJsonObject answer()
    {
        QJsonObject line = next();
        while (line.contains(s("progress"))) {
            line = next();
        }
        return line;
    }
    /// The stages that are reported until the next line that is not progress.
    QStringList stages()
    {
        QStringList all;
        for (QJsonObject line = next(); line.contains(s("progress")); line = next()) {
            all.append(line.value(s("stage")).toString());
        }
        return all;
    }
    /// Exactly so many bytes.
    QByteArray bytes(qint64 count)
    {
        while (m_process.bytesAvailable() < count && m_process.waitForReadyRead(60000)) {
        }
        return m_process.read(count);
    }

    QProcess m_process;
};

QString errorCode(const QJsonObject &answer)
{
    return answer.value(s("error")).toObject().value(s("code")).toString();
}

} // namespace

class TstWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void devicesAreListed();
    void traitsOfADeviceAreTold();
    void aProfileComesAfterItsProgress();
    void modelsStayPreparedForEachBinding();
    void tensorsTravelBothWays();
    void badRequestsAreSurvived_data();
    void badRequestsAreSurvived();
    void anOddIdIsToldBack();
    void aRefusedRequestsBytesAreSkipped();
    void cancelStopsTheJob();
    void aKilledWorkerIsNoticed();
    void theEndOfTheInputEndsTheWorker();
};

void TstWorker::devicesAreListed()
{
    Client client;
    client.send(R"({"id":1,"command":"devices"})");
    const QJsonObject answer = client.answer();
    QCOMPARE(answer.value(s("id")).toInt(), 1);
    QVERIFY(!answer.value(s("result")).toObject().value(s("devices")).toArray().isEmpty());
}

void TstWorker::traitsOfADeviceAreTold()
{
    Client client;
    client.send(R"({"id":1,"command":"traits","device":"reference"})");
    const QJsonObject told = client.answer();
    QVERIFY(told[u"result"][u"traits"].toString().contains(s("device_class")));
    client.send(R"({"id":2,"command":"traits","device":"no such device"})");
    QVERIFY(client.answer()[u"error"][u"message"].toString().contains(s("no such device")));
}

void TstWorker::aProfileComesAfterItsProgress()
{
    Client client;
    client.start(5, "profile", 8, 2);
    QVERIFY(client.next().contains(s("progress")));
    const QJsonObject answer = client.answer();
    QCOMPARE(answer.value(s("id")).toInt(), 5);
    const QJsonObject result = answer.value(s("result")).toObject();
    QCOMPARE(result.value(s("layers")).toArray().size(), 1);
    QVERIFY(result.value(s("diagnostics")).isArray());
}

void TstWorker::modelsStayPreparedForEachBinding()
{
    Client client;
    const auto isPrepared = [&](qint64 elements, int repeat) {
        client.start(1, "profile", elements, repeat);
        return client.stages().contains(s("compiling"));
    };
    QVERIFY(isPrepared(5, 2));
    QVERIFY(isPrepared(7, 2));
    QVERIFY(!isPrepared(5, 3));
    QVERIFY(!isPrepared(7, 3));
}

void TstWorker::tensorsTravelBothWays()
{
    Client client;
    const std::array<float, 2> values{-3, 4};
    const QByteArray bytes(reinterpret_cast<const char *>(values.data()), sizeof values);
    const QByteArray line =
        R"({"id":2,"command":"run","device":"reference","bytes":)"
        + QByteArray::number(workerModel.size())
        + R"(,"tensors":[{"name":"x","dtype":"float32","shape":[2],"bytes":8}]})";
    client.send(line, workerModel + bytes);
    const QJsonObject answer = client.answer();
    const QJsonObject tensor = answer.value(s("tensors")).toArray().first().toObject();
    QCOMPARE(tensor.value(s("name")).toString(), s("y"));
    const QByteArray out = client.bytes(tensor.value(s("bytes")).toInteger());
    QCOMPARE(out.size(), 8);
    std::array<float, 2> results{};
    memcpy(results.data(), out.constData(), 8);
    QCOMPARE(results[0], 0.0F);
    QCOMPARE(results[1], 4.0F);
}

void TstWorker::badRequestsAreSurvived_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("no object") << QByteArray("[1]");
    QTest::newRow("no id") << QByteArray(R"({"command":"devices"})");
    QTest::newRow("no command") << QByteArray(R"({"id":3})");
    QTest::newRow("unknown command") << QByteArray(R"({"id":3,"command":"dance"})");
    QTest::newRow("wrong types") << QByteArray(R"({"id":3,"command":7})");
    QTest::newRow("negative repeat") << QByteArray(R"({"id":3,"command":"run","repeat":-1})");
    QTest::newRow("unknown algorithm") << QByteArray(R"({"id":3,"command":"run","algorithm":"a"})");
    QTest::newRow("half is a number")
        << QByteArray(R"({"id":3,"command":"run","half_arithmetic":1})");
    QTest::newRow("no model") << QByteArray(R"({"id":3,"command":"run"})");
    QTest::newRow("bad model") << QByteArray(R"({"id":3,"command":"run","graph":"{]"})");
    QTest::newRow("bad tensor") << QByteArray(
        R"({"id":3,"command":"run","tensors":[{"name":"x","bytes":8}]})");
    QTest::newRow("not UTF-8") << QByteArray("{\"id\":3,\"command\":\"\xff\"}");
}

void TstWorker::badRequestsAreSurvived()
{
    QFETCH(QByteArray, line);
    Client client;
    client.send(line);
    const QJsonObject refused = client.answer();
    QVERIFY(!errorCode(refused).isEmpty());
    client.start(4, "run", 2, 1);
    QCOMPARE(client.answer().value(s("id")).toInt(), 4);
}

void TstWorker::anOddIdIsToldBack()
{
    Client client;
    client.send(R"({"id":"seven","command":"devices"})");
    const QJsonObject refused = client.answer();
    QCOMPARE(errorCode(refused), s("bad-request"));
    QVERIFY(refused[s("id")].isNull());
    const QString message = refused[s("error")][s("message")].toString();
    QVERIFY2(message.contains(s("found \"seven\", expected a whole number")), qPrintable(message));
}

void TstWorker::aRefusedRequestsBytesAreSkipped()
{
    Client client;
    client.send(R"({"id":1,"command":"run","mode":"wrong","bytes":20})",
                "{\"id\":9,\"command\":\"a");
    QCOMPARE(errorCode(client.answer()), s("bad-request"));
    client.start(2, "profile", 2, 1);
    QCOMPARE(client.answer().value(s("id")).toInt(), 2);
}

void TstWorker::cancelStopsTheJob()
{
    Client client;
    client.start(7, "profile", 1 << 20, 100000);
    QVERIFY(client.next().contains(s("progress")));
    client.send(R"({"cancel":7})");
    const QJsonObject answer = client.answer();
    QCOMPARE(answer.value(s("id")).toInt(), 7);
    QCOMPARE(errorCode(answer), s("cancelled"));
    client.start(8, "run", 2, 1);
    QVERIFY(client.answer().contains(s("result")));
}

void TstWorker::aKilledWorkerIsNoticed()
{
    Client client;
    client.start(1, "profile", 1 << 20, 100000);
    QVERIFY(client.next().contains(s("progress")));
    client.m_process.kill();
    QVERIFY(client.m_process.waitForFinished());
    QCOMPARE(client.m_process.exitStatus(), QProcess::CrashExit);
    QVERIFY(client.answer().isEmpty());
    Client second;
    second.start(1, "run", 2, 1);
    QVERIFY(second.answer().contains(s("result")));
}

void TstWorker::theEndOfTheInputEndsTheWorker()
{
    Client client;
    client.start(1, "profile", 1 << 20, 100000);
    QVERIFY(client.next().contains(s("progress")));
    client.m_process.closeWriteChannel();
    QVERIFY(client.m_process.waitForFinished(60000));
    QCOMPARE(client.m_process.exitCode(), 0);
}

NERVURE_TEST(TstWorker)
#include "tst_worker.moc"
