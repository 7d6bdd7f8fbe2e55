// SPDX-License-Identifier: Apache-2.0
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

#include <cmath>

using namespace nervure::tests;

namespace {

/// A convolution, a pooling and a dense layer: three families that offer choices.
const QByteArray tunedModel = R"json({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "conv2d", "name": "conv", "inputs": [[0, 0, 0], [1, 0, 0]],
     "attrs": {"channels": "20", "kernel_size": "(3, 3)", "padding": "(1, 1)", "use_bias": "False"}},
    {"op": "max_pool2d", "name": "pool", "inputs": [[2, 0, 0]],
     "attrs": {"pool_size": "(2, 2)", "strides": "(2, 2)"}},
    {"op": "flatten", "name": "flat", "inputs": [[3, 0, 0]]},
    {"op": "null", "name": "fc_w", "inputs": []},
    {"op": "dense", "name": "fc", "attrs": {"units": "10", "use_bias": "False"},
     "inputs": [[4, 0, 0], [5, 0, 0]]}],
    "arg_nodes": [0, 1, 5], "node_row_ptr": [0, 1, 2, 3, 4, 5, 6, 7], "heads": [[6, 0, 0]]})json";

QStringList on(const char *command, const QStringList &options = {})
{
    return QStringList{s(command),  s("-"),        s("--shape"), s("x=1,3,17,19"),
                       s("--json"), s("--device"), s("0.0")}
           + options;
}

} // namespace

