// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "core/formats/tensors/npz.h"
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// y = relu(x).
const QByteArray ranModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

QStringList run(const QStringList &options)
{
    return QStringList{s("run"), s("-"), s("--device"), s("reference")} + options;
}

/// A file with the tensor [-1, 2] in the folder.
QString inputFile(const QTemporaryDir &folder)
{
    const Tensor tensor = Tensor::ofFloats({2}, std::vector<float>{-1, 2});
    QFile file(folder.filePath(s("x.npy")));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(QByteArray::fromStdString(writeNpy(tensor.view()))) < 0) {
        qFatal("cannot write the input");
    }
    return file.fileName();
}

} // namespace

class TstRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givenInputsGiveTheirOutputs();
    void outputsAreSaved();
    void archivesGoInAndOut();
    void seedsDecideTheValues();
    void seedsOutOfRangeAreWrongUsage_data();
    void seedsOutOfRangeAreWrongUsage();
    void inputsThatAreNotThereAreRefused();
    void halfArithmeticIsRefusedInOneLine();
    void faultyFilesAreTheInputsFault();
    void valuesThatTheModelContradictsAreRefusedByTheirFile_data();
    void valuesThatTheModelContradictsAreRefusedByTheirFile();
    void lightNetPrintsItsBlockAndNothingElse();
    void everyTensorThatLightNetDoesNotReadIsAnOutput();
    void lightNetTakesInputsAndTellsItsOutputsAside();
    void whatIsMadeUpIsTold();
    void manyInputsAreCounted();
    void anUnknownOperatorIsTheCause();
};

void TstRun::givenInputsGiveTheirOutputs()
{
    const QTemporaryDir folder;
    const CliResult result =
        runCli(run({s("--input"), s("x=") + inputFile(folder), s("--json")}), ranModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject json = result.json();
    for (const char *key : {"device", "pipeline", "outputs", "printed", "wall_ms"}) {
        QVERIFY2(json.contains(s(key)), key);
    }
    const QJsonObject output = json.value(s("outputs")).toArray().first().toObject();
    QCOMPARE(output.value(s("name")).toString(), s("y"));
    QCOMPARE(output.value(s("shape")).toArray(), QJsonArray({2}));
    QCOMPARE(output.value(s("data")).toArray(), QJsonArray({0, 2}));
}

void TstRun::outputsAreSaved()
{
    const QTemporaryDir folder;
    const CliResult result = runCli(run({s("--input"), s("x=") + inputFile(folder), s("--output"),
                                         folder.filePath(s("out")), s("--json")}),
                                    ranModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject output = result.json().value(s("outputs")).toArray().first().toObject();
    QVERIFY(!output.contains(s("data")));
    QFile file(output.value(s("file")).toString());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto tensor = readNpy(file.readAll().toStdString());
    QVERIFY(tensor.ok());
    QCOMPARE(tensor->elements<float>()[1], 2.0F);
}

void TstRun::archivesGoInAndOut()
{
    const QTemporaryDir folder;
    const QString archive = folder.filePath(s("in.npz"));
    TensorMap values;
    values["x"] = Tensor::ofFloats({2}, std::vector<float>{-1, 2});
    QFile file(archive);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(*writeNpz(values)));
    file.close();
    const QString saved = folder.filePath(s("out.npz"));
    for (const char *option : {"--input", "--params"}) {
        const CliResult result =
            runCli(run({s(option), archive, s("--output"), saved, s("--json")}), ranModel);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(result.json()[s("outputs")][0][s("file")].toString(), saved);
        const auto outputs = readNpz(tests::readFile(saved.toStdString()));
        QVERIFY(outputs.ok());
        QCOMPARE(outputs->at("y").elements<float>()[0], 0.0F);
        QCOMPARE(outputs->at("y").elements<float>()[1], 2.0F);
    }
    QVERIFY(file.resize(60));
    const CliResult cut = runCli(run({s("--input"), archive}), ranModel);
    QCOMPARE(cut.exitCode, 1);
    QCOMPARE(cut.err.count('\n'), 1);
    QVERIFY2(cut.err.contains("in.npz: "), cut.err.constData());
}

void TstRun::seedsDecideTheValues()
{
    const auto outputs = [](const char *seed) {
        const CliResult result =
            runCli(run({s("--shape"), s("x=16"), s("--seed"), s(seed), s("--json")}), ranModel);
        return result.json().value(s("outputs")).toArray();
    };
    QCOMPARE(outputs("1"), outputs("1"));
    QVERIFY(outputs("1") != outputs("2"));
}

void TstRun::seedsOutOfRangeAreWrongUsage_data()
{
    QTest::addColumn<QString>("seed");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("largest") << s("18446744073709551615") << 0;
    QTest::newRow("too large") << s("18446744073709551616") << 2;
    QTest::newRow("negative") << s("-1") << 2;
    QTest::newRow("fraction") << s("1.5") << 2;
    QTest::newRow("word") << s("seed") << 2;
}

void TstRun::seedsOutOfRangeAreWrongUsage()
{
    QFETCH(QString, seed);
    QFETCH(int, exitCode);
    const CliResult result = runCli(run({s("--shape"), s("x=2"), s("--seed=") + seed}), ranModel);
    QCOMPARE(result.exitCode, exitCode);
    QCOMPARE(result.err.contains("expected a whole number from 0 to 2^64 - 1"), exitCode == 2);
}

void TstRun::inputsThatAreNotThereAreRefused()
{
    const QTemporaryDir folder;
    const QString file = inputFile(folder);
    QCOMPARE(runCli(run({s("--input"), s("q=") + file}), ranModel).exitCode, 2);
    QCOMPARE(runCli(run({s("--input"), s("x")}), ranModel).exitCode, 2);
    QCOMPARE(runCli(run({s("--input"), s("x=/does/not/exist.npy")}), ranModel).exitCode, 1);
    const CliResult shape =
        runCli(run({s("--input"), s("x=") + file, s("--shape"), s("x=3")}), ranModel);
    QCOMPARE(shape.exitCode, 1);
    QVERIFY(shape.err.contains("expected"));
}

void TstRun::halfArithmeticIsRefusedInOneLine()
{
    const CliResult result = runCli(run({s("--half-arithmetic")}), ranModel);
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("float16"), result.err.constData());
    QCOMPARE(result.err.trimmed().count('\n'), 0);
}

