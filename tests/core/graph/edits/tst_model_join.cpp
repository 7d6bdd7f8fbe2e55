// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/edits/model_join.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// Pieces of models of other operator sets; files of such are tested in tests/faults.
class TstModelJoin : public QObject {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    /// y = op(x), of a model with that operator set.
    static Graph model(const std::string &op, std::uint16_t opset, std::int64_t ir = 8)
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.dialect = Dialect::Onnx;
        x.name = "x_of_" + op;
        x.attrs = onnxVariableAttrs({2, 3}, DType::Float32);
        Node node;
        node.dialect = Dialect::Onnx;
        node.op = op;
        node.opset = opset;
        node.name = op;
        node.outputPorts = {Port{{}, "y_of_" + op}};
        node.inputs.push_back({graph.add(x), 0, 0});
        graph.setHeads({{graph.add(node), 0, 0}});
        graph.setAttrs({{std::string(model_facts::irVersion), "int", std::to_string(ir)},
                        opsetImportAttr({{"ai.onnx", opset}})});
        return graph;
    }

    [[nodiscard]] Result<FittedPart> fitted(const Graph &graph, const Graph &part) const
    {
        return fitPart(graph, part, m_builtins.ops);
    }

    template <typename Outcome>
    static std::string codeOfFailure(const Outcome &outcome)
    {
        return outcome.ok() ? "none" : outcome.error().code;
    }

