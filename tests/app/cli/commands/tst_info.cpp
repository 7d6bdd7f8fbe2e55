// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npz.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

class TstInfo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aModelIsCountedAndItsInputsAreTold();
    void withoutShapesTotalsAreUnknown();
    void aFileThatIsNotThereIsTheInputsFault();
    void anInputThatIsNotThereIsWrongUsage();
    void standardInputIsAFile();
    void whatIsKnownIsToldDespiteAFault();
    void findingsOfOneCauseAreOneLine();
    void parametersBesideAreFound();
    void kernelsAreCountedByWhatTheyCompute();
    void anOnnxModelIsTold();
};

namespace {

/// y = relu(x), as NNVM writes it.
const QByteArray reluModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";

/// y = fused(x, p0), as TVM's runtime has it.
const QByteArray runtimeModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "p0", "inputs": []},
    {"op": "tvm_op", "name": "y", "inputs": [[0, 0, 0], [1, 0, 0]], "attrs": {
     "func_name": "tvmgen_default_fused_nn_dense_add_3", "num_inputs": "2", "num_outputs": "1",
     "flatten_data": "0"}}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]], "attrs": {
    "shape": ["list_shape", [[1, 2], [3, 2], [1, 3]]], "storage_id": ["list_int", [0, 1, 2]],
    "dltype": ["list_str", ["float32", "float32", "float32"]]}})";

/// A file of parameters with "p0", 3x2 zeros.
QByteArray runtimeParameters()
{
    nervure::TensorMap tensors;
    tensors.insert_or_assign("p0", *nervure::Tensor::zeros(nervure::DType::Float32, {3, 2}));
    return QByteArray::fromStdString(*nervure::writeNpz(tensors)); // its content says what it is
}

void writeTo(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

void TstInfo::aModelIsCountedAndItsInputsAreTold()
{
    NERVURE_NEED_ORACLES();
    const QString file =
        QString::fromStdString((oraclesFolder() / "nnvm/corpus/mlp.json").string());
    const CliResult result =
        runCli({s("info"), file, s("--shape"), s("data=1,1,28,28"), s("--json")});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject info = result.json();
    QCOMPARE(info.value(s("format")).toString(), s("nnvm"));
    QCOMPARE(info.value(s("operators")).toObject().value(s("dense")).toInt(), 3);
    const QJsonObject input = info.value(s("inputs")).toArray().first().toObject();
    QCOMPARE(input.value(s("name")).toString(), s("data"));
    QCOMPARE(input.value(s("shape")).toArray(), QJsonArray({1, 1, 28, 28}));
    QCOMPARE(input.value(s("dtype")).toString(), s("float32"));
    // 784·128 + 128, 128·64 + 64, 64·1000 + 1000
    QCOMPARE(info.value(s("params")).toInt(), 173736);
    QCOMPARE(info.value(s("param_bytes")).toInt(), 4 * 173736);
    QCOMPARE(info.value(s("macs")).toInt(), 784 * 128 + 128 * 64 + 64 * 1000);
    QVERIFY(info.value(s("diagnostics")).isArray());
}

void TstInfo::withoutShapesTotalsAreUnknown()
{
    const CliResult result = runCli({s("info"), s("-"), s("--json")}, reluModel);
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.json().value(s("nodes")).toInt(), 2);
    QCOMPARE(result.json().value(s("outputs")).toArray().first().toObject().value(s("name")),
             QJsonValue(s("y_output")));
    QVERIFY(result.json()
                .value(s("inputs"))
                .toArray()
                .first()
                .toObject()
                .value(s("shape"))
                .toArray()
                .isEmpty());
}

void TstInfo::aFileThatIsNotThereIsTheInputsFault()
{
    const CliResult result = runCli({s("info"), s("no/such.json"), s("--json")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.startsWith("nervure: no/such.json: "), result.err.constData());
    QCOMPARE(result.json().value(s("diagnostics")).toArray().size(), 1);
}

void TstInfo::anInputThatIsNotThereIsWrongUsage()
{
    const CliResult result = runCli({s("info"), s("-"), s("--shape"), s("z=1,2")}, reluModel);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("no input 'z'"), result.err.constData());
}

void TstInfo::standardInputIsAFile()
{
    const CliResult result = runCli({s("info"), s("--shape=x=2,3"), s("--"), s("-")}, reluModel);
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.contains("2×3"), result.out.constData());
    QVERIFY(result.out.contains("relu"));
}

void TstInfo::whatIsKnownIsToldDespiteAFault()
{
    const char *document = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "relu", "name": "a", "inputs": [[0, 0, 0]]},
        {"op": "leaky_relu", "name": "bad", "attrs": {"alpha": "much"}, "inputs": [[1, 0, 0]]},
        {"op": "flatten", "name": "good", "inputs": [[1, 0, 0]]}],
        "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3, 4], "heads": [[2, 0, 0], [3, 0, 0]]})";
    const CliResult result =
        runCli({s("info"), s("-"), s("--shape"), s("x=2,3,4"), s("--json")}, document);
    QCOMPARE(result.exitCode, 0);
    const QJsonArray outputs = result.json().value(s("outputs")).toArray();
    QCOMPARE(outputs[0].toObject().value(s("shape")).toArray(), QJsonArray());
    QCOMPARE(outputs[1].toObject().value(s("shape")).toArray(), QJsonArray({2, 12}));
    QCOMPARE(result.json().value(s("diagnostics")).toArray().size(), 1);
}

