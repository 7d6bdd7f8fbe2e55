// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/nnvm/tvm_debug_dump.h"
#include "core/formats/project/open_model.h"
#include "core/support/file.h"
#include "core/support/json/json_tree.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

namespace {

/// As debug_result.py of TVM 0.12 writes it: a split of two outputs, and an addition.
const std::string dump = R"({"nodes": [
  {"op": "param", "name": "x", "inputs": [], "attrs": {"T": "type: float32"}, "shape": [1, 4]},
  {"op": "tvmgen_default_fused_split", "name": "tvmgen_default_fused_split", "attrs": {
    "num_outputs": "2", "num_inputs": "1", "flatten_data": "0", "hash": "1e4d3c7b8a161fd8",
    "func_name": "tvmgen_default_fused_split", "T": "type: float32"}, "inputs": ["x"],
    "shape": [1, 2]},
  {"op": "tvmgen_default_fused_add", "name": "tvmgen_default_fused_add", "attrs": {
    "num_outputs": "1", "num_inputs": "2", "flatten_data": "0", "hash": "b42046847df8cb7b",
    "func_name": "tvmgen_default_fused_add", "T": "type: float32"},
    "inputs": ["tvmgen_default_fused_split", "x"], "shape": [1, 2]}],
  "arg_nodes": [0], "heads": [[2, 0, 0]], "node_row_ptr": [0, 1, 3, 4], "attrs": {
  "dltype": ["list_str", ["float32", "float32", "float32", "float32"]],
  "shape": ["list_shape", [[1, 4], [1, 2], [1, 2], [1, 2]]],
  "storage_id": ["list_int", [0, 1, 2, 3]], "device_index": ["list_int", [1, 1, 1, 1]]}})";

/// As the first versions wrote it: nodes alone.
const std::string oldDump = R"({"nodes": [
  {"op": "null", "name": "x", "attrs": {"T": "type: float32"}, "shape": [2]},
  {"op": "fuse_relu", "name": "relu0", "inputs": ["x"], "shape": [2], "attrs": {"T": "type: float32",
   "func_name": "fuse_relu", "num_inputs": "1", "num_outputs": "1", "flatten_data": "0"}}]})";

const std::string trace = R"({"displayTimeUnit": "ns", "traceEvents": [
  {"ts": 0.0, "tid": 1, "pid": 1, "name": "x", "ph": "B"},
  {"ts": 0.0, "tid": 1, "pid": 1, "name": "x", "ph": "E"},
  {"ts": 0.0, "tid": 1, "pid": 1, "name": "tvmgen_default_fused_split", "ph": "B"},
  {"ts": 250.0, "tid": 1, "pid": 1, "name": "tvmgen_default_fused_split", "ph": "E"},
  {"ts": 250.0, "tid": 1, "pid": 1, "name": "tvmgen_default_fused_add", "ph": "B"},
  {"ts": 1000.0, "tid": 1, "pid": 1, "name": "tvmgen_default_fused_add", "ph": "E"}]})";

std::string withReplaced(std::string text, const std::string &before, const std::string &after)
{
    return text.replace(text.find(before), before.size(), after);
}

} // namespace

class TstTvmDebugDump : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    Result<OpenedModel> open(const std::string &text)
    {
        return openModelText(text, "_tvmdbg_graph_dump.json", m_builtins.formats, m_builtins.ops);
    }

private Q_SLOTS:
    void dumpsAreRuntimeGraphs();
    void oldDumpsHaveNodesAlone();
    void faultsAreTold_data();
    void faultsAreTold();
    void tracesHoldTimesOfCalls();
    void tracesOfOtherGraphsAreRefused_data();
    void tracesOfOtherGraphsAreRefused();
    void tracesLieBesideTheirDumps();
};

