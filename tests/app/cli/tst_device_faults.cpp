// SPDX-License-Identifier: Apache-2.0
// What people are told, and what still works, when an OpenCL driver misbehaves: nervure-cli with the
// driver of tests/opencl_faults in front of the real one.
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// relu(x) + x, then a dense layer.
const QByteArray faultModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]},
    {"op": "elemwise_add", "name": "z", "inputs": [[1, 0, 0], [0, 0, 0]]},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "5", "use_bias": "False"},
     "inputs": [[2, 0, 0], [3, 0, 0]]}],
    "arg_nodes": [0, 3], "node_row_ptr": [0, 1, 2, 3, 4, 5], "heads": [[4, 0, 0]]})";

QStringList run(const QStringList &options)
{
    return QStringList{s("run"), s("-"), s("--shape"), s("x=2,3")} + options;
}

/// The library that the machine's own ICD file names first.
QByteArray realDriver()
{
    QFile file(s("/etc/OpenCL/vendors/pocl.icd"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

} // namespace

class TstDeviceFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutAFaultTheDriverIsTheRealOne();
    void noDriverAtAllIsOneClearLine();
    void aDriverThatCrashesWhenListedIsNamed();
    void aDriverThatHangsWhenListedIsNamed();
    void aProgramThatDoesNotCompileShowsItsLog();
    void thatOperatorFallsBackIfAsked();
    void memoryThatIsNotThereIsToldByBuffer();
    void memoryThatIsMissedLateIsToldToo();
    void aDeviceThatGoesAwayIsTold();
    void aDriverThatAbortsIsOneLine_data();
    void aDriverThatAbortsIsOneLine();
    void aDriverThatAbortsWhileItPreparesIsOneLine_data();
    void aDriverThatAbortsWhileItPreparesIsOneLine();
    void aSlowDeviceIsMeasuredSoon();
    void aDeviceWithoutTimesIsTimedByTheHost();
    void memoryIsGivenBackInTheOrderThatDriversBear();
    void aWorkersDeviceComesBack();
    void aWorkerWithAHangingKernelEndsWithItsInput();

private:
    void setFault(const char *fault, const char *at = "0");
    void forgetCeilings() const;
    /// Lets `worker` answer until a result or an error comes; empty when none does.
    QJsonObject answerOf(QProcess &worker);
    static void ask(QProcess &worker, int id);

    QTemporaryDir m_folder;
    QString m_marked;
    bool m_isReady = false;
};

void TstDeviceFaults::initTestCase()
{
    const QByteArray library =
        QByteArray::fromStdString(program("tests/libnervure_faults.so").string());
    QFile icd(m_folder.filePath(s("faults.icd")));
    QVERIFY(icd.open(QIODevice::WriteOnly));
    icd.write(library + '\n');
    icd.close();
    m_marked = m_folder.filePath(s("met"));
    m_isReady = !realDriver().isEmpty() && QFile::exists(QString::fromUtf8(library));
    qputenv("NERVURE_FAULT_DRIVER", realDriver());
    qputenv("NERVURE_FAULT_MARK", m_marked.toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder.filePath(s("cache")).toUtf8());
}

void TstDeviceFaults::init()
{
    NERVURE_NEED_OPENCL(m_isReady);
    qputenv("OCL_ICD_VENDORS", m_folder.path().toUtf8());
    QFile::remove(m_marked);
    // Programs that were kept would not be compiled: a file where their folder would be.
    const QDir folder(m_folder.filePath(s("cache/nervure")));
    QVERIFY(folder.mkpath(s(".")));
    QFile file(folder.filePath(s("programs")));
    QVERIFY(file.open(QIODevice::WriteOnly));
}

/// What the device can do at best is measured again by the next process.
void TstDeviceFaults::forgetCeilings() const
{
    QDir folder(m_folder.filePath(s("cache/nervure")));
    for (const QString &name : folder.entryList({s("ceilings-*.json")}, QDir::Files)) {
        QVERIFY(folder.remove(name));
    }
}

void TstDeviceFaults::cleanup()
{
    for (const char *name : {"NERVURE_FAULT", "NERVURE_FAULT_AT", "NERVURE_FAULT_FOR",
                             "NERVURE_FAULT_TEXT", "OCL_ICD_VENDORS"}) {
        qunsetenv(name);
    }
}

void TstDeviceFaults::setFault(const char *fault, const char *at)
{
    qputenv("NERVURE_FAULT", fault);
    qputenv("NERVURE_FAULT_AT", at);
}

void TstDeviceFaults::withoutAFaultTheDriverIsTheRealOne()
{
    const CliResult result = runCli(run({s("--device"), s("0.0"), s("--json")}), faultModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(!QFile::exists(m_marked));
}

void TstDeviceFaults::noDriverAtAllIsOneClearLine()
{
    QTemporaryDir empty;
    qputenv("OCL_ICD_VENDORS", empty.path().toUtf8());
    const CliResult device = runCli(run({s("--device"), s("pocl")}), faultModel);
    QCOMPARE(device.exitCode, 3);
    QCOMPARE(device.err.count('\n'), 1);
    QVERIFY2(device.err.contains("no OpenCL device was found"), device.err.constData());
    const CliResult list = runCli({s("devices"), s("--json")});
    QCOMPARE(list.exitCode, 0);
    QCOMPARE(list.json().value(s("devices")).toArray().size(), 1);
    QCOMPARE(runCli(run({s("--device"), s("reference")}), faultModel).exitCode, 0);
}

void TstDeviceFaults::aDriverThatCrashesWhenListedIsNamed()
{
    setFault("crash");
    for (const QStringList &arguments : {QStringList{s("devices")}, run({})}) {
        const CliResult result = runCli(arguments, faultModel);
        QCOMPARE(result.exitCode, 3);
        QVERIFY(QFile::exists(m_marked));
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY2(result.err.contains("faults.icd crashes"), result.err.constData());
    }
    const CliResult json = runCli({s("devices"), s("--json")});
    QCOMPARE(json.exitCode, 3);
    QCOMPARE(json.json()[s("diagnostics")][0][s("code")].toString(), s("device-driver"));
    QCOMPARE(runCli(run({s("--device"), s("reference")}), faultModel).exitCode, 0);
}

void TstDeviceFaults::aDriverThatHangsWhenListedIsNamed()
{
    setFault("stuck");
    QElapsedTimer time;
    time.start();
    QProcess worker;
    worker.start(QString::fromStdString(program("nervure-cli").string()), {s("worker")});
    ask(worker, 1);
    const QJsonObject error = answerOf(worker)[s("error")].toObject();
    QVERIFY(QFile::exists(m_marked));
    QCOMPARE(error[s("code")].toString(), s("device-driver"));
    const QString message = error[s("message")].toString();
    QVERIFY2(message.contains(s("faults.icd does not answer within")), qPrintable(message));
    QVERIFY(time.elapsed() < 40'000);
    // The process that hung is gone: nothing is left of the worker either.
    worker.closeWriteChannel();
    QVERIFY(worker.waitForFinished(20'000));
    QCOMPARE(worker.exitCode(), 0);
}

void TstDeviceFaults::aProgramThatDoesNotCompileShowsItsLog()
{
    setFault("build");
    qputenv("NERVURE_FAULT_TEXT", "void dense");
    const CliResult result = runCli(run({s("--device"), s("0.0")}), faultModel);
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("this compiler does not like the program"),
             result.err.constData());
    QVERIFY(result.err.contains("dense"));
}

void TstDeviceFaults::thatOperatorFallsBackIfAsked()
{
    const QStringList arguments = run({s("--device"), s("0.0"), s("--json")});
    const QJsonObject expected = runCli(arguments, faultModel).json();
    cleanup();
    init();
    setFault("build");
    qputenv("NERVURE_FAULT_TEXT", "void dense");
    const CliResult result = runCli(arguments + QStringList{s("--fallback")}, faultModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonArray actual = result.json()[s("outputs")][0][s("data")].toArray();
    const QJsonArray wanted = expected[s("outputs")][0][s("data")].toArray();
    QCOMPARE(actual.size(), wanted.size());
    for (int i = 0; i < actual.size(); ++i) {
        QVERIFY(qAbs(actual[i].toDouble() - wanted[i].toDouble()) < 1e-4);
    }
    QStringList codes;
    for (const QJsonValue &diagnostic : result.json()[s("diagnostics")].toArray()) {
        codes.append(diagnostic[s("code")].toString());
    }
    QVERIFY2(codes.contains(s("device-fallback")), qPrintable(codes.join(u' ')));
    const QStringList profile{s("profile"),  s("-"),   s("--shape"),    s("x=2,3"),
                              s("--device"), s("0.0"), s("--fallback"), s("--json")};
    QStringList roles;
    for (const QJsonValue &layer : runCli(profile, faultModel).json()[s("layers")].toArray()) {
        roles.append(layer[s("role")].toString());
    }
    QVERIFY(roles.contains(s("host_fallback")));
    QVERIFY(roles.contains(s("compute")));
}

void TstDeviceFaults::memoryThatIsNotThereIsToldByBuffer()
{
    setFault("memory", "40");
    const CliResult result = runCli(run({s("--device"), s("0.0")}), faultModel);
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("no memory for buffer"), result.err.constData());
    QVERIFY(result.err.contains("the largest of the model are"));
    QVERIFY(result.err.contains("'w' of 60 B"));
    QVERIFY(result.err.contains("smaller batch"));
}

void TstDeviceFaults::memoryThatIsMissedLateIsToldToo()
{
    setFault("starve", "1");
    const CliResult result = runCli(run({s("--device"), s("0.0")}), faultModel);
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("no memory to run kernel 'dense' of 'fc'"),
             result.err.constData());
    QVERIFY(result.err.contains("smaller batch"));
}

void TstDeviceFaults::aDeviceThatGoesAwayIsTold()
{
    setFault("gone", "3");
    const CliResult result = runCli(
        {s("profile"), s("-"), s("--shape"), s("x=2,3"), s("--device"), s("0.0"), s("--json")},
        faultModel);
    QCOMPARE(result.exitCode, 3);
    const QJsonObject error = result.json()[s("diagnostics")][0].toObject();
    QCOMPARE(error.value(s("code")).toString(), s("device-lost"));
    QVERIFY(error.value(s("message")).toString().contains(s("went away")));
}

void TstDeviceFaults::aDriverThatAbortsIsOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList model{s("-"), s("--shape"), s("x=2,3"), s("--device"), s("0.0")};
    QTest::newRow("run") << QStringList{s("run")} + model;
    QTest::newRow("profile") << QStringList{s("profile")} + model;
    QTest::newRow("tune") << QStringList{s("tune"), s("--dry-run")} + model;
    QTest::newRow("whatif") << QStringList{s("whatif"), s("--switch-off"), s("FuseOperators")}
                                   + model;
    QTest::newRow("peek") << QStringList{s("peek")} + model + QStringList{s("fc")};
    QTest::newRow("devices") << QStringList{s("devices"), s("--measure")};
}

void TstDeviceFaults::aDriverThatAbortsIsOneLine()
{
    QFETCH(QStringList, arguments);
    forgetCeilings();
    setFault("abort", "0");
    const CliResult result = runCli(arguments, faultModel);
    QVERIFY(QFile::exists(m_marked));
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.count('\n') == 1, result.err.constData());
    QVERIFY2(result.err.contains("ended by signal 6") && result.err.contains("Assertion `memory'"),
             result.err.constData());
    QVERIFY(result.out.isEmpty());
    const CliResult json = runCli(arguments + QStringList{s("--json")}, faultModel);
    QCOMPARE(json.exitCode, 3);
    QCOMPARE(json.json()[s("diagnostics")][0][s("code")].toString(), s("device-crash"));
}

/// Before anything was launched: a program is compiled, a weight is written to the device.
void TstDeviceFaults::aDriverThatAbortsWhileItPreparesIsOneLine_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<QString>("command");
    for (const char *fault : {"compiler", "upload"}) {
        for (const char *command : {"run", "profile"}) {
            QTest::addRow("%s %s", command, fault) << QByteArray(fault) << s(command);
        }
    }
}