void TstInfo::findingsOfOneCauseAreOneLine()
{
    QByteArray nodes = R"({"op": "null", "name": "x", "inputs": []})";
    QByteArray rows = "[0, 1";
    for (int i = 1; i <= 30; ++i) {
        nodes += R"(, {"op": "mystery", "name": "m)" + QByteArray::number(i) + R"(", "inputs": [[)"
                 + QByteArray::number(i - 1) + ", 0, 0]]}";
        rows += ", " + QByteArray::number(i + 1);
    }
    const QByteArray document = R"({"nodes": [)" + nodes
                                + R"(], "arg_nodes": [0], "node_row_ptr": )" + rows
                                + R"(], "heads": [[30, 0, 0]]})";
    const CliResult result = runCli({s("info"), s("-")}, document);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("'m1': operator 'mystery' is unknown; 30 times, first here"),
             result.err.constData());
    const CliResult quiet = runCli({s("info"), s("-"), s("-q")}, document);
    QCOMPARE(quiet.err, QByteArray());
    const QJsonArray all =
        runCli({s("info"), s("-"), s("--json")}, document).json().value(s("diagnostics")).toArray();
    QCOMPARE(all.size(), 30);
    QCOMPARE(all.first().toObject().value(s("count")).toInt(), 30);
    QByteArray faulty(document);
    faulty.replace("\"mystery\"", "\"leaky_relu\", \"attrs\": {\"alpha\": \"much\"}");
    const CliResult errors = runCli({s("info"), s("-"), s("-q")}, faulty);
    QCOMPARE(errors.err.count('\n'), 1);
    QVERIFY2(errors.err.contains("30 times"), errors.err.constData());
}

void TstInfo::parametersBesideAreFound()
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(s("deploy_graph.json"));
    const QString parameters = folder.filePath(s("deploy_param.params"));
    writeTo(model, runtimeModel);
    QCOMPARE(runCli({s("info"), model, s("--json")}).json().value(s("params")).toInt(-1), 0);
    writeTo(parameters, runtimeParameters());
    const CliResult result = runCli({s("info"), model, s("--json")});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject info = result.json();
    QCOMPARE(info.value(s("params")).toInt(), 6);
    QCOMPARE(info.value(s("param_bytes")).toInt(), 24);
    QCOMPARE(info.value(s("inputs")).toArray().size(), 1);
    QCOMPARE(info.value(s("params_file")).toString(), parameters);
    const QJsonArray found = info.value(s("diagnostics")).toArray();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().toObject().value(s("code")).toString(), s("params-beside"));
    const CliResult without = runCli({s("info"), model, s("--params"), s("none"), s("--json")});
    QCOMPARE(without.json().value(s("params")).toInt(-1), 0);
    writeTo(parameters, "no parameters");
    const CliResult damaged = runCli({s("info"), model});
    NERVURE_VERIFY_EXIT(damaged, 0, "the parameters beside the model are not used");
    QCOMPARE(damaged.err.count('\n'), 1);
}

void TstInfo::kernelsAreCountedByWhatTheyCompute()
{
    const CliResult result = runCli({s("info"), s("-"), s("--json")}, runtimeModel);
    const QJsonObject info = result.json();
    QCOMPARE(info.value(s("operators")).toObject().value(s("tvm_op")).toInt(), 1);
    QCOMPARE(
        info.value(s("kernels")).toObject().value(s("tvmgen_default_fused_nn_dense_add_3")).toInt(),
        1);
    QCOMPARE(info.value(s("kernel_operators")).toObject().value(s("dense + add")).toInt(), 1);
    QVERIFY(runCli({s("info"), s("-")}, runtimeModel).out.contains("dense + add"));
}

void TstInfo::anOnnxModelIsTold()
{
    const std::string model = modelOf(
        valueField(graph::input, "x", {"batch", "4"}) + initializerField("w", 4)
        + nodeField("Mul", {"x", "w"}, {"y"}, "scale") + valueField(graph::output, "y", {"4"}));
    const QJsonObject info =
        runCli({s("info"), s("-"), s("--json")}, QByteArray::fromStdString(model)).json();
    QCOMPARE(info.value(s("format")).toString(), s("onnx"));
    QCOMPARE(info.value(s("params")).toInt(), 4);
    QCOMPARE(info.value(s("inputs")).toArray().size(), 1);
    QCOMPARE(info.value(s("outputs")).toArray().first().toObject().value(s("name")).toString(),
             s("y"));
}

NERVURE_TEST(TstInfo)
#include "tst_info.moc"
