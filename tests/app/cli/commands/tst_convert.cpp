// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

class TstConvert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void canonicalTextIsAFixedPoint();
    void whatWasWrittenIsTold();
    void anUnknownFormatIsWrongUsage();
    void aFolderThatIsNotThereIsTold();
    void aPictureIsNotWhatThisWrites();
    void anNnvmGraphBecomesADocument();
    void valuesOfParametersCome_data();
    void valuesOfParametersCome();
    void whatHasNoCounterpartIsToldAndNothingWritten();
    void aDocumentBecomesAnNnvmGraph();
    void anMXNetSymbolBecomesAnNnvmGraph();
    void anOnnxModelBecomesAnNnvmGraphWithItsParameters();
    void nothingBecomesAnMXNetSymbol();
    void valuesMustFitTheirTensor_data();
    void valuesMustFitTheirTensor();
    void theNameOfTheWeightFileIsNotTheModels();
    void bothFilesAreWrittenOrNeither_data();
    void bothFilesAreWrittenOrNeither();
    void aFaultyDocumentIsNotLowered();
    void keptOperatorsAreNamedAndNothingWritten();
    void valuesLeftBehindAreNamed();
    void theHelpSaysWhereValuesGo();
};

namespace {

const QByteArray convertedRelu = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

const QByteArray denseModel = R"({"nodes": [
    {"op": "null", "name": "x", "attrs": {"shape": "[1, 2]"}, "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "dense", "name": "y", "attrs": {"units": "1", "use_bias": "False"},
     "inputs": [[0, 0, 0], [1, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

const QByteArray broadcastModel = R"({"nodes": [
    {"op": "null", "name": "x", "attrs": {"shape": "[2, 2]"}, "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "broadcast_add", "name": "y", "inputs": [[0, 0, 0], [1, 0, 0]]}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

/// A document whose resize by halves has no counterpart.
const QByteArray stretchingDocument = R"({"ops": [
    {"name": "made", "optype": "create", "tensors_in": [],
     "tensors_out": [{"arg_name": "dst", "name": "image"}],
     "params": [{"arg_name": "dtype", "value": "TL_FLOAT"},
                {"arg_name": "dims", "value": [1, 1, 2, 2]},
                {"arg_name": "ran", "value": [0, 1]}, {"arg_name": "data", "value": [0]},
                {"arg_name": "from_file", "value": false}]},
    {"name": "stretched", "optype": "resize",
     "tensors_in": [{"arg_name": "src", "name": "image"}],
     "tensors_out": [{"arg_name": "dst", "name": "large"}],
     "params": [{"arg_name": "mode", "value": "TL_NEAREST"},
                {"arg_name": "dims", "value": [1, 1, 3, 3]}]}]})";

template <typename T>
void append(QByteArray &bytes, T value)
{
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

/// A file of parameters with "w", of shape 1, 2.
QByteArray paramsOfDense(float first, float second)
{
    QByteArray bytes;
    append<quint64>(bytes, 0xF7E58D4F05049CB7);
    append<quint64>(bytes, 0);
    append<quint64>(bytes, 1);
    append<quint64>(bytes, 1);
    bytes.append('w');
    append<quint64>(bytes, 1);
    append<quint64>(bytes, 0xDD5E40F096B4A13F);
    append<quint64>(bytes, 0);
    append<qint32>(bytes, 1); // the CPU
    append<qint32>(bytes, 0);
    append<qint32>(bytes, 2); // dimensions
    append<quint8>(bytes, 2); // float
    append<quint8>(bytes, 32);
    append<quint16>(bytes, 1);
    append<qint64>(bytes, 1);
    append<qint64>(bytes, 2);
    append<qint64>(bytes, 8);
    append(bytes, first);
    append(bytes, second);
    return bytes;
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// convert of the dense model to a document with its parameters.
CliResult convertDense(const QTemporaryDir &folder, const QString &out,
                       const QStringList &more = {})
{
    write(folder.filePath(s("w.params")), paramsOfDense(0.5F, -2.0F));
    return runCli(QStringList{s("convert"), s("-"), out, s("--to"), s("lightnet"), s("--params"),
                              folder.filePath(s("w.params"))}
                      + more,
                  denseModel);
}

/// A parameter of an operator of a document, as JSON.
QByteArray paramOf(const QByteArray &document, const QString &op, const QString &name)
{
    const QJsonArray ops = QJsonDocument::fromJson(document).object().value(s("ops")).toArray();
    for (const QJsonValue &item : ops) {
        for (const QJsonValue &param : item.toObject().value(s("params")).toArray()) {
            if (item.toObject().value(s("name")) == op && param[s("arg_name")] == name) {
                return QJsonDocument({param[s("value")]}).toJson(QJsonDocument::Compact);
            }
        }
    }
    return {};
}

} // namespace

void TstConvert::canonicalTextIsAFixedPoint()
{
    const QStringList arguments{s("convert"), s("-"), s("-"), s("--canonical")};
    const CliResult once = runCli(arguments, convertedRelu);
    QVERIFY2(once.exitCode == 0, once.err.constData());
    QCOMPARE(QJsonDocument::fromJson(once.out), QJsonDocument::fromJson(convertedRelu));
    const CliResult twice = runCli(arguments, once.out);
    QCOMPARE(twice.out, once.out);
}

void TstConvert::whatWasWrittenIsTold()
{
    QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result =
        runCli({s("convert"), s("-"), out, s("--canonical"), s("--json")}, convertedRelu);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.json().value(s("to")).toString(), s("nnvm"));
    QCOMPARE(qint64(result.json().value(s("bytes")).toInt()), QFile(out).size());
}

void TstConvert::anUnknownFormatIsWrongUsage()
{
    const CliResult result =
        runCli({s("convert"), s("-"), s("-"), s("--to"), s("caffe")}, convertedRelu);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("no format 'caffe'"), result.err.constData());
}

void TstConvert::aFolderThatIsNotThereIsTold()
{
    const CliResult result = runCli(
        {s("convert"), s("-"), s("/no/such/folder/out.json"), s("--canonical")}, convertedRelu);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains("/no/such/folder"), result.err.constData());
}