void TstRun::faultyFilesAreTheInputsFault()
{
    NERVURE_VERIFY_EXIT(runCli(run({}), "{\"nodes\": 3}"), 1, "-:1:11: 'nodes' is an integer");
    NERVURE_VERIFY_EXIT(runCli(run({}), ranModel), 1, "give the shape of x: --shape x=DIMS");
}

void TstRun::valuesThatTheModelContradictsAreRefusedByTheirFile_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("exitCode");
    // The file holds float32 [2].
    QTest::newRow("nothing declared") << QByteArray("{}") << QString() << 0;
    QTest::newRow("the same") << QByteArray(R"({"shape": "[2]", "dtype": "0"})") << QString() << 0;
    QTest::newRow("other size") << QByteArray(R"({"shape": "[3]"})") << QString() << 1;
    QTest::newRow("other rank") << QByteArray(R"({"shape": "[1, 2]"})") << QString() << 1;
    QTest::newRow("other type") << QByteArray(R"({"dtype": "1"})") << QString() << 1;
    QTest::newRow("--shape") << QByteArray("{}") << s("x=4") << 1;
    QTest::newRow("--shape before the file") << QByteArray(R"({"shape": "[3]"})") << s("x=2") << 0;
}

void TstRun::valuesThatTheModelContradictsAreRefusedByTheirFile()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QString, shape);
    QFETCH(int, exitCode);
    QByteArray declaring = ranModel;
    declaring.replace(R"("name": "x",)", R"("name": "x", "attrs": )" + attributes + ",");
    const QTemporaryDir folder;
    QStringList options{s("--input"), s("x=") + inputFile(folder)};
    if (!shape.isEmpty()) {
        options += {s("--shape"), shape};
    }
    const CliResult result = runCli(run(options), declaring);
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
    if (exitCode != 0) {
        QVERIFY2(result.err.contains("x.npy: found float32 [2]"), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
    }
}

void TstRun::lightNetPrintsItsBlockAndNothingElse()
{
    const QString file = QString::fromStdString(
        (sourceFolder() / "resources/samples/lightnet_example.json").string());
    const QByteArray block = "tensor2:\n[[2.000 3.000 4.000]\n [6.000 7.000 8.000]]\n";
    const CliResult plain = runCli({s("run"), file, s("--device"), s("reference")});
    QVERIFY2(plain.exitCode == 0, plain.err.constData());
    QCOMPARE(plain.out, block);
    const CliResult json = runCli({s("run"), file, s("--device"), s("reference"), s("--json")});
    QCOMPARE(json.json().value(s("printed")).toString().toUtf8(), block);
}

void TstRun::everyTensorThatLightNetDoesNotReadIsAnOutput()
{
    const char *document = R"({"ops": [{"name": "c", "optype": "create", "tensors_in": [],
        "tensors_out": [{"arg_name": "dst", "name": "t"}],
        "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [2]},
            {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [3, 5]},
            {"arg_name": "from_file", "value": false}]},
        {"name": "m", "optype": "maxreduce_arg", "tensors_in": [{"arg_name": "src", "name": "t"}],
        "tensors_out": [{"arg_name": "dst", "name": "most"}, {"arg_name": "arg", "name": "where"}],
        "params": [{"arg_name": "axis", "value": 0}]}]})";
    const CliResult result = runCli(run({s("--json")}), document);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonArray outputs = result.json().value(s("outputs")).toArray();
    QCOMPARE(outputs.size(), 2);
    QCOMPARE(outputs[0].toObject().value(s("data")).toArray(), QJsonArray({5}));
    QCOMPARE(outputs[1].toObject().value(s("name")).toString(), s("where"));
    QCOMPARE(outputs[1].toObject().value(s("data")).toArray(), QJsonArray({1}));
}

