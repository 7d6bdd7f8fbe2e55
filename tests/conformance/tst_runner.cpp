// SPDX-License-Identifier: Apache-2.0
// The program on small folders of oracles made here: what it says, and how it ends.
#include "tests/support/cli.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

/// x through relu, as SaveJSON writes it: a blank follows every comma.
const QByteArray graphText = QByteArray(R"({
  "nodes": [
    {
      "op": "null",
      "name": "x",
      "inputs": []
    },
    {
      "op": "relu",
      "name": "r",
      "inputs": [[0, 0, 0]]
    }
  ],
  "arg_nodes": [0],
  "node_row_ptr": [0, 1, 2],
  "heads": [[1, 0, 0]]
})")
                                 .replace(",\n", ", \n");

const char *const oracleText = R"({
"name": "tiny", "inputs": {"x": {"shape": [1, 4], "dtype": "float32"}},
"index": {"num_nodes": 2, "num_node_entries": 2, "node_row_ptr": [0, 1, 2], "arg_nodes": [0],
          "heads": [[1, 0, 0]]},
"input_names": ["x"], "input_names_aux_state": [], "input_names_read_only": ["x"],
"output_names": ["r_output"],
"nodes": [null, {"num_inputs": 1, "num_outputs": 1, "input_names": ["data"],
                 "inplace": [[0, 0]], "pattern": 0}],
"shape": [[1, 4], [1, 4]], "shape_num_unknown_nodes": 0,
"dtype_inputs": {"x": "float32"}, "dtype": [0, 0], "dtype_num_unknown_nodes": 0,
"plan_memory": {"storage_id": [-1, 0], "storage_inplace_index": [-1, -1],
                "storage_allocated_bytes": 16, "storage_num_not_allocated": 0}})";

const char *const numericText = R"({
"graph": "tiny", "inputs": {"x": {"shape": [1, 4], "dtype": "float32", "data": [-1, 0, 1, "inf"]}},
"outputs": [{"shape": [1, 4], "dtype": "float32", "data": [0, 0, 1, "inf"]}]})";

class Folder {
public:
    void write(const QString &path, const QByteArray &text)
    {
        const QString full = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), qint64(text.size()));
    }
    void writeTiny()
    {
        write(QStringLiteral("nnvm/corpus/tiny.json"), graphText);
        write(QStringLiteral("nnvm/oracle/tiny.json"), oracleText);
        write(QStringLiteral("nnvm/numeric/tiny.json"), numericText);
    }
    [[nodiscard]] CliResult run(QStringList arguments = {}) const
    {
        arguments.prepend(m_folder.path());
        return runProgram(QStringLiteral("nervure-conformance"), arguments);
    }

private:
    QTemporaryDir m_folder;
};

QByteArray lastLine(const CliResult &result)
{
    return result.out.trimmed().split('\n').last();
}

/// `text` with one place replaced.
QByteArray changed(QByteArray text, const char *from, const char *to)
{
    const auto at = text.indexOf(from);
    return text.replace(at, QByteArray(from).size(), to);
}

} // namespace

