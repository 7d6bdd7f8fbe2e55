// SPDX-License-Identifier: Apache-2.0
// Subcommands that use devices run in a child: streams, codes and signals are as if there were none.
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <csignal>

using namespace nervure::tests;

namespace {

const QByteArray slowModel = R"json({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "conv2d", "name": "c", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"channels": "16", "kernel_size": "(3, 3)", "padding": "(1, 1)",
               "use_bias": "False"}},
    {"op": "relu", "name": "y", "inputs": [[2, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})json";

/// How a program ended that was sent signals.
struct Ended {
    int exitCode = -1;
    QProcess::ExitStatus status = QProcess::CrashExit;
    QByteArray out;
    QByteArray err;
};

} // namespace

class TstDeviceProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theChildHasTheStreams();
    void wrongUsageKeepsItsCode();
    void aProfileThatIsStoppedTellsItsRuns_data();
    void aProfileThatIsStoppedTellsItsRuns();
    void aProfileThatIsStoppedTwiceEnds();
    void otherCommandsEndByTheSignal();

private:
    [[nodiscard]] QStringList profile(const char *repeat) const
    {
        return {s("profile"),  m_model,        s("--shape"),  s("x=1,16,64,64"),
                s("--device"), s("reference"), s("--repeat"), s(repeat)};
    }
    [[nodiscard]] static Ended endedBySignals(const QStringList &arguments,
                                              const std::vector<int> &signals, int after);

    QTemporaryDir m_folder;
    QString m_model;
};

void TstDeviceProcess::initTestCase()
{
    m_model = m_folder.filePath(s("slow.json"));
    QFile file(m_model);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(slowModel);
}

Ended TstDeviceProcess::endedBySignals(const QStringList &arguments,
                                       const std::vector<int> &signals, int after)
{
    QProcess process;
    process.start(QString::fromStdString(program("nervure-cli").string()), arguments);
    if (!process.waitForStarted()) {
        return {};
    }
    for (const int signal : signals) {
        if (process.waitForFinished(after)) {
            break;
        }
        ::kill(static_cast<pid_t>(process.processId()), signal);
    }
    if (!process.waitForFinished(60'000)) {
        return {};
    }
    return {process.exitCode(), process.exitStatus(), process.readAllStandardOutput(),
            process.readAllStandardError()};
}

void TstDeviceProcess::theChildHasTheStreams()
{
    const CliResult result =
        runCli({s("run"), s("-"), s("--shape"), s("x=1,16,4,4"), s("--device"), s("reference")},
               slowModel);
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.contains("float32 "), result.out.constData());
    QVERIFY(result.err.contains("values are given for"));
}

void TstDeviceProcess::wrongUsageKeepsItsCode()
{
    NERVURE_VERIFY_EXIT(runCli({s("run")}), 2, "FILE");
    NERVURE_VERIFY_EXIT(runCli({s("run"), s("/no/such/file.json")}), 1, "/no/such/file.json");
    QCOMPARE(runCli({s("profile"), s("--help")}).exitCode, 0);
}

void TstDeviceProcess::aProfileThatIsStoppedTellsItsRuns_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("interrupt") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
}

void TstDeviceProcess::aProfileThatIsStoppedTellsItsRuns()
{
    QFETCH(int, signal);
    const Ended ended =
        endedBySignals(profile("100000") + QStringList{s("--json")}, {signal}, 4000);
    QVERIFY2(ended.status == QProcess::NormalExit, ended.err.constData());
    QCOMPARE(ended.exitCode, 130);
    const auto json = nlohmann::json::parse(ended.out.toStdString(), nullptr, false);
    QVERIFY2(json.is_object(), ended.err.constData());
    QVERIFY(json["stopped"] == true);
    QVERIFY(json["repeat"] >= 1);
    QVERIFY(json["layers"].size() >= 1);
    QVERIFY(json["layers"][0]["ms"]["median"] > 0);
    QVERIFY(json["unprofiled_wall_ms"]["median"] > 0);
    const Ended told = endedBySignals(profile("100000"), {signal}, 4000);
    QVERIFY2(told.out.contains("stopped: the table is of "), told.out.constData());
}

void TstDeviceProcess::aProfileThatIsStoppedTwiceEnds()
{
    QElapsedTimer time;
    time.start();
    QProcess process;
    const Ended ended = endedBySignals(profile("100000"), {SIGINT, SIGINT}, 1500);
    QVERIFY(time.elapsed() < 30'000);
    // Where the first has already ended it, that is as well.
    QVERIFY(ended.status == QProcess::CrashExit || ended.exitCode == 130);
}

void TstDeviceProcess::otherCommandsEndByTheSignal()
{
    QStringList arguments = profile("1");
    arguments[0] = s("peek");
    arguments.removeLast();
    arguments.removeLast();
    arguments[3] = s("x=64,16,256,256");
    const Ended ended = endedBySignals(QStringList{s("run")} + arguments.mid(1), {SIGTERM}, 1000);
    QCOMPARE(ended.status, QProcess::CrashExit);
    QVERIFY(ended.out.isEmpty());
}

NERVURE_TEST(TstDeviceProcess)
#include "tst_device_process.moc"
