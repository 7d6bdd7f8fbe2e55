// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_loops.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/onnx_inference.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Loops of TensorFlow 1: every node of a file is there, no cycle is, and what is inferred holds in all steps.
class TstTfLoops : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allThatGoesRoundIsOfTheResult();
    void loopsStandInLoops();
    void aLoopWithoutExitIsTold();
    void twoNextStepsAreAFault();
    void aCycleThatIsNoLoopIsAFault();
    void shapesHoldInAllSteps();
    void whatGoesOnChangingIsUnknown();

private:
    struct Read {
        Graph graph;
        std::shared_ptr<const IndexedGraph> index; ///< null: there is a cycle
        Diagnostics diagnostics;
    };
    [[nodiscard]] Read read(const GraphDef &file) const
    {
        Read read;
        auto model = openModelText(file.bytes(), {}, m_builtins.formats, m_builtins.ops);
        if (model) {
            read.diagnostics = std::move(model->diagnostics);
            read.graph = std::move(model->graph);
            auto index = IndexedGraph::build(read.graph, m_builtins.ops, read.diagnostics);
            if (index) {
                read.index = *index;
            } else {
                read.diagnostics.push_back(index.error());
            }
        }
        return read;
    }
    [[nodiscard]] std::string typeOf(const Read &read, const char *name) const
    {
        const OnnxValues found = inferOnnxValues(*read.index, m_builtins.ops, {}, {});
        const auto id = read.index->find(*read.graph.findByName(name));
        return id ? found.values[read.index->entryId(*id, 0)].text() : std::string();
    }

    Builtins m_builtins = makeBuiltins();
};

namespace {

const std::pair<std::string, std::string> floats{"T", GraphDef::type(1)};

/// What a loop has for one of its values: NAME/enter, NAME/merge, NAME/switch, and NAME/next of `next`.
void addValue(GraphDef &file, const std::string &name, const std::string &from,
              const std::string &next, const std::string &condition = "cond")
{
    file.node(name + "/enter", "Enter", {from}, {floats, {"frame_name", GraphDef::text("loop")}});
    file.node(name + "/merge", "Merge", {name + "/enter", name + "/next"},
              {floats, {"N", GraphDef::integer(2)}});
    file.node(name + "/switch", "Switch", {name + "/merge", condition}, {floats});
    file.node(name + "/next", "NextIteration", {next}, {floats});
}

void addCondition(GraphDef &file, const std::string &of, const std::string &name = "cond")
{
    file.node(name + "/less", "Less", {of, of}, {floats}).node(name, "LoopCond", {name + "/less"});
}

bool waitsFor(const Graph &graph, const char *node, const char *other)
{
    const auto &waits = graph.node(*graph.findByName(node)).controlDeps;
    return std::find(waits.begin(), waits.end(), *graph.findByName(other)) != waits.end();
}

} // namespace

/// A counter has no Exit of its own where nobody asks how far it came.
void TstTfLoops::allThatGoesRoundIsOfTheResult()
{
    GraphDef file;
    file.placeholder("x", {}).placeholder("i", {});
    addValue(file, "x1", "x", "double");
    addValue(file, "i1", "i", "more");
    addCondition(file, "i1/merge");
    file.node("double", "Add", {"x1/switch:1", "x1/switch:1"}, {floats});
    file.node("more", "Square", {"i1/switch:1"}, {floats});
    file.node("x1/exit", "Exit", {"x1/switch"}, {floats});
    const Read found = read(file);
    QVERIFY(found.diagnostics.empty());
    QVERIFY(waitsFor(found.graph, "x1/exit", "x1/next"));
    QVERIFY(waitsFor(found.graph, "x1/exit", "i1/next"));
    QCOMPARE(found.graph.heads().size(), std::size_t{1});
    QCOMPARE(std::size_t{found.index->nodeCount()}, found.graph.nodeCount());
}