void TstTvmDebugDump::dumpsAreRuntimeGraphs()
{
    const auto model = open(dump);
    QVERIFY2(model.ok(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->format->name, "tvm-debug");
    QVERIFY(!hasErrors(model->diagnostics));
    // Which half of the split is added the dump does not say.
    QCOMPARE(model->diagnostics.size(), std::size_t{1});
    QCOMPARE(model->diagnostics[0].code, "tvm-debug-output");
    QCOMPARE(model->diagnostics[0].where.node, "tvmgen_default_fused_add");
    const Graph &graph = model->graph;
    QCOMPARE(graph.nodeCount(), std::size_t{3});
    const Node &add = graph.node(graph.nodes()[2]);
    QCOMPARE(add.op, "tvm_op");
    QCOMPARE(*add.attrs.find("func_name"), "tvmgen_default_fused_add");
    QVERIFY(!add.attrs.find("T"));
    QCOMPARE(add.inputs.at(0).node, graph.nodes()[1]);
    QCOMPARE(add.inputs.at(1).node, graph.nodes()[0]);
    QVERIFY(graph.node(graph.nodes()[0]).isVariable());
    QCOMPARE(graph.heads().at(0).node, graph.nodes()[2]);
}

void TstTvmDebugDump::oldDumpsHaveNodesAlone()
{
    const auto model = open(oldDump);
    QVERIFY2(model.ok(), model ? "" : model.error().message.c_str());
    QVERIFY(model->diagnostics.empty());
    QCOMPARE(model->graph.heads().size(), std::size_t{1});
    QCOMPARE(model->graph.node(model->graph.heads()[0].node).name, "relu0");
}

void TstTvmDebugDump::faultsAreTold_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *before, const char *after, const char *message) {
        QTest::newRow(message) << QString::fromUtf8(before) << QString::fromUtf8(after)
                               << QString::fromUtf8(message);
    };
    row("[\"x\"]", "[\"y\"]", "input \"y\" of node 'tvmgen_default_fused_split' is no node");
    row("[\"x\"]", "[[0, 0, 0]]", "input [0,0,0] of node");
    row("\"name\": \"x\"", "\"nam\": \"x\"", "node 0 of the dump has no name");
    row("\"op\": \"param\"", "\"op\": 1", "node 0 of the dump has no name or no operator");
}

void TstTvmDebugDump::faultsAreTold()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, message);
    const auto model = open(withReplaced(dump, before.toStdString(), after.toStdString()));
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, "tvm-debug");
    QVERIFY2(model.error().message.find(message.toStdString()) != std::string::npos,
             model.error().message.c_str());
    QCOMPARE(model.error().where.file, "_tvmdbg_graph_dump.json");
}

void TstTvmDebugDump::tracesHoldTimesOfCalls()
{
    const auto model = open(dump);
    QVERIFY(model.ok());
    const auto times = timesOfDebugTrace(trace, model->graph);
    QVERIFY2(times.ok(), times ? "" : times.error().message.c_str());
    QCOMPARE(times->size(), std::size_t{2}); // parameters take no time
    QCOMPARE(model->graph.node(times->front().node).name, "tvmgen_default_fused_split");
    QCOMPARE(times->front().ms, 0.25);
}

void TstTvmDebugDump::tracesOfOtherGraphsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const std::string &text) {
        QTest::newRow(name) << QString::fromStdString(text);
    };
    row("no JSON", "trace");
    row("no events", "{}");
    row("another node",
        withReplaced(trace, "\"name\": \"x\", \"ph\": \"B\"", "\"name\": \"y\", \"ph\": \"B\""));
    row("another graph", withReplaced(withReplaced(trace, "\"x\"", "\"z\""), "\"x\"", "\"z\""));
    row("two beginnings", withReplaced(trace, "\"E\"", "\"B\""));
    row("no time", withReplaced(trace, "\"ts\": 250.0", "\"at\": 250.0"));
    row("time that goes back", withReplaced(trace, "\"ts\": 250.0", "\"ts\": -1.0"));
}

void TstTvmDebugDump::tracesOfOtherGraphsAreRefused()
{
    QFETCH(QString, text);
    const auto model = open(dump);
    const auto times = timesOfDebugTrace(text.toStdString(), model->graph);
    QVERIFY(!times.ok());
    QVERIFY(!times.error().message.empty());
}

void TstTvmDebugDump::tracesLieBesideTheirDumps()
{
    const QTemporaryDir folder;
    const std::filesystem::path path(folder.path().toStdString());
    const auto graph = path / "_tvmdbg_graph_dump.json";
    QVERIFY(!traceOfDebugDump(graph));
    QVERIFY(writeFile(path / "_tvmdbg_execution_trace.json", trace).ok());
    QCOMPARE(traceOfDebugDump(graph), path / "_tvmdbg_execution_trace.json");
    QVERIFY(!traceOfDebugDump(path / "model.json"));
    Diagnostics found;
    QCOMPARE(timesBesideDump(graph, open(dump)->graph, found).size(), std::size_t{2});
    QVERIFY(found.empty());
    QVERIFY(timesBesideDump(graph, open(oldDump)->graph, found).empty());
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].code, "tvm-trace");
}

NERVURE_TEST(TstTvmDebugDump)
#include "tst_tvm_debug_dump.moc"
