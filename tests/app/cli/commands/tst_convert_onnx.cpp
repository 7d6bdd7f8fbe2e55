// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

/// convert to ONNX, and back by running what it wrote.
class TstConvertOnnx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anNnvmGraphBecomesAModelWithItsParameters();
    void withoutParametersVariablesAreInputs();
    void aDocumentBecomesAModelWithWhatItMakes();
    void weightsOfAFileComeAlong();
    void whatHasNoCounterpartIsToldAndNothingWritten();
    void valuesMustFitTheirVariable();
    void parametersOfOtherModelsAreNotWeights();
};

namespace {

const QByteArray denseGraph = R"({"nodes": [
    {"op": "null", "name": "x", "attrs": {"shape": "[1, 2]"}, "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "y", "attrs": {"units": "1", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

/// A document that adds what a file has to what it makes itself.
const QByteArray addingDocument = R"({"ops": [
    {"name": "made", "optype": "create", "tensors_in": [],
     "tensors_out": [{"arg_name": "dst", "name": "image"}],
     "params": [{"arg_name": "dtype", "value": "TL_FLOAT"},
                {"arg_name": "dims", "value": [1, 2]},
                {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [3, 4]},
                {"arg_name": "from_file", "value": false}]},
    {"name": "loaded", "optype": "create", "tensors_in": [],
     "tensors_out": [{"arg_name": "dst", "name": "more"}],
     "params": [{"arg_name": "dtype", "value": "TL_FLOAT"},
                {"arg_name": "dims", "value": [1, 2]},
                {"arg_name": "ran", "value": [0, 0]}, {"arg_name": "data", "value": [0]},
                {"arg_name": "from_file", "value": true}]},
    {"name": "sum", "optype": "elew",
     "tensors_in": [{"arg_name": "src1", "name": "image"}, {"arg_name": "src2", "name": "more"}],
     "tensors_out": [{"arg_name": "dst", "name": "total"}],
     "params": [{"arg_name": "elew_op", "value": "TL_SUM"}]}]})";

void putBytes(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// A NumPy file of float32 numbers in one row.
QByteArray npyRow(std::initializer_list<float> values)
{
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, "
                        + QByteArray::number(qsizetype(values.size())) + "), }";
    header = header.leftJustified(117, ' ') + '\n';
    QByteArray bytes("\x93NUMPY\x01\x00", 8);
    bytes += char(header.size());
    bytes += '\0';
    bytes += header;
    for (const float value : values) {
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes;
}

/// The elements of the first result of a run on the reference.
QList<double> resultOf(const QString &model, const QStringList &more = {})
{
    const CliResult run =
        runCli(QStringList{s("run"), model, s("--device"), s("reference"), s("--json")} + more);
    QList<double> elements;
    const QJsonArray outputs = run.json().value(s("outputs")).toArray();
    for (const QJsonValue &value : outputs.first().toObject().value(s("data")).toArray()) {
        elements << value.toDouble();
    }
    return elements;
}

/// graph.json and graph.params of the document, whose tensor "more" is 1, 2; false where it fails.
bool writeAddingGraph(const QTemporaryDir &folder)
{
    putBytes(folder.filePath(s("net.json")), addingDocument);
    putBytes(folder.filePath(s("net.wts")), "1\nmore 0 2 3f800000 40000000\n");
    const CliResult lowered =
        runCli({s("convert"), folder.filePath(s("net.json")), folder.filePath(s("graph.json")),
                s("--to"), s("nnvm"), s("-f"), folder.filePath(s("net.wts"))});
    return lowered.exitCode == 0 && QFile::exists(folder.filePath(s("graph.params")));
}

QJsonObject infoOf(const QString &model)
{
    return runCli({s("info"), model, s("--json")}).json();
}

QStringList inputsOf(const QString &model)
{
    QStringList names;
    for (const QJsonValue &input : infoOf(model).value(s("inputs")).toArray()) {
        names << input.toObject().value(s("name")).toString();
    }
    return names;
}

} // namespace

void TstConvertOnnx::anNnvmGraphBecomesAModelWithItsParameters()
{
    const QTemporaryDir folder;
    const QString graph = folder.filePath(s("graph.json"));
    const QString out = folder.filePath(s("net.onnx"));
    QVERIFY(writeAddingGraph(folder));
    putBytes(folder.filePath(s("x.npy")), npyRow({2, 3}));
    // The name tells the format, and the parameters lie beside the graph.
    const CliResult converted = runCli({s("convert"), graph, out, s("--shape"), s("image=1,2")});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    QCOMPARE(inputsOf(out), QStringList{s("image")});
    QCOMPARE(infoOf(out).value(s("params")).toInt(), 2);
    QCOMPARE(resultOf(out, {s("--input"), s("image=") + folder.filePath(s("x.npy"))}),
             (QList<double>{3, 5}));
}

void TstConvertOnnx::withoutParametersVariablesAreInputs()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("net.onnx"));
    const CliResult converted = runCli({s("convert"), s("-"), out, s("--json")}, denseGraph);
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    QCOMPARE(converted.json().value(s("to")).toString(), s("onnx"));
    QCOMPARE(qint64(converted.json().value(s("bytes")).toInt()), QFile(out).size());
    QCOMPARE(infoOf(out).value(s("format")).toString(), s("onnx"));
    QCOMPARE(inputsOf(out), (QStringList{s("x"), s("w")}));
    putBytes(folder.filePath(s("x.npy")), npyRow({2, 3}));
    putBytes(folder.filePath(s("w.npy")), npyRow({0.5F, -2}));
    QCOMPARE(resultOf(out, {s("--input"), s("x=") + folder.filePath(s("x.npy")), s("--input"),
                            s("w=") + folder.filePath(s("w.npy"))}),
             QList<double>{-5});
}