void TstConvert::aPictureIsNotWhatThisWrites()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.svg"));
    const CliResult result = runCli({s("convert"), s("-"), out}, convertedRelu);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("render"), result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstConvert::anNnvmGraphBecomesADocument()
{
    const CliResult result =
        runCli({s("convert"), s("-"), s("-"), s("--to"), s("lightnet"), s("--shape"), s("x=2")},
               convertedRelu);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(paramOf(result.out, s("x"), s("dims")), QByteArray("[[2]]"));
    // It is a document that loads and stays as it is.
    const CliResult again = runCli({s("convert"), s("-"), s("-"), s("--canonical")}, result.out);
    QVERIFY(again.err.isEmpty());
    QCOMPARE(again.out, result.out);
}

void TstConvert::valuesOfParametersCome_data()
{
    QTest::addColumn<QString>("out");
    QTest::newRow("in the document") << s("-");
    QTest::newRow("in a weight file") << s("out.json");
}

void TstConvert::valuesOfParametersCome()
{
    QFETCH(QString, out);
    const QTemporaryDir folder;
    write(folder.filePath(s("w.params")), paramsOfDense(0.5F, -2.0F));
    const bool isStdout = out == s("-");
    const CliResult result =
        runCli({s("convert"), s("-"), isStdout ? out : folder.filePath(out), s("--to"),
                s("lightnet"), s("--params"), folder.filePath(s("w.params"))},
               denseModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QFile weights(folder.filePath(s("out.wts")));
    QCOMPARE(weights.exists(), !isStdout);
    if (isStdout) {
        QCOMPARE(paramOf(result.out, s("w"), s("data")), QByteArray("[[0.5,-2]]"));
        QCOMPARE(paramOf(result.out, s("w"), s("from_file")), QByteArray("[false]"));
        return;
    }
    QVERIFY(weights.open(QIODevice::ReadOnly));
    QCOMPARE(weights.readAll(), QByteArray("1\nw 0 2 3f000000 c0000000\n"));
    QFile document(folder.filePath(out));
    QVERIFY(document.open(QIODevice::ReadOnly));
    QCOMPARE(paramOf(document.readAll(), s("w"), s("from_file")), QByteArray("[true]"));
    const CliResult run = runCli({s("run"), folder.filePath(out), s("-f"), weights.fileName()});
    QVERIFY2(run.exitCode == 0, run.err.constData());
}

void TstConvert::whatHasNoCounterpartIsToldAndNothingWritten()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    QByteArray model = convertedRelu;
    model.replace("relu", "floor");
    const CliResult result = runCli(
        {s("convert"), s("-"), out, s("--to"), s("lightnet"), s("--shape"), s("x=2")}, model);
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains(":3:") && result.err.contains("floor of 'y' has no counterpart"),
             result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstConvert::aDocumentBecomesAnNnvmGraph()
{
    const QStringList shape{s("--shape"), s("x=2")};
    const CliResult document = runCli(
        QStringList{s("convert"), s("-"), s("-"), s("--to"), s("lightnet")} + shape, convertedRelu);
    const CliResult back =
        runCli({s("convert"), s("-"), s("-"), s("--to"), s("nnvm")}, document.out);
    QVERIFY2(back.exitCode == 0, back.err.constData());
    QVERIFY(back.err.contains("without their values"));
    const QJsonArray nodes = QJsonDocument::fromJson(back.out).object().value(s("nodes")).toArray();
    QCOMPARE(nodes.size(), 2);
    QCOMPARE(nodes[1].toObject().value(s("op")).toString(), s("relu"));
}

/// By nnvm.frontend.from_mxnet in exact semantics, by the operator's own rule in fixed.
void TstConvert::anMXNetSymbolBecomesAnNnvmGraph()
{
    const auto names = [](const char *semantics, const QByteArray &op, const QByteArray &attrs) {
        const QByteArray symbol =
            R"({"nodes": [{"op": "null", "name": "x", "inputs": []}, {"op": ")" + op
            + R"(", "name": "y", "attrs": {)" + attrs
            + R"(}, "inputs": [[0, 0, 0]]}], "arg_nodes": [0], "heads": [[1, 0, 0]],
                "attrs": {"mxnet_version": ["int", 10901]}})";
        const CliResult graph = runCli({s("convert"), s("-"), s("-"), s("--to"), s("nnvm"),
                                        s("--shape"), s("x=1,2"), s("--semantics"), s(semantics)},
                                       symbol);
        QStringList found;
        for (const auto &node :
             QJsonDocument::fromJson(graph.out).object().value(s("nodes")).toArray()) {
            found << node.toObject().value(s("name")).toString();
        }
        return graph.exitCode == 0 ? found : QStringList{QString::fromUtf8(graph.err)};
    };
    QCOMPARE(
        names("exact", "FullyConnected", R"("num_hidden": "2")"),
        (QStringList{s("x"), s("flatten0"), s("dense0_weight"), s("dense0_bias"), s("dense0")}));
    QCOMPARE(names("fixed", "BlockGrad", ""), (QStringList{s("x"), s("y")}));
    QVERIFY(names("exact", "BlockGrad", "")
                .join(QString())
                .contains(s("Operator: BlockGrad is not supported in nnvm.")));
}

