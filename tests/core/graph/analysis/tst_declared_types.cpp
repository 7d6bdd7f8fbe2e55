// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/declared_types.h"

#include "core/builtins.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/passes/pass_manager.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// x → Magic, which nobody knows → t → Relu → y, with what a file declares of t and y.
class TstDeclaredTypes : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    static Node operatorNode(const char *op, const char *output, Entries inputs,
                             const char *declared)
    {
        Node node;
        node.dialect = Dialect::Onnx;
        node.op = op;
        node.opset = 17;
        node.name = output;
        node.inputs = std::move(inputs);
        node.outputPorts = {{{}, output, 0}};
        if (*declared != '\0') {
            node.declaredTypes = {ValueType::fromText(declared)};
        }
        return node;
    }

    static Graph chain(const char *declaredT, const char *declaredY,
                       const char *shapeOfX = "[2, 3]")
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs = {{"elem_type", "float32"}, {"shape", shapeOfX}};
        const NodeId in = graph.add(std::move(x));
        const NodeId t = graph.add(operatorNode("mine:Magic", "t", {{in}}, declaredT));
        const NodeId y = graph.add(operatorNode("Relu", "y", {{t}}, declaredY));
        graph.setHeads({{y}});
        return graph;
    }

    [[nodiscard]] OnnxValues inferred(const Graph &graph, const OnnxFacts &facts = {}) const
    {
        Diagnostics ignored;
        const auto index = IndexedGraph::build(graph, m_builtins.ops, ignored);
        return index ? inferOnnxValues(**index, m_builtins.ops, facts, {}) : OnnxValues();
    }