class TstTune : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_folder->filePath(s("data")).toUtf8());
        qputenv("XDG_CACHE_HOME", m_folder->filePath(s("cache")).toUtf8());
        // A file where the folder of programs would be: none is kept.
        QVERIFY(QDir(m_folder->path()).mkpath(s("cache/nervure")));
        QFile file(m_folder->filePath(s("cache/nervure/programs")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray devices = runCli({s("devices"), s("--json")}).out;
        NERVURE_NEED_OPENCL(devices.contains("\"0.0\""));
    }

    void winnersAreKeptAndTaken();
    void aWinnerThatIsWrongIsNotBelieved();
    void aDryRunKeepsNothing();
    void theReferenceHasNothingToChoose();
    void anotherMachineKeepsItsOwn();
    void killingLeavesAWorkingProgram();

private:
    [[nodiscard]] QStringList databases() const
    {
        const QDir folder(m_folder->filePath(s("data/nervure")));
        QStringList files;
        for (const QString &name : folder.entryList({s("tuning-*.json")}, QDir::Files)) {
            files.append(folder.filePath(name));
        }
        return files;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstTune::winnersAreKeptAndTaken()
{
    const CliResult tuned = runCli(on("tune", {s("--repeat"), s("3")}), tunedModel);
    QVERIFY2(tuned.exitCode == 0, tuned.err.constData());
    const QJsonArray choices = tuned.json()[s("choices")].toArray();
    QVERIFY(choices.size() >= 2);
    for (const QJsonValue &choice : choices) {
        const QJsonArray variants = choice[s("variants")].toArray();
        QVERIFY(variants.size() >= 2);
        for (const QJsonValue &variant : variants) {
            QVERIFY2(variant[s("correct")].toBool(), qPrintable(variant[s("name")].toString()));
            QVERIFY(variant[s("ms")].toDouble() > 0);
        }
    }
    QCOMPARE(databases(), QStringList{tuned.json()[s("file")].toString()});
    // No layer of this model makes two choices.
    double sum = tuned.json()[s("default_ms")].toDouble();
    for (const QJsonValue &layer : tuned.json()[s("layers")].toArray()) {
        sum += layer[s("ms")].toDouble() - layer[s("default_ms")].toDouble();
    }
    QVERIFY(std::abs(tuned.json()[s("tuned_ms")].toDouble() - sum) < 1e-9);

    // Whatever won, another variant of the first choice is taken when the database says so.
    QFile file(databases().first());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonObject database = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    const QString key = choices[0][s("key")].toString();
    const QString other = choices[0][s("variants")][1][s("name")].toString();
    QJsonObject winners = database[s("winners")].toObject();
    QVERIFY(winners.contains(key));
    winners[key] = QJsonObject{{s("variant"), other}};
    database[s("winners")] = winners;
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QJsonDocument(database).toJson());
    file.close();
    const CliResult profile =
        runCli(on("profile", {s("--dump-plan"), m_folder->filePath(s("plan.json"))}), tunedModel);
    QVERIFY2(profile.exitCode == 0, profile.err.constData());
    QFile planFile(m_folder->filePath(s("plan.json")));
    QVERIFY(planFile.open(QIODevice::ReadOnly));
    const QJsonObject plan = QJsonDocument::fromJson(planFile.readAll()).object();
    QString chosen;
    for (const QJsonValue &step : plan[s("steps")].toArray()) {
        for (const QJsonValue &choice : step[s("choices")].toArray()) {
            chosen = choice[s("key")].toString() == key ? choice[s("chosen")].toString() : chosen;
        }
    }
    QCOMPARE(chosen, other);
}

void TstTune::aWinnerThatIsWrongIsNotBelieved()
{
    QVERIFY(runCli(on("tune", {s("--repeat"), s("2")}), tunedModel).exitCode == 0);
    QFile file(databases().first());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("{\"version\": 1, \"winners\": {\"conv2d_tile");
    file.close();
    QCOMPARE(runCli(on("run"), tunedModel).exitCode, 0);
    QCOMPARE(runCli(on("tune", {s("--repeat"), s("2")}), tunedModel).exitCode, 0);
}

void TstTune::aDryRunKeepsNothing()
{
    const CliResult tuned = runCli(on("tune", {s("--repeat"), s("2"), s("--dry-run")}), tunedModel);
    QVERIFY2(tuned.exitCode == 0, tuned.err.constData());
    QVERIFY(tuned.json()[s("file")].isNull());
    QVERIFY(databases().isEmpty());
}

void TstTune::theReferenceHasNothingToChoose()
{
    const CliResult tuned = runCli({s("tune"), s("-"), s("--shape"), s("x=1,3,5,5"), s("--json"),
                                    s("--device"), s("reference"), s("--repeat"), s("1")},
                                   tunedModel);
    QVERIFY2(tuned.exitCode == 0, tuned.err.constData());
    QVERIFY(tuned.json()[s("choices")].toArray().isEmpty());
    QVERIFY(databases().isEmpty());
}

void TstTune::anotherMachineKeepsItsOwn()
{
    const QString place =
        s("ssh:there=%1/").arg(QString::fromStdString(program("nervure-cli").string()));
    qputenv("NERVURE_SSH",
            "bash "
                + QByteArray::fromStdString((sourceFolder() / "tests/support/fake_ssh").string()));
    const QStringList options{s("--repeat"), s("1")};
    QStringList away = on("tune", options);
    away.replace(away.indexOf(s("0.0")), place + s("0.0"));
    const CliResult there = runCli(away, tunedModel);
    QVERIFY2(there.exitCode == 0, there.err.constData());
    QCOMPARE(databases(), QStringList{there.json()[s("file")].toString()});
    QCOMPARE(there.json()[s("wire")][s("host")].toString(), s("there"));
    const CliResult here = runCli(on("tune", options), tunedModel);
    const QJsonArray layers = there.json()[s("layers")].toArray();
    const QJsonArray expected = here.json()[s("layers")].toArray();
    QCOMPARE(layers.size(), expected.size());
    QVERIFY(!layers.isEmpty());
    for (qsizetype i = 0; i < layers.size(); ++i) {
        for (const char *member : {"layer", "op", "key", "kernel"}) {
            QCOMPARE(layers[i][s(member)], expected[i][s(member)]);
        }
    }
    away.removeAll(s("--json"));
    const CliResult people = runCli(away + QStringList{s("--dry-run")}, tunedModel);
    QVERIFY2(people.out.contains(" on there: layers "), people.out.constData());
    QVERIFY(people.out.contains("; nothing kept\nthe way to there"));

    const CliResult devices =
        runCli({s("devices"), s("--measure"), s("--device"), place + s("0.0"), s("--json")});
    QVERIFY2(devices.exitCode == 0, devices.err.constData());
    const QJsonArray list = devices.json()[s("devices")].toArray();
    QCOMPARE(list.size(), 1);
    QCOMPARE(list[0][s("id")].toString(), place + s("0.0"));
    QVERIFY(list[0][s("ceilings")][s("copy_gbs")].toDouble() > 0);
    NERVURE_VERIFY_EXIT(runCli({s("devices"), s("--device"), place + s("nowhere")}), 3, "nowhere");
}

void TstTune::killingLeavesAWorkingProgram()
{
    // PoCL has compiled nothing either, so that all of it can be interrupted.
    qputenv("POCL_CACHE_DIR", m_folder->filePath(s("pocl")).toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder->filePath(s("new")).toUtf8());
    const CliResult before = runCli(on("run"), tunedModel);
    for (int ms = 100; ms <= 1300; ms += 400) {
        QProcess process;
        process.start(QString::fromStdString(program("nervure-cli").string()),
                      on("tune", {s("--repeat"), s("2")}));
        QVERIFY(process.waitForStarted());
        process.write(tunedModel);
        process.closeWriteChannel();
        QElapsedTimer time;
        time.start();
        while (time.elapsed() < ms && !process.waitForFinished(5)) {
        }
        process.kill(); // SIGKILL
        process.waitForFinished();
    }
    const CliResult after = runCli(on("run"), tunedModel);
    QVERIFY2(after.exitCode == 0, after.err.constData());
    const QJsonArray expected = before.json()[s("outputs")][0][s("data")].toArray();
    const QJsonArray actual = after.json()[s("outputs")][0][s("data")].toArray();
    QCOMPARE(actual.size(), expected.size());
    QVERIFY(!expected.isEmpty());
    for (int i = 0; i < expected.size(); ++i) {
        QVERIFY(qAbs(actual[i].toDouble() - expected[i].toDouble()) < 1e-3);
    }
}

NERVURE_TEST(TstTune)
#include "tst_tune.moc"
