// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QTest>

using namespace nervure::tests;

namespace {

/// relu(x) + w.
const QByteArray remoteModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]},
    {"op": "elemwise_add", "name": "z", "inputs": [[2, 0, 0], [1, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})";

QStringList onDevice(const char *command, const QString &device)
{
    return {s(command), s("-"),        s("--shape"), s("x=2,3"), s("--input"),
            s("w=0.5"), s("--device"), device,       s("--json")};
}

QJsonObject messageOf(const CliResult &result)
{
    return result.json().value(QStringLiteral("diagnostics")).toArray().last().toObject();
}

} // namespace

class TstRemoteSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aMachinesDevicesAreListedWithItsName();
    void aRunThereGivesWhatOneHereGives();
    void aProfileTellsTheWayApart();
    void comparedSidesMayBeElsewhere();
    void faultsThereAreToldAsHere();
    void whatIsNotThereIsOneLine_data();
    void whatIsNotThereIsOneLine();
    void plansStayThere();
    void kernelsAreTunedThere();
    void aCutConnectionIsAFinding();

private:
    SshServer m_server;
};

void TstRemoteSoak::initTestCase()
{
    NERVURE_NEED_SSHD(m_server);
    qputenv("NERVURE_SSH", m_server.command());
}

void TstRemoteSoak::aMachinesDevicesAreListedWithItsName()
{
    const CliResult result =
        runCli({s("devices"), s("--device"), SshServer::device(QString()), s("--json")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject last =
        result.json().value(QStringLiteral("devices")).toArray().last().toObject();
    QCOMPARE(last.value(QStringLiteral("id")).toString(), SshServer::device(s("reference")));
    QCOMPARE(last.value(QStringLiteral("host")).toString(), s("here"));
    const CliResult one = runCli({s("devices"), s("--measure"), s("--device"),
                                  SshServer::device(s("reference")), s("--json")});
    QVERIFY2(one.exitCode == 0, one.err.constData());
    QCOMPARE(one.json().value(s("devices")).toArray().size(), 1);
}

void TstRemoteSoak::aRunThereGivesWhatOneHereGives()
{
    const CliResult here = runCli(onDevice("run", s("reference")), remoteModel);
    const CliResult there = runCli(onDevice("run", SshServer::device(s("reference"))), remoteModel);
    QVERIFY2(there.exitCode == 0, there.err.constData());
    for (const char *member : {"outputs", "model", "options", "device", "version"}) {
        QCOMPARE(there.json().value(s(member)), here.json().value(s(member)));
    }
    QVERIFY(!here.json().contains(s("wire")));
}

void TstRemoteSoak::aProfileTellsTheWayApart()
{
    const QStringList there =
        onDevice("profile", SshServer::device(s("reference"))) + QStringList{s("--repeat"), s("2")};
    const QJsonObject profile = runCli(there, remoteModel).json();
    QStringList here = there;
    here.replace(here.indexOf(SshServer::device(s("reference"))), s("reference"));
    const QJsonArray layers = profile.value(s("layers")).toArray();
    const QJsonArray expected = runCli(here, remoteModel).json().value(s("layers")).toArray();
    QCOMPARE(layers.size(), expected.size());
    for (const char *member : {"node", "node_id", "nodes", "node_ids", "op", "flops"}) {
        QCOMPARE(layers.first().toObject().value(s(member)),
                 expected.first().toObject().value(s(member)));
    }
    const QJsonObject wire = profile.value(s("wire")).toObject();
    QCOMPARE(wire.value(s("host")).toString(), s("here"));
    QVERIFY(wire.value(s("sent_bytes")).toInt() > remoteModel.size());
    QVERIFY(wire.value(s("received_bytes")).toInt() > 1000);
    QStringList table = there;
    table.removeAll(s("--json"));
    const CliResult people = runCli(table, remoteModel);
    QVERIFY2(people.out.contains("reference on here, "), people.out.constData());
    QVERIFY2(people.out.contains("the way to here, in none of these times: "),
             people.out.constData());
}

void TstRemoteSoak::comparedSidesMayBeElsewhere()
{
    const QString model =
        QString::fromStdString((sourceFolder() / "resources/samples/mlp.json").string());
    const CliResult result =
        runCli({s("compare"), model, model, s("--numeric"), s("--device"), s("reference"),
                s("--device"), SshServer::device(s("reference")), s("--shape"), s("data=1,1,2,2")});
    QVERIFY2(result.exitCode == 0, (result.out + result.err).constData());
    QVERIFY(result.out.contains("same"));
}

void TstRemoteSoak::faultsThereAreToldAsHere()
{
    const CliResult nameless =
        runCli(onDevice("run", SshServer::device(s("no such device"))), remoteModel);
    NERVURE_VERIFY_EXIT(nameless, 2, "'no such device'");
    QVERIFY2(nameless.err.contains("on here: "), nameless.err.constData());
    const QString device = SshServer::device(s("reference"));
    const CliResult shapeless =
        runCli({s("run"), s("-"), s("--device"), device, s("--params"), s("none")}, remoteModel);
    NERVURE_VERIFY_EXIT(shapeless, 1, "shape");
}

void TstRemoteSoak::whatIsNotThereIsOneLine_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("words");

    QTest::newRow("host") << s("ssh:nowhere.invalid/0.0") << 3
                          << QByteArray("the machine cannot be reached: nowhere.invalid: ");
    QTest::newRow("program") << s("ssh:here=/no/such/nervure-cli/") << 3
                             << QByteArray("the machine does not find nervure-cli: here: ");
    QTest::newRow("another program")
        << s("ssh:here=/bin/echo/") << 3 << QByteArray("the machine cannot be reached: here: ");
    QTest::newRow("option") << s("ssh:-oProxyCommand=touch/0.0") << 2
                            << QByteArray("does not begin with -");
    QTest::newRow("command") << s("ssh:here;ls/0.0") << 2 << QByteArray("names no machine");
    QTest::newRow("no host") << s("ssh:/0.0") << 2 << QByteArray("names no machine");
    QTest::newRow("no name") << s("ssh:here=nervure-cli") << 2 << QByteArray("names no program");
}

void TstRemoteSoak::whatIsNotThereIsOneLine()
{
    QFETCH(const QString, device);
    QFETCH(const int, exitCode);
    QFETCH(const QByteArray, words);
    const CliResult result = runCli({s("devices"), s("--device"), device});
    NERVURE_VERIFY_EXIT(result, exitCode, words);
    QCOMPARE(result.err.count('\n'), 1);
}

void TstRemoteSoak::plansStayThere()
{
    const QStringList profile = onDevice("profile", SshServer::device(s("reference")));
    NERVURE_VERIFY_EXIT(runCli(profile + QStringList{s("--dump-plan"), s("-")}, remoteModel), 2,
                        "devices of this machine");
}

void TstRemoteSoak::kernelsAreTunedThere()
{
    const CliResult result =
        runCli({s("tune"), s("-"), s("--shape"), s("x=2,3"), s("--device"),
                SshServer::device(s("pocl")), s("--repeat"), s("1"), s("--dry-run")},
               remoteModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2((result.out + result.err).contains("here"), result.out.constData());
}

/// Wherever it is cut, from the first handshake to the last byte of the result, there is one line and nothing waits.
void TstRemoteSoak::aCutConnectionIsAFinding()
{
    const QStringList there = onDevice("profile", SshServer::device(s("reference")))
                              + QStringList{s("--repeat"), s("60")};
    constexpr qint64 wholeWay = 40'000;
    QRandomGenerator random(37);
    std::size_t cut = 0;
    for (std::size_t i = 0; i < soakCount(100); ++i) {
        const qint64 bytes = random.bounded(wholeWay);
        m_server.cutAfter(bytes);
        const CliResult result = runCli(there, remoteModel);
        const QByteArray told = QByteArray::number(bytes) + ": " + result.err;
        QVERIFY2(result.exitCode == 0 || result.exitCode == 3, told.constData());
        if (result.exitCode == 3) {
            ++cut;
            QVERIFY2(result.err.count('\n') == 1, told.constData());
            const QString code = messageOf(result).value(s("code")).toString();
            QVERIFY2(code == s("device-connection") || code == s("device-unreachable"),
                     told.constData());
        }
    }
    QVERIFY(cut > 0);
    m_server.cutAfter(-1);
    const CliResult whole = runCli(there, remoteModel);
    QVERIFY2(whole.exitCode == 0, whole.err.constData());
}

NERVURE_TEST(TstRemoteSoak)
#include "tst_remote_soak.moc"