void TstRun::lightNetTakesInputsAndTellsItsOutputsAside()
{
    const char *document = R"({"ops": [{"name": "c", "optype": "create", "tensors_in": [],
        "tensors_out": [{"arg_name": "dst", "name": "x"}],
        "params": [{"arg_name": "dtype", "value": "TL_FLOAT"}, {"arg_name": "dims", "value": [2]},
            {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [3, 5]},
            {"arg_name": "from_file", "value": false}]},
        {"name": "r", "optype": "relu", "tensors_in": [{"arg_name": "src", "name": "x"}],
        "tensors_out": [{"arg_name": "dst", "name": "y"}], "params": []}]})";
    const QTemporaryDir folder;
    const QString input = s("x=") + inputFile(folder);
    const CliResult plain = runCli(run({}), document);
    QVERIFY2(plain.exitCode == 0, plain.err.constData());
    QCOMPARE(plain.out, QByteArray());
    QVERIFY2(plain.err.contains("y  float32 2  [3, 5]"), plain.err.constData());
    const CliResult given = runCli(run({s("--input"), input}), document);
    QVERIFY2(given.exitCode == 0, given.err.constData());
    QVERIFY2(given.err.contains("y  float32 2  [0, 2]"), given.err.constData());
    const CliResult quiet = runCli(run({s("-q"), s("--input"), input}), document);
    QCOMPARE(quiet.err, QByteArray());
    QByteArray longer(document);
    longer.replace("\"value\": [2]", "\"value\": [3]");
    const CliResult wrong = runCli(run({s("--input"), input}), longer);
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.err.contains("'x'") && wrong.err.contains("[3]"), wrong.err.constData());
    const CliResult exact =
        runCli(run({s("--semantics"), s("exact"), s("--input"), input}), document);
    QCOMPARE(exact.exitCode, 2);
    const CliResult unknown = runCli(run({s("--input"), s("z=") + inputFile(folder)}), document);
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("'z'"), unknown.err.constData());
}

void TstRun::whatIsMadeUpIsTold()
{
    const char *dense = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "null", "name": "w", "inputs": []}, {"op": "null", "name": "b", "inputs": []},
        {"op": "dense", "name": "d", "attrs": {"units": "3"},
         "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}],
        "arg_nodes": [0, 1, 2], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[3, 0, 0]]})";
    const CliResult result = runCli(run({s("--shape"), s("x=1,2")}), dense);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains("no values are given for 2 of 2 parameters (--params FILE) and "
                                 "input 'x' (--input NAME=FILE): they are made up from seed 0"),
             result.err.constData());
    const QTemporaryDir folder;
    const CliResult given = runCli(run({s("--input"), s("x=") + inputFile(folder)}), ranModel);
    QVERIFY2(!given.err.contains("made up"), given.err.constData());
}

void TstRun::manyInputsAreCounted()
{
    const char *sum = R"({"nodes": [{"op": "null", "name": "a", "inputs": []},
        {"op": "null", "name": "b", "inputs": []}, {"op": "null", "name": "c", "inputs": []},
        {"op": "null", "name": "d", "inputs": []}, {"op": "null", "name": "e", "inputs": []},
        {"op": "elemwise_sum", "name": "s", "attrs": {"num_args": "5"},
         "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]]}],
        "arg_nodes": [0, 1, 2, 3, 4], "node_row_ptr": [0, 1, 2, 3, 4, 5, 6], "heads": [[5, 0, 0]]})";
    const CliResult result = runCli(run({s("--shape"), s("a=2")}), sum);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains("given for 5 inputs ('a', 'b', 'c', 'd', …) (--input NAME=FILE)"),
             result.err.constData());
}

void TstRun::anUnknownOperatorIsTheCause()
{
    const char *document = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "mystery", "name": "m", "inputs": [[0, 0, 0]]},
        {"op": "null", "name": "w", "inputs": []}, {"op": "null", "name": "b", "inputs": []},
        {"op": "dense", "name": "d", "attrs": {"units": "3"},
         "inputs": [[1, 0, 0], [2, 0, 0], [3, 0, 0]]}],
        "arg_nodes": [0, 2, 3], "node_row_ptr": [0, 1, 2, 3, 4, 5], "heads": [[4, 0, 0]]})";
    for (const char *pipeline : {"none", "device", "nnvm:3"}) {
        const CliResult result =
            runCli(run({s("--shape"), s("x=1,2"), s("--pipeline"), s(pipeline)}), document);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.err.contains("mystery 'm': the operator is not known"),
                 result.err.constData());
        QVERIFY2(!result.err.contains("give the shape of"), result.err.constData());
    }
}

NERVURE_TEST(TstRun)
#include "tst_run.moc"