/// Run back, it computes the same.
void TstConvert::anOnnxModelBecomesAnNnvmGraphWithItsParameters()
{
    QTemporaryDir folder;
    const QString model = folder.filePath(s("net.onnx"));
    const QString graph = folder.filePath(s("net.json"));
    QFile file(model);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(
        modelOf(valueField(graph::input, "x", {"batch", "3"}) + initializerField("w", 3)
                + nodeField("Add", {"x", "w"}, {"y"}, "add")
                + valueField(graph::output, "y", {"batch", "3"}))));
    file.close();
    const CliResult converted =
        runCli({s("convert"), model, graph, s("--to"), s("nnvm"), s("--shape"), s("batch=2")});
    QCOMPARE(QString::fromUtf8(converted.err), QString());
    QCOMPARE(converted.exitCode, 0);
    QVERIFY(QFile::exists(folder.filePath(s("net.params"))));
    const auto outputs = [](const CliResult &run) {
        const QString text = QString::fromUtf8(run.out);
        return text.mid(text.indexOf(s("float32"))).section(s("\n"), 0, 0);
    };
    const CliResult before =
        runCli({s("run"), model, s("--device"), s("reference"), s("--shape"), s("batch=2")});
    const CliResult after = runCli({s("run"), graph, s("--device"), s("reference")});
    QCOMPARE(after.exitCode, 0);
    QCOMPARE(outputs(after), outputs(before));
    QVERIFY(outputs(after).startsWith(s("float32 2×3")));
}

void TstConvert::nothingBecomesAnMXNetSymbol()
{
    const CliResult result =
        runCli({s("convert"), s("-"), s("-"), s("--to"), s("mxnet")}, convertedRelu);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.err.contains("no model of nnvm becomes one of mxnet"));
}

