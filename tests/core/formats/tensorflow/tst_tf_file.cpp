// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placeholdersAndConstantsAreVariables();
    void controlInputsAreDependencies();
    void constantsStayInTheFile();
    void functionsAreBodies();
    void aLoopHasNoCycle();
    void faultsAreTold();
    void cutFilesAreRefused();
    void textsSayTheSame();
    void faultsOfTextsHaveAPlace();

private:
    [[nodiscard]] Result<OpenedModel> opened(const std::string &bytes) const
    {
        return openModelText(bytes, {}, m_builtins.formats, m_builtins.ops);
    }
    [[nodiscard]] std::string firstFinding(const std::string &bytes) const
    {
        const auto model = opened(bytes);
        return !model                       ? model.error().message
               : model->diagnostics.empty() ? std::string()
                                            : model->diagnostics.front().message;
    }

    Builtins m_builtins = makeBuiltins();
};

void TstTfFile::placeholdersAndConstantsAreVariables()
{
    GraphDef file;
    file.placeholder("x", {-1, 2}).constant("w", {2}, {1, 2});
    file.node("y", "Add", {"x", "w"}, {{"T", GraphDef::type(1)}});
    const auto model = opened(file.bytes());
    QVERIFY(model);
    const Graph &graph = model->graph;
    QCOMPARE(graph.dialect(), Dialect::TensorFlow);
    QCOMPARE(graph.nodeCount(), std::size_t{3});
    const Node &x = graph.node(*graph.findByName("x"));
    QVERIFY(x.isVariable());
    QCOMPARE(*x.attrs.find("shape"), std::string("[?, 2]"));
    QCOMPARE(*x.attrs.find("elem_type"), std::string("float32"));
    const Node &w = graph.node(*graph.findByName("w"));
    QCOMPARE(*w.attrs.find("data"), std::string("inside"));
    QCOMPARE(*w.attrs.find("value"), std::string("1, 2"));
    const Node &y = graph.node(*graph.findByName("y"));
    QCOMPARE(y.op, std::string("Add"));
    QCOMPARE(*y.attrs.find("T"), std::string("float32"));
    QCOMPARE(graph.heads().size(), std::size_t{1});
    QCOMPARE(graph.heads()[0].node, *graph.findByName("y"));
}

void TstTfFile::controlInputsAreDependencies()
{
    GraphDef file;
    file.placeholder("x", {2}).node("wait", "NoOp").node("y", "Relu", {"x", "^wait"});
    const auto model = opened(file.bytes());
    const Node &y = model->graph.node(*model->graph.findByName("y"));
    QCOMPARE(y.inputs.size(), std::size_t{1});
    QCOMPARE(y.controlDeps.size(), std::size_t{1});
}

void TstTfFile::constantsStayInTheFile()
{
    GraphDef file;
    file.constant("w", {4}, {1, 2}); // the last one listed stands for all that follow
    const auto weights = WeightFile::ofBytes(std::make_shared<const FileBytes>(file.bytes()), {});
    QVERIFY(weights);
    QCOMPARE(weights->weights().size(), std::size_t{1});
    QCOMPARE(weights->weights()[0].node, NodeId{0});
    const auto tensors = readWeightTensors(*weights, {});
    QVERIFY(tensors);
    const auto elements = tensors->at("w").elements<float>();
    QCOMPARE((std::vector<float>(elements.begin(), elements.end())),
             (std::vector<float>{1, 2, 2, 2}));
}

void TstTfFile::functionsAreBodies()
{
    GraphDef file;
    file.placeholder("x", {2});
    file.node("y", "twice", {"x"});
    file.node("z", "PartitionedCall", {"y"},
              {{"f", GraphDef::func("twice")},
               {"Tin", GraphDef::types({1})},
               {"Tout", GraphDef::types({1})}});
    file.function("twice", {"a"}, {GraphDef::nodeDef("sum", "AddV2", {"a", "a"})},
                  {{"out", "sum:z:0"}});
    const auto model = opened(file.bytes());
    QVERIFY(model);
    const Node &y = model->graph.node(*model->graph.findByName("y"));
    QCOMPARE(y.subgraphs.size(), std::size_t{1});
    QCOMPARE(y.subgraphs[0]->nodeCount(), std::size_t{2});
    QCOMPARE(y.subgraphs[0]->heads().size(), std::size_t{1});
    const Node &z = model->graph.node(*model->graph.findByName("z"));
    QCOMPARE(*z.attrs.find("f"), std::string("graph twice"));
}

