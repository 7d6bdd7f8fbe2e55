// SPDX-License-Identifier: Apache-2.0
// What later processes need not do again: programs are kept with the code that the driver made when
// their kernels were first launched.
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// Two dense layers, one of them with a relu: two programs of one kernel each.
const QByteArray twoLayers = R"json({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "wide", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"units": "40", "use_bias": "False"}},
    {"op": "relu", "name": "bend", "inputs": [[2, 0, 0]]},
    {"op": "null", "name": "v", "inputs": []},
    {"op": "dense", "name": "narrow", "inputs": [[3, 0, 0], [4, 0, 0]],
     "attrs": {"units": "10", "use_bias": "False"}}],
    "arg_nodes": [0, 1, 4], "node_row_ptr": [0, 1, 2, 3, 4, 5, 6], "heads": [[5, 0, 0]]})json";

/// Names of PoCL's code files in its cache, without the folders whose names are hashes of the
/// program, which is another one when it comes as a binary.
QStringList codeFiles(const QString &folder)
{
    QStringList names;
    QDirIterator it(folder, {s("*.so")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        names.append(QDir(folder).relativeFilePath(it.next()));
    }
    names.sort();
    return names;
}

} // namespace

class TstSecondStart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aSecondStartCompilesNothing();
    void otherSizesAreAddedToTheFile();
    void aProcessKilledAtAnyTimeHarmsNothing();
    void aProcessKilledInTheMidstOfAWriteHarmsNothing();
    void twoProcessesShareTheFolder();

private:
    /// Runs with PoCL's own cache in a new, empty folder.
    CliResult runFresh(const QStringList &arguments)
    {
        m_pocl = std::make_unique<QTemporaryDir>();
        qputenv("POCL_CACHE_DIR", m_pocl->path().toUtf8());
        return runCli(arguments);
    }
    [[nodiscard]] QStringList programFiles() const
    {
        return QDir(m_cache->filePath(s("nervure/programs"))).entryList(QDir::Files);
    }

    /// What the device can do at best, measured by the first function that wants it, and new to all:
    /// on a busy machine it would soon be measured again, with kernels to compile.
    static void copyCeilings(const QString &from, const QString &to)
    {
        QDir().mkpath(to);
        for (const QString &name : QDir(from).entryList({s("ceilings-*.json")}, QDir::Files)) {
            QFile file(from + u'/' + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QJsonObject ceilings = QJsonDocument::fromJson(file.readAll()).object();
            ceilings[s("measured_at")] = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
            QFile copy(to + u'/' + name);
            QVERIFY(copy.open(QIODevice::WriteOnly));
            copy.write(QJsonDocument(ceilings).toJson());
        }
    }

    [[nodiscard]] QStringList profile(const QString &shape = s("x=1,3072")) const
    {
        return {s("profile"),  m_measured.filePath(s("model.json")),
                s("--device"), s("0.0"),
                s("--json"),   s("--repeat"),
                s("1"),        s("--warmup"),
                s("1"),        s("--shape"),
                shape};
    }

    QTemporaryDir m_measured;
    std::unique_ptr<QTemporaryDir> m_cache;
    std::unique_ptr<QTemporaryDir> m_pocl;
};

void TstSecondStart::initTestCase()
{
    QFile model(m_measured.filePath(s("model.json")));
    QVERIFY(model.open(QIODevice::WriteOnly));
    model.write(twoLayers);
}

void TstSecondStart::init()
{
    m_cache = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
    copyCeilings(m_measured.path(), m_cache->filePath(s("nervure")));
    const CliResult devices = runCli({s("devices"), s("--json")});
    NERVURE_NEED_OPENCL(devices.out.contains("\"0.0\""));
}

void TstSecondStart::cleanup()
{
    copyCeilings(m_cache->filePath(s("nervure")), m_measured.path());
}