void TstConvert::valuesMustFitTheirTensor_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("type") << denseModel
                          << QStringList{s("--dtype"), s("x=float64"), s("--dtype"), s("w=float64")}
                          << QByteArray("float32");
    QTest::newRow("shape") << broadcastModel << QStringList{s("--shape"), s("w=2,1")}
                           << QByteArray("[1,2]");
    QTest::newRow("count") << broadcastModel << QStringList{s("--shape"), s("w=2,2")}
                           << QByteArray("[1,2]");
}

void TstConvert::valuesMustFitTheirTensor()
{
    QFETCH(QByteArray, model);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, told);
    const QTemporaryDir folder;
    const QString params = folder.filePath(s("w.params"));
    const QString out = folder.filePath(s("out.json"));
    write(params, paramsOfDense(0.5F, -2.0F));
    for (const QString &target : {out, s("-")}) {
        const CliResult result = runCli(QStringList{s("convert"), s("-"), target, s("--to"),
                                                    s("lightnet"), s("--params"), params}
                                            + options,
                                        model);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY2(result.err.contains("'w'") && result.err.contains(told), result.err.constData());
        QVERIFY(result.out.isEmpty());
    }
    QVERIFY(!QFile::exists(out) && !QFile::exists(folder.filePath(s("out.wts"))));
}

void TstConvert::theNameOfTheWeightFileIsNotTheModels()
{
    const QTemporaryDir folder;
    for (const char *name : {"out.wts", "out.WTS"}) {
        const QString out = folder.filePath(s(name));
        const CliResult result = convertDense(folder, out);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("weight file"), result.err.constData());
        QVERIFY(!QFile::exists(out));
    }
}

void TstConvert::bothFilesAreWrittenOrNeither_data()
{
    QTest::addColumn<QString>("blocked");
    QTest::newRow("no weight file") << s("out.wts");
    QTest::newRow("no document") << s("out.json");
}

void TstConvert::bothFilesAreWrittenOrNeither()
{
    QFETCH(QString, blocked);
    const QTemporaryDir folder;
    const QDir files(folder.path());
    const QString out = folder.filePath(s("out.json"));
    const QString weights = folder.filePath(s("out.wts"));
    const QString other = blocked == s("out.wts") ? out : weights;
    QVERIFY(files.mkdir(blocked));
    write(other, "old");
    const CliResult result = convertDense(folder, out);
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains(blocked.toUtf8()), result.err.constData());
    QCOMPARE(readAll(other), QByteArray("old"));
    QCOMPARE(files.entryList(QDir::Files).size(), 2); // with w.params
    // Free of the folder both are replaced.
    QVERIFY(files.rmdir(blocked));
    const CliResult again = convertDense(folder, out);
    QVERIFY2(again.exitCode == 0, again.err.constData());
    QVERIFY(readAll(out).startsWith('{'));
    QVERIFY(readAll(weights).startsWith("1\nw "));
}

void TstConvert::aFaultyDocumentIsNotLowered()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const QByteArray document = R"({"mem_sizes_h": [0, 0], "mem_sizes_l": [1], "ops": []})";
    const CliResult result = runCli({s("convert"), s("-"), out, s("--to"), s("nnvm")}, document);
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("mem_sizes_l"), result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstConvert::keptOperatorsAreNamedAndNothingWritten()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("out.json"));
    const CliResult result =
        runCli({s("convert"), s("-"), out, s("--to"), s("nnvm"), s("-q")}, stretchingDocument);
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("'stretched' (resize)"), result.err.constData());
    QVERIFY(!QFile::exists(out));
}

void TstConvert::valuesLeftBehindAreNamed()
{
    QByteArray document = stretchingDocument;
    document.replace("[1, 1, 3, 3]", "[1, 1, 4, 4]");
    const CliResult result = runCli({s("convert"), s("-"), s("-"), s("--to"), s("nnvm")}, document);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.err.contains("'image'") && result.err.contains("--params or --input"),
             result.err.constData());
}

void TstConvert::theHelpSaysWhereValuesGo()
{
    const CliResult result = runCli({s("convert"), s("--help")});
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.contains(".wts"), result.out.constData());
}

NERVURE_TEST(TstConvert)
#include "tst_convert.moc"
