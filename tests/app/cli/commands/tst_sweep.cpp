// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nervure::tests;

namespace {

QByteArray reluModel(const QByteArray &op)
{
    return R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
               {"op": ")"
           + op + R"(", "name": "y", "inputs": [[0, 0, 0]]}],
               "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";
}

/// Two models, the reference and two sets of options: four cells.
const QByteArray fourCells = R"({"models": [{"file": "a.json", "shape": ["x=2,3"]},
                {"file": "b.json", "name": "other one", "shape": "x=2,3"}],
     "devices": ["reference"],
     "options": [{"repeat": 2}, {"name": "unfused", "pipeline": "none", "repeat": 2}]})";

} // namespace

class TstSweep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cellsThatAreFinishedAreNotRunAgain();
    void whatWasCutShortOrChangedIsRunAgain();
    void aCellThatFailsStopsNoOther();
    void linesOfTheListRunOneCellEach();
    void resultsStandBesideEachOther();
    void plansThatAreNoneAreOneLine_data();
    void plansThatAreNoneAreOneLine();

private:
    void write(const char *file, const QByteArray &text) const
    {
        QFile out(m_folder->filePath(s(file)));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }
    [[nodiscard]] QString plan() const { return m_folder->filePath(s("plan.json")); }
    [[nodiscard]] QStringList states(const CliResult &result) const
    {
        QStringList found;
        for (const QJsonValue &cell : result.json().value(s("cells")).toArray()) {
            found.append(cell.toObject().value(s("state")).toString());
        }
        return found;
    }
    [[nodiscard]] QStringList resultFiles() const
    {
        const QDir folder(m_folder->filePath(s("plan-results")));
        QStringList files;
        for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
            files.append(folder.filePath(name));
        }
        return files;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstSweep::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write("a.json", reluModel("relu"));
    write("b.json", reluModel("tanh"));
    write("plan.json", fourCells);
}

void TstSweep::cellsThatAreFinishedAreNotRunAgain()
{
    const CliResult first = runCli({s("sweep"), plan(), s("--json")});
    QVERIFY2(first.exitCode == 0, first.err.constData());
    QCOMPARE(states(first), QStringList(4, s("done")));
    QCOMPARE(resultFiles().size(), 4);
    const CliResult again = runCli({s("sweep"), plan()});
    QCOMPARE(again.exitCode, 0);
    QVERIFY2(again.out.contains("4 cells: 0 measured, 4 kept from before, 0 failed"),
             again.out.constData());
    QVERIFY2(again.out.contains("other one  reference  unfused"), again.out.constData());

    QByteArray grown = fourCells;
    grown.replace(R"("devices": ["reference"])", R"("devices": ["reference", "Reference"])");
    write("plan.json", grown);
    const QString done = s("done");
    const QString kept = s("kept");
    QCOMPARE(states(runCli({s("sweep"), plan(), s("--json")})),
             (QStringList{kept, kept, done, done, kept, kept, done, done}));
}

void TstSweep::whatWasCutShortOrChangedIsRunAgain()
{
    QCOMPARE(runCli({s("sweep"), plan(), s("--cell"), s("1")}).exitCode, 0);
    QCOMPARE(runCli({s("sweep"), plan(), s("--cell"), s("3")}).exitCode, 0);
    const QStringList files = resultFiles();
    QCOMPARE(files.size(), 2);
    QFile cut(files.first());
    QVERIFY(cut.resize(cut.size() / 2));
    write("b.json", reluModel("sigmoid"));
    const QString done = s("done");
    QCOMPARE(states(runCli({s("sweep"), plan(), s("--json")})), QStringList(4, done));
    QCOMPARE(resultFiles().size(), 4);
}

void TstSweep::aCellThatFailsStopsNoOther()
{
    QByteArray faulty = fourCells;
    faulty.replace("a.json", "missing.json");
    write("plan.json", faulty);
    const CliResult result = runCli({s("sweep"), plan(), s("--json")});
    QCOMPARE(result.exitCode, 1);
    const QString failed = s("failed");
    QCOMPARE(states(result), (QStringList{failed, failed, s("done"), s("done")}));
    QVERIFY2(result.err.contains("cell 1: "), result.err.constData());
    write("plan.json", fourCells);
    const QString done = s("done");
    QCOMPARE(states(runCli({s("sweep"), plan(), s("--json")})),
             (QStringList{done, done, s("kept"), s("kept")}));
}

void TstSweep::linesOfTheListRunOneCellEach()
{
    QVERIFY(QFile::rename(plan(), m_folder->filePath(s("it's a plan.json"))));
    const QString named = m_folder->filePath(s("it's a plan.json"));
    const CliResult all = runCli({s("sweep"), named, s("--list")});
    QCOMPARE(all.exitCode, 0);
    const QList<QByteArray> lines = all.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QProcess shell;
    shell.start(s("sh"), {s("-c"), QString::fromUtf8(lines[2])});
    QVERIFY(shell.waitForFinished(60000) && shell.exitCode() == 0);
    const QByteArray file = shell.readAllStandardOutput().trimmed().split('\n').last();
    QVERIFY2(QFileInfo(QString::fromUtf8(file)).isFile(), file.constData());
    const CliResult rest = runCli({s("sweep"), named, s("--list")});
    QCOMPARE(rest.out, lines[0] + '\n' + lines[1] + '\n' + lines[3] + '\n');
    NERVURE_VERIFY_EXIT(runCli({s("sweep"), named, s("--cell"), s("5")}), 2, "expected 1 to 4");
}

void TstSweep::resultsStandBesideEachOther()
{
    QCOMPARE(runCli({s("sweep"), plan(), s("-q")}).exitCode, 0);
    const QStringList files = resultFiles();
    const CliResult compared = runCli({s("compare"), files[0], files[1], s("--json")});
    QVERIFY2(compared.exitCode == 0 || compared.exitCode == 4, compared.err.constData());
    NERVURE_VERIFY_EXIT(runCli({s("compare"), files[0], files[2]}), 1, "model");
}

void TstSweep::plansThatAreNoneAreOneLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");

    const auto row = [](const char *name, const char *text, const char *words) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(words);
    };
    row("no JSON", "{\"models\": [", "plan.json:1:13");
    row("a list", "[]", "expected {\"models\", \"devices\", \"options\"}");
    row("no models", "{}", "'models': expected a list of files");
    row("a number", R"({"models": [1]})", "'models[0]': expected an object");
    row("no file", R"({"models": [{}]})", "'models[0]': expected the file of a model");
    row("no devices", R"({"models": ["a"], "devices": []})", "'devices': expected a list");
    row("misspelled", R"({"models": ["a"], "options": [{"repeats": 1}]})",
        "'options[0].repeats': there is no such option, did you mean 'repeat'");
    row("a member", R"({"models": ["a"], "device": []})", "found 'device', expected models");
    row("a flag", R"({"models": ["a"], "options": [{"fallback": "yes"}]})",
        "expected true or false");
    row("a null", R"({"models": ["a"], "options": [{"seed": null}]})",
        "expected a text or a number");
}

void TstSweep::plansThatAreNoneAreOneLine()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, words);
    write("plan.json", text);
    const CliResult result = runCli({s("sweep"), plan()});
    NERVURE_VERIFY_EXIT(result, 1, words);
    QCOMPARE(result.err.count('\n'), 1);
}

NERVURE_TEST(TstSweep)
#include "tst_sweep.moc"
