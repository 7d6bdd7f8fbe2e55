// SPDX-License-Identifier: Apache-2.0
// Which records the program takes, and where it looks for them.
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

class RecordFolder {
public:
    void write(const QString &path, const QByteArray &text) const
    {
        const QString full = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), qint64(text.size()));
    }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
};

QByteArray lastLineOf(const CliResult &result)
{
    return result.out.trimmed().split('\n').last();
}

} // namespace

class TstRunnerRecords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inferencesErrorsStandBesideGradientGraphs_data()
    {
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<bool>("agrees");
        QTest::newRow("refused here too") << QByteArray("[3]") << true;
        QTest::newRow("accepted here") << QByteArray("[2]") << false;
    }
    void inferencesErrorsStandBesideGradientGraphs()
    {
        QFETCH(QByteArray, shape);
        QFETCH(bool, agrees);
        const QByteArray record = R"([{"model": "elsewhere", "wrt": ["x"],
 "inputs": {"x": [2], "y": SHAPE}, "error": "Incompatible attr", "gradient_graph": {
  "nodes": [{"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "y", "inputs": []},
            {"op": "elemwise_add", "name": "s", "inputs": [[0, 0, 0], [1, 0, 0]]},
            {"op": "relu", "name": "r", "inputs": [[2, 0, 0]]}],
  "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]}}])";
        const RecordFolder folder;
        folder.write(QStringLiteral("nnvm/gradients.json"),
                     QByteArray(record).replace("SHAPE", shape));
        const CliResult result = runProgram(
            QStringLiteral("nervure-conformance"),
            {folder.path(), QStringLiteral("--sections"), QStringLiteral("gradient shape")});
        QCOMPARE(lastLineOf(result), QByteArray(agrees ? "1 passed, 0 failed, 0 skipped"
                                                       : "0 passed, 1 failed, 0 skipped"));
    }

    void whatWasFoundLiesBesideTheOracles()
    {
        const RecordFolder shared;
        const auto runFound = [&shared] {
            qputenv("NERVURE_ORACLES", shared.path().toUtf8() + "/oracles");
            const CliResult result =
                runProgram(QStringLiteral("nervure-conformance"), {QStringLiteral("--found")});
            qunsetenv("NERVURE_ORACLES");
            return result;
        };
        QCOMPARE(runFound().exitCode, 77);
        shared.write(QStringLiteral("found/nnvm/corpus/tiny.json"), QByteArray(R"({
  "nodes": [
    {
      "op": "null",
      "name": "x",
      "inputs": []
    }
  ],
  "arg_nodes": [0],
  "node_row_ptr": [0, 1],
  "heads": [[0, 0, 0]]
})")
                                                                        .replace(",\n", ", \n"));
        const CliResult result = runFound();
        QVERIFY2(result.exitCode == 0, result.out.constData());
        QCOMPARE(lastLineOf(result), QByteArray("1 passed, 0 failed, 0 skipped"));
    }
};

NERVURE_TEST(TstRunnerRecords)
#include "tst_runner_records.moc"
