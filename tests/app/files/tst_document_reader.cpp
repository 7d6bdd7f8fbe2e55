// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_reader.h"

#include "core/builtins.h"
#include "core/formats/tensors/npz.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/document/graph_document.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDocumentReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parametersBesideAreParameters();
    void timesBesideADumpAreAProfile();
    void otherProgramsFilesAreRefusedByName();
};

namespace {

const QByteArray runtimeGraph = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "p0", "inputs": []},
    {"op": "tvm_op", "name": "y", "inputs": [[0, 0, 0], [1, 0, 0]], "attrs": {
     "func_name": "tvmgen_default_fused_nn_dense_add_3", "num_inputs": "2", "num_outputs": "1",
     "flatten_data": "0"}}],
    "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]], "attrs": {
    "shape": ["list_shape", [[1, 2], [3, 2], [1, 3]]], "storage_id": ["list_int", [0, 1, 2]],
    "dltype": ["list_str", ["float32", "float32", "float32"]]}})";

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

void TstDocumentReader::parametersBesideAreParameters()
{
    WindowFixture app;
    const QString path = app.folder.filePath(QStringLiteral("mod.json"));
    TensorMap tensors;
    tensors.insert_or_assign("p0", *Tensor::zeros(DType::Float32, {3, 2}));
    QVERIFY(put(path, runtimeGraph));
    QVERIFY(put(app.folder.filePath(QStringLiteral("mod.params")),
                QByteArray::fromStdString(*writeNpz(tensors))));
    MainWindow *window = app.open(path);
    QVERIFY(window);
    const GraphDocument &document = window->session().document;
    const NodeId p0 = *document.graph().findByName("p0");
    QVERIFY(document.parameters().contains(p0));
    QCOMPARE(document.inputFacts().shapes.at("p0"), (Shape{3, 2}));
    QCOMPARE(document.diagnostics().front().code, "params-beside");
    // The picture folds them into the operator that reads them, as other weights.
    const DrawnGraph &drawn = window->view().scene()->graph();
    QCOMPARE(drawn.nodes.size() - drawn.outputs.size(), std::size_t{2});
    QCOMPARE(drawn.find(p0), drawn.find(*document.graph().findByName("y")));
    QTRY_VERIFY(!document.passSteps().empty());
    const auto &totals = document.passSteps().back().totals;
    QVERIFY(totals);
    QCOMPARE(totals->parameters, std::optional<std::int64_t>(6));
}

void TstDocumentReader::timesBesideADumpAreAProfile()
{
    WindowFixture app;
    const QString path = app.folder.filePath(QStringLiteral("_tvmdbg_graph_dump.json"));
    QVERIFY(put(path, R"({"nodes": [
        {"op": "param", "name": "x", "inputs": [], "attrs": {"T": "type: float32"}, "shape": [2]},
        {"op": "fused_nn_relu", "name": "y", "inputs": ["x"], "shape": [2], "attrs": {
         "func_name": "fused_nn_relu", "num_inputs": "1", "num_outputs": "1", "flatten_data": "0",
         "T": "type: float32"}}]})"));
    QVERIFY(put(app.folder.filePath(QStringLiteral("_tvmdbg_execution_trace.json")),
                R"({"traceEvents": [
        {"ts": 0.0, "name": "x", "ph": "B"}, {"ts": 0.0, "name": "x", "ph": "E"},
        {"ts": 0.0, "name": "y", "ph": "B"}, {"ts": 1500.0, "name": "y", "ph": "E"}]})"));
    MainWindow *window = app.open(path);
    QVERIFY(window);
    const GraphDocument &document = window->session().document;
    QVERIFY(document.profile());
    QCOMPARE(document.profile()->data.layers.size(), std::size_t{1});
    QCOMPARE(document.profile()->data.layers[0].ms.median, 1.5);
}

void TstDocumentReader::otherProgramsFilesAreRefusedByName()
{
    const Builtins builtins = makeBuiltins();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("model.tflite"));
    QVERIFY(put(path, QByteArray("\x1c\0\0\0TFL3", 8)));
    const auto content = readDocument(builtins, path, {});
    QVERIFY(!content.ok());
    QCOMPARE(content.error().code, "format-foreign");
    QVERIFY(put(folder.filePath(QStringLiteral("saved_model.pb")), {}));
    const auto opened = readDocument(builtins, folder.path(), {});
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().message.starts_with("found a TensorFlow SavedModel"));
}

NERVURE_GUI_TEST(TstDocumentReader)
#include "tst_document_reader.moc"
