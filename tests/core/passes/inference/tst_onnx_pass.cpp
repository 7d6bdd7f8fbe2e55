// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/value/value_type.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A graph of ONNX's, by the names of its values.
class OnnxGraph {
public:
    explicit OnnxGraph(std::uint16_t opset = 17) : m_opset(opset)
    {
        graph.setDialect(Dialect::Onnx);
    }

    Entry variable(const char *name, AttrDict attrs)
    {
        Node node;
        node.name = name;
        node.dialect = Dialect::Onnx;
        node.attrs = std::move(attrs);
        return {graph.add(std::move(node)), 0, 0};
    }
    Entry input(const char *name, const char *type, const char *shape)
    {
        return variable(name, {{"elem_type", type}, {"shape", shape}});
    }
    Entry op(const char *op, const char *output, Entries inputs, AttrDict attrs = {},
             std::vector<Graph> bodies = {})
    {
        Node node;
        node.op = op;
        node.name = output;
        node.dialect = Dialect::Onnx;
        node.opset = m_opset;
        node.attrs = std::move(attrs);
        node.inputs = std::move(inputs);
        node.outputPorts = {{{}, output, 0}};
        for (Graph &body : bodies) {
            node.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
        }
        return {graph.add(std::move(node)), 0, 0};
    }
    Graph with(std::vector<Entry> heads)
    {
        graph.setHeads(std::move(heads));
        return graph;
    }

    Graph graph;

private:
    std::uint16_t m_opset;
};

} // namespace

class TstOnnxPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computedShapesKeepTheirNames()
    {
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[batch, seq, 768]");
        const Entry shape = g.op("Shape", "shape", {x});
        const Entry zero = g.op("Constant", "zero", {}, {{"value", "int64[1] 0"}});
        const Entry batch = g.op("Gather", "batch", {shape, zero});
        const Entry rest = g.op("Constant", "rest", {}, {{"value", "int64[2] -1, 64"}});
        const Entry target = g.op("Concat", "target", {batch, rest}, {{"axis", "0"}});
        const Graph graph = g.with({g.op("Reshape", "y", {x, target})});
        QCOMPARE(typeOf(graph, "y"), std::string("float32[batch, 12*seq, 64]"));
    }

    void numbersForNamesAreTakenBesideShapes()
    {
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[batch, 3]");
        const Graph graph = g.with({g.op("Neg", "y", {x})});
        InputFacts facts;
        facts.shapes["batch"] = {8};
        QCOMPARE(typeOf(graph, "y", facts), std::string("float32[8, 3]"));
        QCOMPARE(dimensionNames(graph), (std::vector<std::string>{"batch"}));
        facts.shapes = {{"x", {2, 3}}};
        QCOMPARE(typeOf(graph, "y", facts), std::string("float32[2, 3]"));
        facts.shapes = {{"height", {2}}};
        const PassRun run = runOn(graph, "InferShape", facts);
        QVERIFY(hasDiagnostic(run.diagnostics, "input-unknown",
                              "the graph has no input or dimension 'height'"));
    }

    void whatAFaultCostsIsWhatDependsOnIt()
    {
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[2, 3]");
        const Entry w = g.input("w", "float32", "[4]");
        const Entry bad = g.op("Add", "bad", {x, w});
        const Graph graph = g.with({g.op("Neg", "after", {bad}), g.op("Neg", "beside", {x})});
        const PassRun run = runOn(graph, "InferShape");
        QVERIFY(hasDiagnostic(run.diagnostics, "infer-shape",
                              "Add 'bad': shapes [2, 3] and [4] cannot be broadcast; A is "
                              "float32[2, 3] from 'x', B is float32[4] from 'w'"));
        QCOMPARE(typeIn(run, "beside"), std::string("float32[2, 3]"));
        QCOMPARE(typeIn(run, "after"), std::string("?"));
    }

    void aWrongAttributeCostsItsOwnNodeAlone()
    {
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[2, 3]");
        const Entry wrong = g.op("Softmax", "twin", {x}, {{"axis", "one"}});
        const Entry right = g.op("Softmax", "other", {x}, {{"axis", "1"}});
        g.graph.edit(right.node).name =
            "twin"; // names of nodes may repeat, those of values may not
        const Graph graph =
            g.with({g.op("Neg", "of_wrong", {wrong}), g.op("Neg", "of_right", {right})});
        PassProbe probe;
        PassEnvironment environment = probe.environment();
        environment.keepsGoing = true;
        const PassRun run = runPasses(graph, std::vector<PassRequest>{{"InferShape"}}, environment);
        QCOMPARE(typeIn(run, "of_right"), std::string("float32[2, 3]"));
        QCOMPARE(typeIn(run, "of_wrong"), std::string("?"));
    }

    void hintsAreRefusedByTheNameOfTheFramework()
    {
        OnnxGraph g;
        Graph graph = g.with({g.op("Neg", "y", {g.input("x", "float32", "[2]")})});
        graph.setDialect(Dialect::TensorFlow);
        NERVURE_VERIFY_ERROR(runOn(graph, "InferShape{shape_hints=y=2}"), "option-invalid",
                             "option shape_hints is not for graphs of TensorFlow");
    }

    void bodiesSeeTheValuesAround()
    {
        const auto branch = [](const char *op) {
            OnnxGraph body;
            const Entry outer = body.variable("x", {{"outer", "true"}});
            return body.with({body.op(op, "result", {outer})});
        };
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[n, 2]");
        const Entry condition = g.input("c", "bool", "[]");
        const Entry chosen =
            g.op("If", "y", {condition}, {{"else_branch", "graph e"}, {"then_branch", "graph t"}},
                 {branch("Neg"), branch("Exp")});
        const Graph graph = g.with({chosen, g.op("Neg", "z", {x})});
        QCOMPARE(typeOf(graph, "y"), std::string("float32[n, 2]"));
    }

    void functionsTakeTypesAndAttributesFromTheirCall()
    {
        OnnxGraph body;
        const Entry in = body.variable("in", {});
        const Graph function = body.with({body.op("Cast", "out", {in}, {{"to", "@type"}})});
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[n]");
        const Graph graph = g.with({g.op("mine:Convert", "y", {x}, {{"type", "7"}}, {function})});
        QCOMPARE(typeOf(graph, "y"), std::string("int64[n]"));
    }

    void bodiesThatHoldEachOtherDoNotTakeForever()
    {
        // Each level holds two of the one below, and goes through each several times.
        Graph body = OnnxGraph().with({});
        for (int level = 0; level < 14; ++level) {
            OnnxGraph around;
            const Entry i = around.input("i", "int64", "[]");
            const Entry keepsOn = around.input("k", "bool", "[]");
            const Entry value = around.input("v", "float32", "[n]");
            const Entry first =
                around.op("Loop", "first", {i, keepsOn, value}, {{"body", "graph b"}}, {body});
            const Entry second =
                around.op("Loop", "second", {i, keepsOn, first}, {{"body", "graph b"}}, {body});
            body = around.with({keepsOn, second});
        }
        OnnxGraph g;
        const Entry count = g.input("count", "int64", "[]");
        const Entry condition = g.input("condition", "bool", "[]");
        const Entry x = g.input("x", "float32", "[n]");
        const Graph graph = g.with(
            {g.op("Loop", "y", {count, condition, x}, {{"body", "graph b"}}, {std::move(body)})});
        const PassRun run = runOn(graph, "InferShape"); // which would take years
        QVERIFY(hasDiagnostic(run.diagnostics, "infer-shape",
                              "bodies hold so many others that not all of them were gone through"));
    }

    void shapesOfAThousandDimensionsStayUnknown()
    {
        std::string shape = "[1";
        for (int i = 0; i < 1000; ++i) {
            shape += ", 1";
        }
        OnnxGraph g;
        const Graph graph =
            g.with({g.op("Neg", "y", {g.input("x", "float32", (shape + ']').c_str())})});
        QCOMPARE(typeOf(graph, "y"), std::string("float32"));
    }

    void elementsOfInitializersDecideShapes()
    {
        OnnxGraph g;
        const Entry x = g.input("x", "float32", "[6, 4]");
        const Entry shape = g.variable(
            "shape",
            {{"elem_type", "int64"}, {"shape", "[2]"}, {"data", "inside"}, {"value", "8, -1"}});
        const Graph graph = g.with({g.op("Reshape", "y", {x, shape})});
        QCOMPARE(typeOf(graph, "y"), std::string("float32[8, 3]"));
    }

    void typesThatWeDoNotComputeWithAreKnown()
    {
        OnnxGraph g(22);
        const Entry x = g.input("x", "bfloat16", "[2]");
        const Graph graph = g.with({g.op("Sin", "y", {x})});
        QCOMPARE(typeOf(graph, "y"), std::string("bfloat16[2]"));
        const PassRun run = runOn(graph, "InferType");
        QCOMPARE(PassProbe::valueOf(run, keys::dtypeUnknown), std::int64_t{0});
    }

private:
    static bool hasDiagnostic(const Diagnostics &found, const char *code, const char *message)
    {
        return std::any_of(found.begin(), found.end(), [&](const Diagnostic &one) {
            return one.code == code && one.message == message;
        });
    }

    static PassRun runOn(const Graph &graph, const char *pass, const InputFacts &facts = {})
    {
        PassProbe probe;
        probe.graph = graph;
        probe.facts = facts;
        return probe.run(pass);
    }

    static std::string typeIn(const PassRun &run, const char *name)
    {
        const auto types = PassProbe::valueOf(run, keys::valueType);
        const auto node = run.index->graph().findByName(name);
        const auto number = node ? run.index->find(*node) : std::nullopt;
        return number ? types[run.index->entryId(*number, 0)].text() : "none";
    }

    static std::string typeOf(const Graph &graph, const char *name, const InputFacts &facts = {})
    {
        return typeIn(runOn(graph, "InferShape", facts), name);
    }
};

NERVURE_TEST(TstOnnxPass)
#include "tst_onnx_pass.moc"