void TstTfLoops::loopsStandInLoops()
{
    GraphDef file;
    file.placeholder("x", {3});
    addValue(file, "outer", "x", "inner/exit", "go");
    addCondition(file, "outer/merge", "go");
    addValue(file, "inner", "outer/switch:1", "body", "on");
    addCondition(file, "inner/merge", "on");
    file.node("body", "Relu", {"inner/switch:1"}, {floats});
    file.node("inner/exit", "Exit", {"inner/switch"}, {floats});
    file.node("outer/exit", "Exit", {"outer/switch"}, {floats});
    const Read found = read(file);
    QVERIFY(found.diagnostics.empty());
    QVERIFY(waitsFor(found.graph, "inner/exit", "inner/next"));
    QVERIFY(waitsFor(found.graph, "outer/exit", "outer/next"));
    QCOMPARE(std::size_t{found.index->nodeCount()}, found.graph.nodeCount());
    QCOMPARE(typeOf(found, "outer/exit"), std::string("float32[3]"));
}

void TstTfLoops::aLoopWithoutExitIsTold()
{
    GraphDef file;
    file.placeholder("x", {});
    addValue(file, "x1", "x", "x1/switch:1");
    addValue(file, "x2", "x", "x2/switch:1");
    addCondition(file, "x1/merge");
    const Read found = read(file);
    QCOMPARE(found.diagnostics.size(), std::size_t{1});
    QCOMPARE(found.diagnostics[0].message,
             std::string("nothing leaves the loop of 'x1/merge', expected an Exit"));
    QCOMPARE(found.graph.heads().size(), std::size_t{2});
    QCOMPARE(std::size_t{found.index->nodeCount()}, found.graph.nodeCount());
}

void TstTfLoops::twoNextStepsAreAFault()
{
    GraphDef file;
    file.placeholder("x", {}).node("merge", "Merge", {"x", "a", "b"},
                                   {{"N", GraphDef::integer(3)}});
    file.node("a", "NextIteration", {"merge"}).node("b", "NextIteration", {"merge"});
    const Read found = read(file);
    QVERIFY(!found.diagnostics.empty());
    QCOMPARE(found.diagnostics[0].message,
             std::string("Merge: reads 'b', expected one NextIteration"));
    QCOMPARE(found.diagnostics[0].where.node, std::string("merge"));
}

void TstTfLoops::aCycleThatIsNoLoopIsAFault()
{
    GraphDef file;
    file.node("a", "NextIteration", {"b"}).node("b", "Relu", {"c"}).node("c", "Relu", {"a"});
    const Read found = read(file);
    const auto isCycle = [](const Diagnostic &one) {
        return one.message.find("depends on its own output") != std::string::npos;
    };
    QCOMPARE(std::count_if(found.diagnostics.begin(), found.diagnostics.end(), isCycle), 1);
}

/// A dimension more in each step; another size in all but the first.
void TstTfLoops::shapesHoldInAllSteps()
{
    GraphDef file;
    file.placeholder("x", {1, 2});
    addValue(file, "x1", "x", "more");
    addCondition(file, "x1/merge");
    file.node("more", "Pack", {"x1/switch:1", "x1/switch:1"},
              {floats, {"N", GraphDef::integer(2)}, {"axis", GraphDef::integer(0)}});
    file.node("out", "Exit", {"x1/switch"}, {floats});
    GraphDef grows;
    grows.placeholder("x", {1, 2}).placeholder("more", {3, 2});
    addValue(grows, "x1", "x", "more");
    addCondition(grows, "x1/merge");
    grows.node("out", "Exit", {"x1/switch"}, {floats});
    QCOMPARE(typeOf(read(file), "out"), std::string("float32"));
    QCOMPARE(typeOf(read(grows), "out"), std::string("float32[?, 2]"));
}

void TstTfLoops::whatGoesOnChangingIsUnknown()
{
    // Each value of a chain learns of the one before it a walk later.
    constexpr int count = 20;
    GraphDef file;
    file.placeholder("x", {2}).placeholder("odd", {3});
    std::string before = "odd";
    for (int i = 0; i < count; ++i) {
        const std::string name = "x" + std::to_string(i);
        addValue(file, name, "x", before);
        file.node(name + "/exit", "Exit", {name + "/switch"}, {floats});
        before = name + "/switch:1";
    }
    addCondition(file, "x0/merge");
    const Read found = read(file);
    QCOMPARE(typeOf(found, "x0/exit"), std::string("float32"));
    QCOMPARE(typeOf(found, "x19/exit"), std::string("float32"));
}

NERVURE_TEST(TstTfLoops)
#include "tst_tf_loops.moc"