void TstDeviceFaults::aDriverThatAbortsWhileItPreparesIsOneLine()
{
    QFETCH(QByteArray, fault);
    QFETCH(QString, command);
    setFault(fault.constData());
    qputenv("NERVURE_FAULT_TEXT", "void dense");
    const QStringList arguments{command, s("-"), s("--shape"), s("x=2,3"), s("--device"), s("0.0")};
    const CliResult result = runCli(arguments, faultModel);
    QVERIFY(QFile::exists(m_marked));
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.count('\n') == 1, result.err.constData());
    QVERIFY2(result.err.contains("ended by signal 6") && result.err.contains("Assertion `memory'"),
             result.err.constData());
    QVERIFY(result.out.isEmpty());
    const CliResult json = runCli(arguments + QStringList{s("--json")}, faultModel);
    QCOMPARE(json.exitCode, 3);
    QCOMPARE(json.json()[s("diagnostics")][0][s("code")].toString(), s("device-crash"));
}

void TstDeviceFaults::aSlowDeviceIsMeasuredSoon()
{
    forgetCeilings();
    setFault("slow", "20");
    QElapsedTimer time;
    time.start();
    const CliResult result = runCli({s("profile"), s("-"), s("--shape"), s("x=2,3"), s("--device"),
                                     s("0.0"), s("--repeat"), s("2"), s("--json")},
                                    faultModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(QFile::exists(m_marked));
    const QJsonObject ceilings = result.json()[s("ceilings")].toObject();
    QVERIFY(ceilings[s("copy_gbs")].toDouble() > 0);
    QVERIFY(ceilings[s("multiply_add_gflops")].toDouble() > 0);
    // As many launches as a fast device gets would take two minutes.
    QVERIFY2(time.elapsed() < 40'000, qPrintable(QString::number(time.elapsed())));
}

void TstDeviceFaults::aDeviceWithoutTimesIsTimedByTheHost()
{
    forgetCeilings();
    setFault("untimed");
    const QStringList profile{s("profile"),  s("-"),   s("--shape"), s("x=2,3"),
                              s("--device"), s("0.0"), s("--json")};
    const CliResult result = runCli(profile, faultModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(QFile::exists(m_marked));
    const QJsonObject json = result.json();
    QCOMPARE(json[s("diagnostics")][0][s("code")].toString(), s("device-timer"));
    QCOMPARE(json[s("ceilings")][s("has_timer")], QJsonValue(false));
    // By the driver it would be a nanosecond for each run.
    QVERIFY(json[s("ceilings")][s("multiply_add_gflops")].toDouble() < 1e5);
    QVERIFY(!json[s("layers")].toArray().isEmpty());
    for (const QJsonValue &layer : json[s("layers")].toArray()) {
        QVERIFY(layer[s("ms")][s("median")].toDouble() > 1e-4);
        QCOMPARE(layer[s("launch_ms")].toDouble(), 0.0);
        QVERIFY(layer[s("launches")].toArray().isEmpty());
    }
    for (const QJsonValue &transfer : json[s("transfers")].toArray()) {
        QVERIFY(transfer[s("ms")][s("median")].toDouble() > 1e-4);
    }
    const CliResult pipelined =
        runCli(profile + QStringList{s("--mode"), s("pipelined")}, faultModel);
    QCOMPARE(pipelined.exitCode, 3);
    QCOMPARE(pipelined.json()[s("diagnostics")][0][s("code")].toString(), s("device-timer"));
    const CliResult tuned =
        runCli({s("tune"), s("-"), s("--shape"), s("x=2,3"), s("--device"), s("0.0")}, faultModel);
    QCOMPARE(tuned.exitCode, 0);
    QVERIFY2(tuned.err.contains("does not time kernels"), tuned.err.constData());
}

void TstDeviceFaults::ask(QProcess &worker, int id)
{
    QJsonObject request{{s("id"), id},
                        {s("command"), s("profile")},
                        {s("bytes"), faultModel.size()},
                        {s("device"), s("0.0")},
                        {s("shapes"), QJsonObject{{s("x"), QJsonArray{2, 3}}}}};
    worker.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n' + faultModel);
}

QJsonObject TstDeviceFaults::answerOf(QProcess &worker)
{
    QElapsedTimer time;
    time.start();
    while (time.elapsed() < 60'000) {
        if (!worker.canReadLine() && !worker.waitForReadyRead(1000)) {
            continue;
        }
        while (worker.canReadLine()) {
            const QJsonObject line = QJsonDocument::fromJson(worker.readLine()).object();
            if (line.contains(s("result")) || line.contains(s("error"))) {
                return line;
            }
        }
    }
    return {};
}

void TstDeviceFaults::memoryIsGivenBackInTheOrderThatDriversBear()
{
    setFault("order");
    const CliResult result =
        runCli(run({s("--device"), s("0.0"), s("--pipeline"), s("none")}), faultModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(!QFile::exists(m_marked));
}

void TstDeviceFaults::aWorkersDeviceComesBack()
{
    setFault("gone", "3");
    qputenv("NERVURE_FAULT_FOR", "3");
    QProcess worker;
    worker.start(QString::fromStdString(program("nervure-cli").string()), {s("worker")});
    ask(worker, 1);
    QCOMPARE(answerOf(worker)[s("error")][s("code")].toString(), s("device-lost"));
    ask(worker, 2);
    const QJsonObject second = answerOf(worker);
    QVERIFY2(second.contains(s("result")), QJsonDocument(second).toJson().constData());
    worker.closeWriteChannel();
    QVERIFY(worker.waitForFinished(20'000));
    QCOMPARE(worker.exitCode(), 0);
}

void TstDeviceFaults::aWorkerWithAHangingKernelEndsWithItsInput()
{
    setFault("hang", "2");
    QProcess worker;
    worker.start(QString::fromStdString(program("nervure-cli").string()), {s("worker")});
    ask(worker, 1);
    worker.waitForBytesWritten();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_marked), 60'000);
    // It does not obey: whoever has the worker ends it.
    worker.write("{\"cancel\":1}\n");
    worker.closeWriteChannel();
    QVERIFY(worker.waitForFinished(20'000));
    QCOMPARE(worker.exitCode(), 1);
}

NERVURE_TEST(TstDeviceFaults)
#include "tst_device_faults.moc"
