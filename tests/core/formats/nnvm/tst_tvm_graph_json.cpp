// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <algorithm>

using namespace nervure;
using Json = nlohmann::ordered_json;

namespace {

/// Two calls; the file's order of nodes is not NNVM's, which starts with y.
const std::string tvmText = R"({
  "nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "y", "inputs": []},
    {"op": "tvm_op", "name": "a", "inputs": [[1, 0, 0]], "attrs":
      {"func_name": "fuse_tanh", "num_inputs": "1", "num_outputs": "2", "flatten_data": "0"}},
    {"op": "tvm_op", "name": "b", "inputs": [[2, 1, 0], [0, 0, 0]], "attrs":
      {"func_name": "fuse_add", "num_inputs": "2", "num_outputs": "1", "flatten_data": "1"}}
  ],
  "arg_nodes": [0, 1],
  "node_row_ptr": [0, 1, 2, 4, 5],
  "heads": [[3, 0, 0]],
  "attrs": {
    "storage_id": ["list_int", [3, 4, 0, 1, 2]],
    "device_index": ["list_int", [1, 1, 2, 1, 1]],
    "dltype": ["list_str", ["float32", "int8", "int8", "float32", "float32"]],
    "shape": ["list_shape", [[1], [2], [2], [4], [5]]]
  }
}
)";

bool isReported(const Diagnostics &diagnostics, std::string_view code)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [code](const Diagnostic &d) { return d.code == code; });
}

/// The most that this process has had in memory, in KiB.
long mostMemory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// The original with one piece replaced.
std::string with(const std::string &piece, const std::string &by)
{
    std::string text = tvmText;
    return text.replace(text.find(piece), piece.size(), by);
}

} // namespace

class TstTvmGraphJson : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    Result<OpenedModel> open(const std::string &text)
    {
        return openModelText(text, "test.json", m_builtins.formats, m_builtins.ops);
    }
    Result<std::string> save(const OpenedModel &model, const Graph &graph)
    {
        const FormatContext context{m_builtins.ops, Semantics::Exact, "test.json"};
        Diagnostics ignored;
        return modelText({graph, *model.format, context, model.text, model.format}, ignored);
    }
    PassRun infer(const Graph &graph)
    {
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
        return runPasses(graph, passes, {m_builtins.passes, m_builtins.ops});
    }

    /// Of the first output of a node.
    static Shape shapeOf(const PassRun &run, const char *name)
    {
        const NodeId id = run.graph.findByName(name).value_or(NodeId{});
        return (*run.analyses.find(keys::shape,
                                   run.index))[run.index->entryId(*run.index->find(id), 0)];
    }

private Q_SLOTS:
    void isToldFromNnvmByItsLists();
    void callsAreKnownByTheirKernels();
    void listsGoWithTheirEntries();
    void isSavedUnchanged();
    void removedNodesTakeTheirEntriesAlong();
    void newNodesHaveNoStorage();
    void reportsWhatTheRuntimeRefuses_data();
    void reportsWhatTheRuntimeRefuses();
    void outputsWithoutValuesTakeNoMemory();
    void onlyCompiledGraphsAreWritten();
    void aListThatIsTooLongCostsWhatIsTooMuch();
    void scalarsAreKnown();
    void keysOfTvmsOwnAreNoErrors();
};

void TstTvmGraphJson::isToldFromNnvmByItsLists()
{
    QCOMPARE(open(tvmText)->format->name, std::string("tvm"));
    QCOMPARE(open(with("\"dltype\"", "\"types\""))->format->name, std::string("nnvm"));
}

void TstTvmGraphJson::callsAreKnownByTheirKernels()
{
    const auto model = open(tvmText);
    QVERIFY(!hasErrors(model->diagnostics));
    QCOMPARE(nodeTitle(model->graph.node(NodeId{2})), std::string("tanh"));
    QCOMPARE(nodeTitle(model->graph.node(NodeId{0})), std::string(variableOp));
}

void TstTvmGraphJson::listsGoWithTheirEntries()
{
    // NNVM's order is y, a (two outputs), x, b.
    const PassRun run = infer(open(tvmText)->graph);
    QVERIFY(run.ok);
    QCOMPARE(*run.analyses.find(keys::shape, run.index), (Shapes{{2}, {2}, {4}, {1}, {5}}));
    QCOMPARE(*run.analyses.find(keys::storageId, run.index),
             (std::vector<std::int64_t>{4, 0, 1, 3, 2}));
    QCOMPARE(*run.analyses.find(keys::deviceIndex, run.index),
             (std::vector<std::int64_t>{1, 2, 1, 1, 1}));
    QCOMPARE(*run.analyses.find(keys::dtype, run.index),
             (DTypes{DType::Int8, DType::Int8, DType::Float32, DType::Float32, DType::Float32}));
}