class TstRunner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreementEndsWithZero()
    {
        Folder folder;
        folder.writeTiny();
        const CliResult result = folder.run();
        QCOMPARE(lastLine(result), QByteArray("8 passed, 0 failed, 1 skipped"));
        QCOMPARE(result.exitCode, 0);
    }

    void everyWrongRecordFails_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("section");
        const QString oracle = QStringLiteral("nnvm/oracle/tiny.json");
        QTest::newRow("round trip")
            << QStringLiteral("nnvm/corpus/tiny.json") << changed(graphText, "\"x\", ", "\"x\",")
            << QByteArray("round trip");
        QTest::newRow("index") << oracle
                               << changed(oracleText, "\"num_nodes\": 2", "\"num_nodes\": 3")
                               << QByteArray("index");
        QTest::newRow("names") << oracle << changed(oracleText, "r_output", "r_out")
                               << QByteArray("names");
        QTest::newRow("nodes") << oracle << changed(oracleText, "\"pattern\": 0", "\"pattern\": 1")
                               << QByteArray("nodes");
        QTest::newRow("shape") << oracle
                               << changed(oracleText, "[[1, 4], [1, 4]]", "[[1, 4], [1, 5]]")
                               << QByteArray("shape");
        QTest::newRow("dtype") << oracle
                               << changed(oracleText, "\"dtype\": [0, 0]", "\"dtype\": [0, 1]")
                               << QByteArray("dtype");
        QTest::newRow("plan") << oracle << changed(oracleText, "_bytes\": 16", "_bytes\": 32")
                              << QByteArray("plan");
        QTest::newRow("numeric") << QStringLiteral("nnvm/numeric/tiny.json")
                                 << changed(numericText, "[0, 0, 1,", "[0, 0, 1.001,")
                                 << QByteArray("numeric");
    }
    void everyWrongRecordFails()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, section);
        Folder folder;
        folder.writeTiny();
        folder.write(file, text);
        const CliResult result = folder.run();
        QCOMPARE(lastLine(result), QByteArray("7 passed, 1 failed, 1 skipped"));
        QVERIFY2(result.out.startsWith("FAIL tiny: " + section + ": "), result.out.constData());
        QCOMPARE(result.exitCode, 1);
    }

    void unreadableFilesFailAndTheRestRuns()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/corpus/broken.json"), "{\"nodes\": [");
        folder.write(QStringLiteral("nnvm/oracle/tiny.json"), "not JSON");
        folder.write(QStringLiteral("nnvm/oracle/alone.json"), oracleText);
        folder.write(QStringLiteral("nnvm/errors.json"), "[");
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(lastLine(result), QByteArray("2 passed, 4 failed, 0 skipped"));
        for (const char *file : {"alone", "broken", "tiny", "errors.json"}) {
            QVERIFY2(result.out.contains("FAIL " + QByteArray(file) + ": "),
                     result.out.constData());
        }
    }

    void recordWithoutWhatItNeedsFails()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/oracle/tiny.json"),
                     changed(oracleText, "\"storage_id\": [-1, 0], ", ""));
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"), "{\"outputs\": []}");
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.out.contains("FAIL tiny: numeric: "));
    }

    void emptyFolderIsNoSuccess()
    {
        const Folder folder;
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 2);
        QVERIFY(!result.err.isEmpty());
    }

    void missingFolderIsNoSuccess()
    {
        const CliResult result =
            runProgram(QStringLiteral("nervure-conformance"), {QStringLiteral("/no/such/folder")});
        QCOMPARE(result.exitCode, 2);
    }

    void filterAndOnlyChoose()
    {
        Folder folder;
        folder.writeTiny();
        QCOMPARE(folder.run({QStringLiteral("--filter"), QStringLiteral("t*y")}).exitCode, 0);
        QCOMPARE(folder.run({QStringLiteral("--filter"), QStringLiteral("other")}).exitCode, 2);
        QCOMPARE(folder.run({QStringLiteral("--only"), QStringLiteral("nnvm")}).exitCode, 0);
        QCOMPARE(folder.run({QStringLiteral("--only"), QStringLiteral("lightnet")}).exitCode, 2);
        QCOMPARE(folder.run({QStringLiteral("--only"), QStringLiteral("other")}).exitCode, 2);
    }

    void jsonHoldsTheResult()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(numericText, "[0, 0, 1,", "[0, 0, 2,"));
        const CliResult result = folder.run({QStringLiteral("--json")});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json().value(QStringLiteral("failed")).toInt(), 1);
        const auto failure =
            result.json().value(QStringLiteral("failures")).toArray().at(0).toObject();
        QCOMPARE(failure.value(QStringLiteral("section")).toString(), QStringLiteral("numeric"));
    }

    void orderDoesNotDependOnJobs()
    {
        Folder folder;
        for (int i = 0; i < 20; ++i) {
            folder.write(QStringLiteral("nnvm/corpus/c%1.json").arg(i), "{}");
        }
        const CliResult one = folder.run({QStringLiteral("--jobs"), QStringLiteral("1")});
        const CliResult four = folder.run({QStringLiteral("--jobs"), QStringLiteral("4")});
        QCOMPARE(four.out, one.out);
        QCOMPARE(lastLine(one), QByteArray("0 passed, 20 failed, 0 skipped"));
    }

    void valuesNotToRelyOnAreSkipped()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(changed(numericText, "[0, 0, 1,", "[0, 0, 2,"), "\"outputs\"",
                             "\"no_reliance\": {\"0\": \"a tie\"}, \"outputs\""));
        const CliResult result = folder.run();
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("SKIP tiny: numeric: no_reliance: \"a tie\""));
    }

    void filesTheReadmeNamesAreSkipped()
    {
        Folder folder;
        folder.writeTiny();
        folder.write(QStringLiteral("nnvm/README.md"), "x\nNo reliance on: a, tiny (why).\n");
        QVERIFY(folder.run().out.contains("SKIP tiny: numeric: "));
        folder.write(QStringLiteral("nnvm/README.md"), "No reliance on: tiny_two.\n");
        QVERIFY(!folder.run().out.contains("SKIP tiny: numeric: "));
    }

    void eitherTargetIsRight()
    {
        Folder folder;
        folder.writeTiny();
        const QByteArray other =
            R"("outputs_opencl": [{"shape": [1, 4], "dtype": "float32", "data": [0, 0, 1, "inf"]}],)";
        folder.write(QStringLiteral("nnvm/numeric/tiny.json"),
                     changed(changed(numericText, "[0, 0, 1,", "[0, 0, 2,"), "\"inputs\"",
                             (other + "\"inputs\"").constData()));
        QCOMPARE(folder.run().exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(TstRunner)
#include "tst_runner.moc"