void TstSecondStart::aSecondStartCompilesNothing()
{
    const CliResult first = runFresh(profile());
    QVERIFY2(first.exitCode == 0, first.err.constData());
    const QStringList compiled = codeFiles(m_pocl->path());
    const QStringList kept = programFiles();
    QVERIFY(!kept.isEmpty());

    const CliResult second = runFresh(profile());
    QVERIFY2(second.exitCode == 0, second.err.constData());
    QCOMPARE(second.json()[s("programs")][s("compiled")].toInt(), 0);
    QVERIFY(second.json()[s("programs")][s("loaded")].toInt() > 0);
    QCOMPARE(programFiles(), kept);
    if (!compiled.isEmpty()) {
        // PoCL unpacks what a binary brings; the first start also measured the device.
        QVERIFY(codeFiles(m_pocl->path()).size() < compiled.size());
    }
}

void TstSecondStart::otherSizesAreAddedToTheFile()
{
    QVERIFY(runFresh(profile()).exitCode == 0);
    const QStringList kept = programFiles();
    const QStringList wide = profile(s("x=8,3072"));
    const CliResult first = runFresh(wide);
    QVERIFY2(first.exitCode == 0, first.err.constData());
    const CliResult second = runFresh(wide);
    QCOMPARE(second.json()[s("programs")][s("compiled")].toInt(), 0);
    QVERIFY(programFiles().size() >= kept.size());
}

void TstSecondStart::aProcessKilledAtAnyTimeHarmsNothing()
{
    // Killed at ever later times: in the midst of compiling, writing and running.
    for (int ms = 50; ms <= 1500; ms += 290) {
        m_pocl = std::make_unique<QTemporaryDir>();
        qputenv("POCL_CACHE_DIR", m_pocl->path().toUtf8());
        QProcess process;
        process.start(QString::fromStdString(program("nervure-cli").string()), profile());
        QVERIFY(process.waitForStarted());
        QElapsedTimer time;
        time.start();
        while (time.elapsed() < ms && !process.waitForFinished(5)) {
        }
        process.kill(); // SIGKILL
        process.waitForFinished();
    }
    // And a file that was cut short, as a file system may leave it after the power went.
    for (const QString &name : programFiles()) {
        QFile file(m_cache->filePath(s("nervure/programs/") + name));
        QVERIFY(file.resize(file.size() / 2));
        break;
    }
    const CliResult after = runFresh(profile());
    QVERIFY2(after.exitCode == 0, after.err.constData());
    const CliResult again = runFresh(profile());
    QCOMPARE(again.json()[s("programs")][s("compiled")].toInt(), 0);
}

void TstSecondStart::aProcessKilledInTheMidstOfAWriteHarmsNothing()
{
    const QDir folder(m_cache->filePath(s("nervure/programs")));
    const auto files = [&folder] { return folder.entryList(QDir::Files | QDir::Hidden); };
    int killed = 0;
    for (int wide = 1; wide <= 4; ++wide) {
        // Other sizes every time, so that there is something to write.
        m_pocl = std::make_unique<QTemporaryDir>();
        qputenv("POCL_CACHE_DIR", m_pocl->path().toUtf8());
        const QStringList before = files();
        QProcess process;
        process.start(QString::fromStdString(program("nervure-cli").string()),
                      profile(s("x=%1,3072").arg(wide)));
        QVERIFY(process.waitForStarted());
        while (process.state() == QProcess::Running && files() == before) {
            process.waitForFinished(0);
        }
        killed += process.state() == QProcess::Running ? 1 : 0;
        process.kill(); // SIGKILL
        process.waitForFinished();
    }
    QVERIFY(killed > 0);
    const CliResult after = runFresh(profile());
    QVERIFY2(after.exitCode == 0, after.err.constData());
    QCOMPARE(runFresh(profile()).json()[s("programs")][s("compiled")].toInt(), 0);
}

void TstSecondStart::twoProcessesShareTheFolder()
{
    m_pocl = std::make_unique<QTemporaryDir>();
    qputenv("POCL_CACHE_DIR", m_pocl->path().toUtf8());
    QProcess first;
    QProcess second;
    for (QProcess *process : {&first, &second}) {
        process->start(QString::fromStdString(program("nervure-cli").string()), profile());
    }
    for (QProcess *process : {&first, &second}) {
        QVERIFY(process->waitForFinished(120'000));
        QCOMPARE(process->exitCode(), 0);
    }
    QCOMPARE(runFresh(profile()).json()[s("programs")][s("compiled")].toInt(), 0);
}

NERVURE_TEST(TstSecondStart)
#include "tst_second_start.moc"