void TstTvmGraphJson::isSavedUnchanged()
{
    const auto model = open(tvmText);
    QCOMPARE(*save(*model, model->graph), tvmText);
    Graph renamed = model->graph;
    renamed.edit(NodeId{3}).name = "sum";
    QCOMPARE(*save(*model, renamed), with("\"b\"", "\"sum\""));
}

void TstTvmGraphJson::removedNodesTakeTheirEntriesAlong()
{
    const auto model = open(tvmText);
    Graph graph = model->graph;
    QVERIFY(apply(graph, deleteNodeBridging(graph, NodeId{2})).ok());
    const auto text = save(*model, graph);
    QVERIFY(text.ok());
    const auto again = open(*text);
    QVERIFY(!hasErrors(again->diagnostics));
    const PassRun run = infer(again->graph);
    QCOMPARE(*run.analyses.find(keys::storageId, run.index), (std::vector<std::int64_t>{4, 3, 2}));
}

void TstTvmGraphJson::newNodesHaveNoStorage()
{
    const auto model = open(tvmText);
    Graph graph = model->graph;
    Node node;
    node.name = "new";
    graph.add(std::move(node));
    const auto text = save(*model, graph);
    QVERIFY(!text.ok());
    QCOMPARE(text.error().where.node, std::string("new"));
}

void TstTvmGraphJson::reportsWhatTheRuntimeRefuses_data()
{
    QTest::addColumn<QString>("piece");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::newRow("operator") << R"({"op": "tvm_op", "name": "a")"
                              << R"({"op": "tanh", "name": "a")"
                              << "tvm-operator" << 5;
    QTest::newRow("attribute") << R"("flatten_data": "1")"
                               << R"("flat": "1")"
                               << "attr-missing" << 7;
    QTest::newRow("rows") << "[0, 1, 2, 4, 5]"
                          << "[0, 1, 2, 3, 5]"
                          << "tvm-rows" << 11;
    QTest::newRow("too few rows") << "[0, 1, 2, 4, 5]"
                                  << "[0, 1]"
                                  << "tvm-rows" << 11;
    QTest::newRow("no rows") << "\"node_row_ptr\""
                             << "\"rows\""
                             << "field-missing" << 1;
    QTest::newRow("no shapes") << "\"shape\""
                               << "\"sizes\""
                               << "tvm-attr" << 13;
    QTest::newRow("tag") << "[\"list_int\", [3,"
                         << "[\"list_str\", [3,"
                         << "tvm-attr" << 14;
    QTest::newRow("length") << "[3, 4, 0, 1, 2]"
                            << "[3, 4, 0, 1]"
                            << "tvm-entries" << 14;
    QTest::newRow("negative storage") << "[3, 4, 0, 1, 2]"
                                      << "[3, 4, -1, 1, 2]"
                                      << "tvm-storage" << 14;
    QTest::newRow("shape") << "[[1], [2]"
                           << "[[1], [-2]"
                           << "tvm-shape" << 17;
    QTest::newRow("huge shape") << "[[1], [2]"
                                << "[[1], [9000000000000000000, 9000000000000000000]"
                                << "tvm-shape" << 17;
    QTest::newRow("storage on two devices") << "[3, 4, 0, 1, 2]"
                                            << "[3, 4, 0, 0, 2]"
                                            << "tvm-device" << 15;
    QTest::newRow("type") << "\"int8\", \"int8\""
                          << "\"int8\", \"int9\""
                          << "tvm-type" << 16;
}

void TstTvmGraphJson::reportsWhatTheRuntimeRefuses()
{
    QFETCH(QString, piece);
    QFETCH(QString, by);
    QFETCH(QString, code);
    QFETCH(int, line);
    const auto model = open(with(piece.toStdString(), by.toStdString()));
    QVERIFY(model.ok());
    const auto &found = model->diagnostics;
    const auto it = std::find_if(found.begin(), found.end(), [&](const Diagnostic &diagnostic) {
        return diagnostic.code == code.toStdString();
    });
    QVERIFY(it != found.end());
    QCOMPARE(it->where.line, line);
    QCOMPARE(it->severity, code == QLatin1String("tvm-type") ? Severity::Warning : Severity::Error);
}