private Q_SLOTS:
    void versionsThatMeanTheSame_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<bool>("isSame");
        // Only more types, or nothing at all.
        QTest::newRow("Relu up") << "Relu" << 6 << 17 << true;
        QTest::newRow("Relu down") << "Relu" << 17 << 7 << true;
        QTest::newRow("Sin") << "Sin" << 7 << 21 << true;
        // Another axis, inputs in the place of attributes, not there yet, no longer to be used.
        QTest::newRow("Softmax") << "Softmax" << 11 << 13 << false;
        QTest::newRow("Softmax of one") << "Softmax" << 13 << 17 << true;
        QTest::newRow("Squeeze") << "Squeeze" << 11 << 13 << false;
        QTest::newRow("Gelu") << "Gelu" << 20 << 17 << false;
        QTest::newRow("Upsample") << "Upsample" << 9 << 13 << false;
        // Optional attributes were added, which the node does not give.
        QTest::newRow("Reshape up") << "Reshape" << 13 << 14 << true;
        QTest::newRow("Reshape down") << "Reshape" << 14 << 13 << true;
        QTest::newRow("ArgMax") << "ArgMax" << 11 << 13 << true;
        QTest::newRow("Split") << "Split" << 13 << 18 << false; // one of two is wanted
        QTest::newRow("unknown") << "Nobody" << 11 << 13 << false;
        QTest::newRow("unknown, the same set") << "Nobody" << 13 << 13 << true;
    }
    void versionsThatMeanTheSame()
    {
        QFETCH(QString, op);
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(bool, isSame);
        const auto part = fitted(model("Neg", static_cast<std::uint16_t>(to)),
                                 model(op.toStdString(), static_cast<std::uint16_t>(from)));
        QCOMPARE(part.ok(), isSame);
        if (isSame) {
            const Node &node = part->graph.node(*part->graph.findByName(op.toStdString()));
            QCOMPARE(static_cast<int>(node.opset), to);
        } else {
            QCOMPARE(codeOfFailure(part), std::string("other-opset"));
        }
    }

    /// An older version has not all attributes that a later one has.
    void attributesThatTheModelsVersionHas()
    {
        Graph part = model("Reshape", 14);
        part.edit(*part.findByName("Reshape")).attrs.set("allowzero", "1");
        QCOMPARE(codeOfFailure(fitted(model("Neg", 13), part)), std::string("other-opset"));
        QVERIFY(fitted(model("Neg", 19), part).ok());
        Graph added = model("ScatterElements", 18);
        added.edit(*added.findByName("ScatterElements")).attrs.set("reduction", "max");
        QCOMPARE(codeOfFailure(fitted(model("Neg", 16), added)), std::string("other-opset"));
        added.edit(*added.findByName("ScatterElements")).attrs.set("reduction", "add");
        QVERIFY(fitted(model("Neg", 16), added).ok());
    }

    /// A function that is not the model's of that name comes along under another one, and so do calls of it.
    void functionsOfOneName()
    {
        const auto calling = [](const char *op, const char *bytes, const char *inner) {
            Graph body;
            body.setDialect(Dialect::Onnx);
            Node inside;
            inside.dialect = Dialect::Onnx;
            inside.op = inner;
            inside.opset = 13;
            inside.name = "inside";
            body.setHeads({{body.add(inside)}});
            Graph graph = model(op, 1);
            graph.edit(*graph.findByName(op)).subgraphs = {std::make_shared<const Graph>(body)};
            graph.setAttrs(
                {opsetImportAttr({{"ai.onnx", 13}, {"acme", 1}}), functionsAttr({{op, bytes}})});
            return graph;
        };
        const Graph graph = calling("acme:F", "#12", "Relu");
        const auto other = fitted(graph, calling("acme:F", "hex 00#34", "acme:F"));
        QVERIFY2(other.ok(), errorOf(other).c_str());
        const Node &call = other->graph.node(*other->graph.findByName("acme:F"));
        QCOMPARE(call.op, std::string("acme:F_1"));
        QCOMPARE(call.subgraphs[0]->node(call.subgraphs[0]->nodes()[0]).op,
                 std::string("acme:F_1"));
        Graph added = graph;
        added.setAttrs(other->attrs);
        QCOMPARE(modelFunctions(added).at("acme:F"), std::string("#12"));
        QCOMPARE(modelFunctions(added).at("acme:F_1"),
                 std::string("renamed {\"acme:F\":\"acme:F_1\"} hex 00#34"));
        // The same one is there once. The model may have an operator that nobody knows.
        QVERIFY(fitted(graph, calling("acme:F", "hex 00#12", "Relu"))->attrs == graph.attrs());
        Graph own = model("acme:F", 1);
        own.setAttrs({opsetImportAttr({{"ai.onnx", 13}, {"acme", 1}})});
        const auto unknown = fitted(own, calling("acme:F", "hex 00#34", "Relu"));
        QVERIFY2(unknown.ok(), errorOf(unknown).c_str());
        QCOMPARE(unknown->graph.node(*unknown->graph.findByName("acme:F")).op,
                 std::string("acme:F_1"));
        QCOMPARE(codeOfFailure(fitted(graph, calling("acme:F", "#34", "Relu"))),
                 std::string("other-function"));
    }

    /// bfloat16 came with set 13.
    void olderSetsNeedNotTakeTheTypes()
    {
        Graph part = model("Relu", 13);
        Node &x = part.edit(*part.findByName("x_of_Relu"));
        x.attrs.set(onnx_variable::elemType, "bfloat16");
        QCOMPARE(codeOfFailure(fitted(model("Neg", 11), part)), std::string("other-opset"));
        QVERIFY(fitted(model("Neg", 17), part).ok());
    }

    void oldModelsWantInitializersAmongTheInputs()
    {
        Graph part = model("Relu", 8);
        part.edit(*part.findByName("x_of_Relu"))
            .attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        const auto inputOf = [](const Graph &graph) {
            return graph.node(*graph.findByName("x_of_Relu")).attrs.find(onnx_variable::input);
        };
        QVERIFY(inputOf(fitted(model("Neg", 8, 3), part)->graph));
        QVERIFY(!inputOf(fitted(model("Neg", 8, 4), part)->graph));
    }

    /// What is added is one step, the model's own facts among it.
    void aPieceIsAddedAsOneEdit()
    {
        Graph graph = model("Neg", 17);
        const Graph before = graph;
        Graph part = model("acme:F", 1);
        part.setAttrs({opsetImportAttr({{"ai.onnx", 17}, {"acme", 3}}),
                       functionsAttr({{"acme:F", "hex 00#12"}})});
        const auto edit = addPart(graph, part, m_builtins.ops, AddedAs::Model);
        QVERIFY2(edit.ok(), errorOf(edit).c_str());
        const auto undo = apply(graph, *edit);
        QVERIFY(undo.ok());
        QVERIFY((opsetImports(graph) == OpsetVersions{{"acme", 3}, {"ai.onnx", 17}}));
        QCOMPARE(modelFunctions(graph).at("acme:F"), std::string("hex 00#12"));
        QCOMPARE(graph.heads().size(), std::size_t{2});
        QVERIFY(apply(graph, *undo).ok() && graph == before);
    }
};

NERVURE_TEST(TstModelJoin)
#include "tst_model_join.moc"