/// What the document makes itself may be given other values.
void TstConvertOnnx::aDocumentBecomesAModelWithWhatItMakes()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("net.onnx"));
    QByteArray document = addingDocument;
    document.replace("true", "false");
    const CliResult converted = runCli({s("convert"), s("-"), out}, document);
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    QCOMPARE(resultOf(out), (QList<double>{3, 4}));
    putBytes(folder.filePath(s("x.npy")), npyRow({2, 3}));
    QCOMPARE(resultOf(out, {s("--input"), s("image=") + folder.filePath(s("x.npy"))}),
             (QList<double>{2, 3}));
}

void TstConvertOnnx::weightsOfAFileComeAlong()
{
    const QTemporaryDir folder;
    const QString document = folder.filePath(s("net.json"));
    const QString out = folder.filePath(s("net.onnx"));
    putBytes(document, addingDocument);
    putBytes(folder.filePath(s("net.wts")), "1\nmore 0 2 3f800000 40000000\n"); // 1, 2
    const CliResult converted =
        runCli({s("convert"), document, out, s("-f"), folder.filePath(s("net.wts"))});
    QVERIFY2(converted.exitCode == 0, converted.err.constData());
    QCOMPARE(resultOf(out), (QList<double>{4, 6}));
    // Without the file it is an input that has to be given.
    const CliResult open = runCli({s("convert"), document, out});
    QVERIFY2(open.exitCode == 0, open.err.constData());
    QVERIFY(inputsOf(out).contains(s("more")));
    // As parameters of an NNVM graph.
    const QString graph = folder.filePath(s("graph.json"));
    const CliResult lowered = runCli({s("convert"), document, graph, s("--to"), s("nnvm"), s("-f"),
                                      folder.filePath(s("net.wts"))});
    QVERIFY2(lowered.exitCode == 0, lowered.err.constData());
    QVERIFY(QFile::exists(folder.filePath(s("graph.params"))));
    QVERIFY(lowered.err.contains("'image'") && !lowered.err.contains("'more'"));
}

void TstConvertOnnx::whatHasNoCounterpartIsToldAndNothingWritten()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.onnx"));
    putBytes(out, "old");
    const QByteArray model = R"({"nodes": [
        {"op": "null", "name": "x", "attrs": {"shape": "[1, 4, 4, 4]"}, "inputs": []},
        {"op": "yolo_reorg", "name": "y", "attrs": {"stride": "2"}, "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";
    const CliResult result = runCli({s("convert"), s("-"), out}, model);
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(
                 "operator yolo_reorg of 'y' has no counterpart in ONNX: ONNX has no operators"),
             result.err.constData());
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("old"));
}

void TstConvertOnnx::valuesMustFitTheirVariable()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.onnx"));
    QVERIFY(writeAddingGraph(folder));
    const CliResult result =
        runCli({s("convert"), folder.filePath(s("graph.json")), out, s("--dtype"),
                s("more=float64"), s("--dtype"), s("image=float64"), s("--shape"), s("image=1,2"),
                s("--params"), folder.filePath(s("graph.params"))});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("parameter 'more' is float32 [1,2], expected float64 [1, 2]"),
             result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstConvertOnnx::parametersOfOtherModelsAreNotWeights()
{
    const CliResult result = runCli(
        {s("convert"), s("-"), s("-"), s("--to"), s("onnx"), s("-f"), s("w.wts")}, denseGraph);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("-f is for models of LightNet"), result.err.constData());
}

NERVURE_TEST(TstConvertOnnx)
#include "tst_convert_onnx.moc"