void TstTvmGraphJson::outputsWithoutValuesTakeNoMemory()
{
    std::string nodes;
    std::string inputs;
    for (int i = 1; i <= 3000; ++i) {
        nodes += R"(, {"op": "tvm_op", "name": "c)" + std::to_string(i)
                 + R"(", "inputs": [], "attrs": {"func_name": "f", "num_inputs": "0", )"
                   R"("num_outputs": "4096", "flatten_data": "0"}})";
        inputs += (i > 1 ? ", [" : "[") + std::to_string(3001 - i) + ", 0, 0]";
    }
    const std::string text = R"({"nodes": [{"op": "null", "name": "x", "inputs": []})" + nodes
                             + R"(], "arg_nodes": [0], "node_row_ptr": [0], "heads": [)" + inputs
                             + R"(], "attrs": {"storage_id": ["list_int", [1]], )"
                               R"("dltype": ["list_str", ["int8"]]}})";
    const long before = mostMemory();
    const auto model = open(text);
    QVERIFY(model.ok());
    QVERIFY(isReported(model->diagnostics, "tvm-entries"));
    QVERIFY(mostMemory() - before < 50 * 1024);
}

void TstTvmGraphJson::aListThatIsTooLongCostsWhatIsTooMuch()
{
    const auto model = open(with("[5]]]", "[5], [6]]]"));
    QVERIFY(model.ok());
    QVERIFY(!hasErrors(model->diagnostics));
    QVERIFY(isReported(model->diagnostics, "tvm-entries"));
    const PassRun run = infer(model->graph);
    QVERIFY(run.ok);
    QCOMPARE(run.analyses.find(keys::shape, run.index)->size(), run.index->entryCount());
    QCOMPARE(shapeOf(run, "x"), Shape{1});
    QCOMPARE(shapeOf(run, "a"), Shape{2});
    QCOMPARE(shapeOf(run, "b"), Shape{5});
}

void TstTvmGraphJson::scalarsAreKnown()
{
    const auto model = open(with("[[1], [2]", "[[], [2]"));
    QVERIFY(model.ok() && !hasErrors(model->diagnostics));
    const PassRun run = infer(model->graph);
    QVERIFY(run.ok);
    QCOMPARE(shapeOf(run, "x"), Shape{1});
    QCOMPARE(*run.analyses.find(keys::shapeUnknown), std::int64_t{0});
}

void TstTvmGraphJson::keysOfTvmsOwnAreNoErrors()
{
    const auto model = open(with(R"("flatten_data": "0")",
                                 R"("flatten_data": "0", "hash": "7b3c", "out_layout": "NCHW")"));
    QVERIFY(model.ok());
    for (const Diagnostic &finding : model->diagnostics) {
        QVERIFY2(finding.severity != Severity::Error, finding.message.c_str());
    }
    QVERIFY(infer(model->graph).ok);
}

void TstTvmGraphJson::onlyCompiledGraphsAreWritten()
{
    Graph graph;
    Node variable;
    variable.name = "x";
    const NodeId x = graph.add(std::move(variable));
    Node node;
    node.op = "tanh";
    node.name = "a";
    node.inputs = {{x}};
    graph.setHeads({{graph.add(std::move(node))}});
    Diagnostics diagnostics;
    const FormatSpec &format = *m_builtins.formats.find("tvm");
    const FormatContext context{m_builtins.ops, Semantics::Exact, "test.json"};
    QCOMPARE(format.write(graph, context, diagnostics).error().code, std::string("tvm-operator"));
    const std::vector<PassRequest> passes{
        {"InferShape"}, {"InferType"}, {"GraphFindFusibleGroups"}, {"GraphFuse"}, {"GraphCompile"}};
    InputFacts facts;
    facts.shapes["x"] = {2};
    const PassRun run = runPasses(graph, passes, {m_builtins.passes, m_builtins.ops, facts});
    QVERIFY(format.write(run.graph, context, diagnostics).ok());
    QVERIFY(isReported(diagnostics, "tvm-attr"));
}

NERVURE_TEST(TstTvmGraphJson)
#include "tst_tvm_graph_json.moc"