private Q_SLOTS:
    void lastResort()
    {
        const OnnxValues found = inferred(chain("float32[4, 7]", ""));
        QCOMPARE(textsOf(found.values),
                 (std::vector<std::string>{"float32[2, 3]", "float32[4, 7]", "float32[4, 7]"}));
        QCOMPARE(found.declared, (std::vector<std::int64_t>{0, 1, 0}));
        QVERIFY(found.warnings.empty());
    }

    void nothingDeclaredMarksNothing() { QVERIFY(inferred(chain("", "")).declared.empty()); }

    void aRunDoesNotTakeThem()
    {
        OnnxFacts facts;
        facts.ignoresDeclared = true;
        const OnnxValues found = inferred(chain("float32[4, 7]", "float32[4, 7]"), facts);
        QCOMPARE(textsOf(found.values), (std::vector<std::string>{"float32[2, 3]", "?", "?"}));
    }

    void inferenceWins()
    {
        const OnnxValues found = inferred(chain("float32[4, 7]", "int64[4, 7]"));
        QCOMPARE(found.values.back().text(), std::string("float32[4, 7]"));
        QVERIFY(hasFinding(found.warnings, "declared-type",
                           "Relu 'y': the file declares 'y' as int64[4, 7], expected "
                           "float32[4, 7], which follows from the inputs"));
        QCOMPARE(found.warnings.front().where.node, std::string("y"));
        QCOMPARE(inferred(chain("float32[4, 7]", "float32[4, 8]")).warnings.size(), std::size_t{1});
        QCOMPARE(inferred(chain("float32[4, 7]", "float32[n, 7]")).warnings.size(), std::size_t{0});
    }

    /// The finding names the nodes that hold the body.
    void inferenceWinsInBodies()
    {
        Graph body;
        body.setDialect(Dialect::Onnx);
        Node outer;
        outer.dialect = Dialect::Onnx;
        outer.name = "t";
        outer.attrs = {{"outer", "true"}};
        const NodeId read = body.add(std::move(outer));
        body.setHeads({{body.add(operatorNode("Relu", "inner", {{read}}, "float32[4, 8]"))}});
        Graph graph = chain("float32[4, 7]", "");
        Node flag;
        flag.dialect = Dialect::Onnx;
        flag.name = "flag";
        flag.attrs = {{"elem_type", "bool"}, {"shape", "[]"}};
        Node branch = operatorNode("If", "if", {{graph.add(std::move(flag))}}, "");
        branch.attrs = {{"else_branch", "graph e"}, {"then_branch", "graph t"}};
        branch.controlDeps = {*graph.findByName("t")};
        branch.subgraphs = {std::make_shared<const Graph>(body),
                            std::make_shared<const Graph>(body)};
        graph.setHeads({{graph.add(std::move(branch))}});
        const Diagnostics found = inferred(graph).warnings;
        QCOMPARE(found.size(), std::size_t{1}); // both bodies say the same
        QCOMPARE(found[0].message,
                 std::string("Relu 'inner': the file declares 'inner' as float32[4, 8], expected "
                             "float32[4, 7], which follows from the inputs"));
        QCOMPARE(found[0].where.node, std::string("inner"));
        QCOMPARE(found[0].where.owners, (std::vector<std::string>{"if"}));
    }

    /// A function's body is one, however often it is called; a loop's input is what the loop gives it.
    void inferenceWinsInFunctionsAndForInputs()
    {
        Graph body;
        body.setDialect(Dialect::Onnx);
        Node a;
        a.dialect = Dialect::Onnx;
        a.name = "a";
        body.setHeads(
            {{body.add(operatorNode("Relu", "b", {{body.add(std::move(a))}}, "float32[4, 8]"))}});
        Graph graph = chain("float32[4, 7]", "");
        std::vector<Entry> heads;
        for (const char *name : {"first", "second"}) {
            Node call = operatorNode("mine:Act", name, {{*graph.findByName("t")}}, "");
            call.subgraphs = {std::make_shared<const Graph>(body)};
            heads.push_back({graph.add(std::move(call))});
        }
        graph.setHeads(heads);
        QCOMPARE(inferred(graph).warnings.size(), std::size_t{1});

        Graph loopBody;
        loopBody.setDialect(Dialect::Onnx);
        std::vector<NodeId> inputs;
        for (const auto &[name, type, shape] :
             {std::tuple("step", "int64", "[]"), std::tuple("go", "bool", "[]"),
              std::tuple("state", "float32", "[9]")}) {
            Node input;
            input.dialect = Dialect::Onnx;
            input.name = name;
            input.attrs = {{"elem_type", type}, {"shape", shape}};
            inputs.push_back(loopBody.add(std::move(input)));
        }
        loopBody.setHeads({{inputs[1]}, {inputs[2]}});
        Graph looping = chain("float32[4, 7]", "");
        Node count;
        count.dialect = Dialect::Onnx;
        count.name = "count";
        count.attrs = {{"elem_type", "int64"}, {"shape", "[]"}};
        Node loop = operatorNode("Loop", "loop", {}, "");
        loop.inputs = {{looping.add(std::move(count))}, {*looping.findByName("t")}};
        loop.inputPorts = {{{}, "count", 0}, {{}, "t", 2}};
        loop.attrs = {{"body", "graph b"}};
        loop.subgraphs = {std::make_shared<const Graph>(loopBody)};
        looping.setHeads({{looping.add(std::move(loop))}});
        QVERIFY(hasFinding(inferred(looping).warnings, "declared-type",
                           "variable 'state': the file declares 'state' as float32[9], expected "
                           "float32[4, 7], which follows from what holds the body"));
    }

    /// Sizes that are given in place of those of the file make those behind them doubtful.
    void givenSizes()
    {
        OnnxFacts facts;
        facts.shapes["x"] = {8, 3};
        QCOMPARE(inferred(chain("float32[2, 7]", ""), facts).values.back().text(),
                 std::string("float32"));
        const Graph named = chain("float32[n, 7]", "", "[n, 3]");
        QCOMPARE(inferred(named, facts).values.back().text(), std::string("float32[8, 7]"));
        facts.shapes = {{"n", {5}}};
        QCOMPARE(inferred(named, facts).values.back().text(), std::string("float32[5, 7]"));
        facts.shapes = {};
        facts.sizes["x"] = {Dimension::named("m"), Dimension(3)};
        QCOMPARE(inferred(named, facts).values.front().text(), std::string("float32[m, 3]"));
    }

    void thePassMarksThem()
    {
        const JobControl control;
        const PassRun run =
            runPasses(chain("float32[4, 7]", ""), *parsePipeline("InferShape"),
                      {m_builtins.passes, m_builtins.ops, {}, Semantics::Fixed, control, false});
        const auto *marks = run.analyses.find(keys::declared, run.index);
        QVERIFY(marks);
        QCOMPARE(*marks, (std::vector<std::int64_t>{0, 1, 0}));
    }

    void contradictions()
    {
        const auto areOther = [](const char *a, const char *b) {
            return contradict(ValueType::fromText(a), ValueType::fromText(b));
        };
        QVERIFY(areOther("float32[2, 3]", "float32[2, 4]"));
        QVERIFY(areOther("float32[2, 3]", "float16[2, 3]"));
        QVERIFY(areOther("float32[2]", "float32[2, 1]"));
        QVERIFY(areOther("float32[2]", "sequence(float32[2])"));
        QVERIFY(areOther("sequence(float32[2])", "sequence(float32[3])"));
        QVERIFY(!areOther("float32[n, 3]", "float32[2, ?]"));
        QVERIFY(!areOther("?[2]", "float32[2]"));
        QVERIFY(!areOther("?", "float32[2]"));
        QVERIFY(!areOther("float32", "float32[2]"));
    }

    void filling()
    {
        const auto filled = [](const char *a, const char *b) {
            return filledIn(ValueType::fromText(a), ValueType::fromText(b)).text();
        };
        QCOMPARE(filled("float32[?, ?]", "float32[2, n]"), std::string("float32[2, n]"));
        QCOMPARE(filled("float32[n, ?]", "float32[2, 3]"), std::string("float32[n, 3]"));
        QCOMPARE(filled("float32", "float32[2]"), std::string("float32[2]"));
        QCOMPARE(filled("?[?]", "float32[2]"), std::string("float32[2]"));
        QCOMPARE(filled("float32[?, 3]", "float32[2, 4]"), std::string("float32[?, 3]"));
        QCOMPARE(filled("sequence(float32)", "sequence(float32[2])"),
                 std::string("sequence(float32[2])"));
    }

    void ofValues()
    {
        const Graph graph = chain("float32[4, 7]", "");
        QCOMPARE(declaredTypeOf(graph, {graph.nodes()[0]}).text(), std::string("float32[2, 3]"));
        QCOMPARE(declaredTypeOf(graph, {graph.nodes()[1]}).text(), std::string("float32[4, 7]"));
        QCOMPARE(declaredTypeOf(graph, {graph.nodes()[1], 3}).text(), std::string("?"));
        QCOMPARE(declaredTypeOf(graph, {NodeId{99}}).text(), std::string("?"));
        QVERIFY(declaresTypes(graph));
        QVERIFY(!declaresTypes(chain("", "")));
    }
};

NERVURE_TEST(TstDeclaredTypes)
#include "tst_declared_types.moc"
