// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/type_edits.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/named_edits.h"
#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

class TstTypeEdits : public QObject, private EditFixture {
    Q_OBJECT

private:
    static Graph onnx()
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x";
        x.attrs = {{"elem_type", "float32"}, {"shape", "[2, 3]"}};
        const NodeId in = graph.add(std::move(x));
        Node split;
        split.dialect = Dialect::Onnx;
        split.op = "Split";
        split.opset = 17;
        split.name = "split";
        split.inputs = {{in}};
        split.outputPorts = {{{}, "a", 0}, {{}, "b", 1}};
        const NodeId id = graph.add(std::move(split));
        graph.setHeads({{id, 0}, {id, 1}});
        return graph;
    }

    static std::string typed(const char *text)
    {
        const auto sizes = dimensionsTyped(text);
        return sizes ? dimensionsText(*sizes) : "none";
    }

private Q_SLOTS:
    void ofAnOutput()
    {
        const Graph graph = onnx();
        const Entry b{id(graph, "split"), 1};
        const ValueType type = ValueType::fromText("float32[n, 3]");
        const Graph declared = applied(graph, declareType(graph, b, type));
        QCOMPARE(declaredTypeOf(declared, b).text(), type.text());
        QCOMPARE(declaredTypeOf(declared, {b.node, 0}).text(), std::string("?"));
        const Graph back = applied(declared, declareType(declared, b, {}));
        QVERIFY(back == graph);
        const auto same = declareType(declared, b, type);
        QVERIFY(same.ok() && std::get<CompositeEdit>(same->change).edits.empty());
    }

    void ofAnInput()
    {
        const Graph graph = onnx();
        const Entry x{id(graph, "x")};
        const Graph declared =
            applied(graph, declareType(graph, x, ValueType::fromText("int4[n, ?]")));
        QCOMPARE(declaredTypeOf(declared, x).text(), std::string("int4[n, ?]"));
        QCOMPARE(codeOf(declareType(graph, x, ValueType::fromText("sequence(float32)"))),
                 std::string("declared-type"));
    }

    void ofNothing()
    {
        const Graph graph = onnx();
        QCOMPARE(codeOf(declareType(graph, {NodeId{77}}, {})), std::string("no-such-entry"));
        const Graph other = nnvm();
        QCOMPARE(codeOf(declareType(other, {id(other, "relu")}, {})), std::string("declared-type"));
    }

    void sizesAsTheyAreTyped()
    {
        QCOMPARE(typed("1,3,224,224"), std::string("[1, 3, 224, 224]"));
        QCOMPARE(typed("1x3x8"), std::string("[1, 3, 8]"));
        QCOMPARE(typed("1 3 8"), std::string("[1, 3, 8]"));
        QCOMPARE(typed("1×3×?"), std::string("[1, 3, ?]"));
        QCOMPARE(typed("(3,)"), std::string("[3]"));
        QCOMPARE(typed("[batch, 3]"), std::string("[batch, 3]"));
        QCOMPARE(typed("N,2,8,8"), std::string("[N, 2, 8, 8]"));
        QCOMPARE(typed("N x 3 x 8"), std::string("[N, 3, 8]"));
        QCOMPARE(typed("max_x,2"), std::string("[max_x, 2]"));
        QCOMPARE(typed("batch×(2*seq + 1)"), std::string("[batch, 2*seq + 1]"));
        QCOMPARE(typed("(a + 1)×(b + 1)"), std::string("[a + 1, b + 1]"));
        QCOMPARE(typed("[]"), std::string("[]"));
        QCOMPARE(typed("scalar"), std::string("[]"));
        for (const char *text : {"", "1,,3", "1,-3", "1.5,3", "2z4", "1,3;4"}) {
            QCOMPARE(typed(text), std::string("none"));
        }
    }

    void namesWhereADialectHasThem()
    {
        const Graph graph = onnx();
        const Dimensions sizes{Dimension::named("N"), Dimension(), Dimension(8)};
        const Graph named =
            applied(graph, setInputSizes(graph, id(graph, "x"), sizes, DType::Float16));
        QCOMPARE(*named.node(id(named, "x")).attrs.find("shape"), std::string("[N, ?, 8]"));
        QCOMPARE(*named.node(id(named, "x")).attrs.find("elem_type"), std::string("float16"));
        const Graph other = nnvm();
        QCOMPARE(messageOf(setInputSizes(other, id(other, "x"), sizes, {})),
                 std::string("'x': found dimension 'N', expected a number: nnvm has no names for "
                             "dimensions"));
        const Graph open =
            applied(other, setInputSizes(other, id(other, "x"), {Dimension(), Dimension(3)}, {}));
        QCOMPARE(*open.node(id(open, "x")).attrs.find("shape"), std::string("(0, 3)"));
    }

    void aNewInputMayHaveThem()
    {
        const Graph graph = onnx();
        const EditArguments arguments{.text = "mask", .dimensions = dimensionsTyped("N,3")};
        const Graph more =
            applied(graph, namedEdit(EditKind::AddVariable).make(graph, builtins.ops, arguments));
        QCOMPARE(*more.node(id(more, "mask")).attrs.find("shape"), std::string("[N, 3]"));
    }
};

NERVURE_TEST(TstTypeEdits)
#include "tst_type_edits.moc"