void TstTfFile::aLoopHasNoCycle()
{
    GraphDef file;
    file.placeholder("x", {2});
    file.node("enter", "Enter", {"x"}).node("merge", "Merge", {"enter", "next"});
    file.node("go", "Less", {"merge", "x"}).node("cond", "LoopCond", {"go"});
    file.node("switch", "Switch", {"merge", "cond"}).node("exit", "Exit", {"switch"});
    file.node("body", "Identity", {"switch:1"}).node("next", "NextIteration", {"body"});
    const auto model = opened(file.bytes());
    QVERIFY(model);
    const Graph &graph = model->graph;
    const Node &merge = graph.node(*graph.findByName("merge"));
    QCOMPARE(merge.inputs.size(), std::size_t{1});
    QCOMPARE(*merge.attrs.find("next_iteration"), std::string("next"));
    const Node &exit = graph.node(*graph.findByName("exit"));
    QCOMPARE(exit.controlDeps.size(), std::size_t{1});
    QCOMPARE(exit.controlDeps[0], *graph.findByName("next"));
    QCOMPARE(graph.heads().size(), std::size_t{1});
    Diagnostics found;
    QVERIFY(IndexedGraph::build(graph, m_builtins.ops, found));
}

void TstTfFile::faultsAreTold()
{
    const std::string undefined = firstFinding(GraphDef().node("y", "Relu", {"x"}).bytes());
    QVERIFY2(undefined == "Relu: reads the value 'x', which nobody defines", undefined.c_str());
    QCOMPARE(firstFinding(GraphDef().node("y", "Relu").node("y", "Relu").bytes()),
             std::string("there are two nodes 'y', expected one of each name"));
    QCOMPARE(firstFinding(GraphDef().node("x", "A").node("y", "Relu", {"x:99999999"}).bytes()),
             std::string("found the input 'x:99999999', expected the number of an output below "
                         "65536"));
    GraphDef many;
    many.node("x", "Unpack", {}, {{"num", GraphDef::integer(1'000'000'000)}});
    QVERIFY(firstFinding(many.bytes()).find("more than 65536 outputs") != std::string::npos);
    GraphDef itself;
    itself.node("y", "f").function("f", {}, {GraphDef::nodeDef("g", "f", {})}, {});
    QCOMPARE(firstFinding(itself.bytes()), std::string("the function 'f' calls itself"));
}

void TstTfFile::cutFilesAreRefused()
{
    const std::string bytes = GraphDef().placeholder("x", {2}).node("y", "Relu", {"x"}).bytes();
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        static_cast<void>(opened(bytes.substr(0, size))); // neither crashes nor hangs
    }
    QVERIFY(!opened(bytes.substr(0, bytes.size() - 1)));
}

void TstTfFile::textsSayTheSame()
{
    GraphDef file;
    file.placeholder("x", {1, 2}).constant("w", {2}, {0.5, -2});
    file.node("y", "Add", {"x", "w"}, {{"T", GraphDef::type(1)}});
    const std::string text = R"(# a comment
node {
  name: "x" op: 'Placeholder'
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 1 } dim { size: 0x2 } } } }
  unknown < deep: [1, 2] more { } >
}
node {
  name: "w"; op: "Const"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr {
    key: "value"
    value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 2 } }
                     tensor_content: "\000\000\000?" "\x00\x00\000\300" } }
  }
}
node { name: "y" op: "Add" input: "x" input: "w" attr { key: "T" value { type: DT_FLOAT } } }
)";
    const auto fromText = opened(text);
    const auto fromBytes = opened(file.bytes());
    QVERIFY2(fromText, fromText ? "" : fromText.error().message.c_str());
    QVERIFY(fromText->graph.sameAs(fromBytes->graph));
    const auto weights = WeightFile::ofBytes(std::make_shared<const FileBytes>(text), {});
    QVERIFY(weights);
    const auto tensors = readWeightTensors(*weights, {});
    QVERIFY(tensors);
    const auto elements = tensors->at("w").elements<float>();
    QCOMPARE((std::vector<float>(elements.begin(), elements.end())), (std::vector<float>{0.5, -2}));
}

void TstTfFile::faultsOfTextsHaveAPlace()
{
    const auto model = opened("node {\n  name: \"x\"\n  op: \"Relu\"\n  attr { key: }\n}\n");
    QVERIFY(!model);
    QCOMPARE(model.error().message, std::string("found '}', expected a value"));
    QCOMPARE(model.error().where.line, 4);
    QCOMPARE(model.error().where.column, 15);
    std::string deep;
    for (int i = 0; i < 100; ++i) {
        deep += "node { op: \"A\" ";
    }
    QVERIFY(!opened(deep));
}

NERVURE_TEST(TstTfFile)
#include "tst_tf_file.moc"
