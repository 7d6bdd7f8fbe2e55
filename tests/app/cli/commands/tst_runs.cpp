// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

/// Runs in a project file: kept, named, compared, given back.
class TstRuns : public QObject {
    Q_OBJECT

private:
    [[nodiscard]] QString at(const char *name) const { return m_folder.filePath(s(name)); }
    [[nodiscard]] static QString sample()
    {
        return QString::fromStdString((sourceFolder() / "resources/samples/mlp.json").string());
    }
    void putResult(const char *name, double ms)
    {
        const QJsonObject time{{s("median"), ms}, {s("ci95"), QJsonArray{ms - 0.01, ms + 0.01}}};
        const QJsonObject result{
            {s("device"), s("cpu-x")},
            {s("pipeline"), s("device")},
            {s("mode"), s("serialised")},
            {s("wall_ms"), time},
            {s("layers"),
             QJsonArray{QJsonObject{
                 {s("node"), s("fc1")}, {s("nodes"), QJsonArray{s("fc1")}}, {s("ms"), time}}}}};
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(result).toJson());
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(runCli({s("edit"), sample(), s("-o"), at("p.nervure")}).exitCode, 0);
        putResult("slow.json", 4);
        putResult("fast.json", 1);
    }

    void aProjectKeepsNamesAndGivesRunsBack()
    {
        QVERIFY(runCli({s("runs"), at("p.nervure"), s("--json")})
                    .json()[s("runs")]
                    .toArray()
                    .isEmpty());
        QCOMPARE(runCli({s("runs"), at("p.nervure"), s("--add"), at("slow.json"), s("--name"),
                         s("before"), s("-o"), at("q.nervure")})
                     .exitCode,
                 0);
        QCOMPARE(runCli({s("runs"), at("q.nervure"), s("--add"), at("fast.json"), s("--rename"),
                         s("1=slow"), s("-o"), at("r.nervure")})
                     .exitCode,
                 0);
        const QJsonArray runs =
            runCli({s("runs"), at("r.nervure"), s("--json")}).json()[s("runs")].toArray();
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0][s("name")].toString(), s("slow"));
        QCOMPARE(runs[1][s("title")].toString(), s("cpu-x, device, serialised"));
        QCOMPARE(runs[1][s("wall_ms")].toDouble(), 1.0);
        const CliResult exported = runCli({s("runs"), at("r.nervure"), s("--export"), s("2")});
        const QJsonObject document = QJsonDocument::fromJson(exported.out).object();
        QCOMPARE(document[s("layers")][0][s("node")].toString(), s("fc1"));
        // The model is still the one that it was.
        QCOMPARE(runCli({s("info"), at("r.nervure")}).exitCode, 0);
        const CliResult compared = runCli(
            {s("compare"), at("r.nervure") + s("#1"), at("r.nervure") + s("#2"), s("--json")});
        QCOMPARE(compared.exitCode, 4);
        QCOMPARE(compared.json()[s("layers")][0][s("verdict")].toString(), s("faster"));
        QCOMPARE(
            runCli({s("runs"), at("r.nervure"), s("--delete"), s("1"), s("-o"), at("s.nervure")})
                .exitCode,
            0);
        QCOMPARE(
            runCli({s("runs"), at("s.nervure"), s("--json")}).json()[s("runs")][0][s("number")],
            QJsonValue(2));
    }

    void mistakesAreTold_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no run") << QStringList{s("--export"), s("7")} << 2
                                << QByteArray("the project has no run 7, expected none");
        QTest::newRow("no output") << QStringList{s("--rename"), s("1=x")} << 2
                                   << QByteArray("expected the project to write");
        QTest::newRow("no name") << QStringList{s("--rename"), s("x"), s("-o"), s("o.nervure")} << 2
                                 << QByteArray("expected NUMBER=NAME");
        QTest::newRow("no profile") << QStringList{s("--add"), sample(), s("-o"), s("o.nervure")}
                                    << 1 << QByteArray("found no profile");
    }

    void mistakesAreTold()
    {
        QFETCH(const QStringList, arguments);
        const CliResult result = runCli(QStringList{s("runs"), at("p.nervure")} + arguments);
        QTEST(result.exitCode, "code");
        QFETCH(const QByteArray, words);
        QVERIFY2(result.err.contains(words), result.err.constData());
        QVERIFY(!QFile::exists(s("o.nervure")));
    }

    void whatIsNoProjectIsRefused()
    {
        QCOMPARE(runCli({s("runs"), sample()}).exitCode, 1);
        const CliResult result =
            runCli({s("compare"), at("p.nervure") + s("#1"), at("p.nervure") + s("#2")});
        QCOMPARE(result.exitCode, 2);
    }
};

NERVURE_TEST(TstRuns)
#include "tst_runs.moc"
