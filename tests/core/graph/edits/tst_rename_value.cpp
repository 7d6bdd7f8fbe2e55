// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/rename_value.h"

#include "core/formats/onnx/value_names.h"
#include "core/graph/edits/names.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

using namespace nervure;
using namespace nervure::tests;

/// Values are renamed, and everything that names them follows.
class TstRenameValue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readersAndOutputsFollow();
    void bodiesFollow();
    void takenNamesAreRefused_data();
    void takenNamesAreRefused();
    void aVariableTakesNoValuesName();
    void whatHasNoNameGetsOne();
    void valuesOfNnvmAreNamedAfterTheirNodes();
    void tensorsOfLightNetAreRenamed();

private:
    /// x → Relu → hidden → Loop, whose body takes hidden; the outputs are hidden and y.
    static std::string model()
    {
        const std::string body =
            bytesField(graph::name, "body") + valueField(graph::input, "i", {})
            + valueField(graph::input, "go", {}) + valueField(graph::input, "s", {"2"})
            + nodeField("Identity", {"go"}, {"on"}, "keep")
            + nodeField("Add", {"s", "hidden"}, {"inner"}, "sum")
            + valueField(graph::output, "on", {}) + valueField(graph::output, "inner", {"2"});
        return modelOf(bytesField(graph::name, "g") + valueField(graph::input, "x", {"2"})
                       + nodeField("Relu", {"x"}, {"hidden"}, "relu")
                       + nodeField("Loop", {"", "", "hidden"}, {"y"}, "loop", bodyAttribute(body))
                       + valueField(graph::output, "hidden", {"2"})
                       + valueField(graph::output, "y", {"2"}));
    }

    [[nodiscard]] Graph opened() const { return m_fixture.opened(model()); }
    static Entry value(const Graph &graph, const char *name)
    {
        return findValue(graph, name).value_or(Entry{});
    }

    EditFixture m_fixture;
};

void TstRenameValue::readersAndOutputsFollow()
{
    Graph graph = opened();
    const Graph before = graph;
    const auto edit = renameValue(graph, value(graph, "hidden"), "features");
    QVERIFY(edit.ok());
    const auto undo = apply(graph, *edit);
    QVERIFY(undo.ok());
    const onnx::ValueNames names(graph);
    QCOMPARE(names.name(graph.heads()[0]), std::string("features"));
    QVERIFY(!findValue(graph, "hidden"));
    const Node &loop = graph.node(*graph.findByName("loop"));
    QCOMPARE(names.inputs(loop).back(), std::string("features"));
    QVERIFY(apply(graph, *undo).ok());
    QVERIFY(graph == before);
    const auto same = renameValue(graph, value(graph, "hidden"), "hidden");
    QVERIFY(same.ok() && apply(graph, *same).ok() && graph == before);
}

void TstRenameValue::bodiesFollow()
{
    Graph graph = opened();
    QVERIFY(apply(graph, *renameValue(graph, value(graph, "hidden"), "features")).ok());
    const Graph &body = *graph.node(*graph.findByName("loop")).subgraphs.front();
    QVERIFY(body.findByName("features").has_value());
    QVERIFY(!body.findByName("hidden").has_value());
}

void TstRenameValue::takenNamesAreRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("value") << QByteArray("y") << QByteArray("name-taken");
    QTest::newRow("input") << QByteArray("x") << QByteArray("name-taken");
    QTest::newRow("in a body") << QByteArray("inner") << QByteArray("name-taken");
    QTest::newRow("input of a body") << QByteArray("go") << QByteArray("name-taken");
    QTest::newRow("empty") << QByteArray() << QByteArray("name-empty");
}

void TstRenameValue::takenNamesAreRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, code);
    const Graph graph = opened();
    NERVURE_VERIFY_ERROR(renameValue(graph, value(graph, "hidden"), name.toStdString()),
                         code.toStdString(), "");
}

/// Names of nodes are others: a value may be called as a node.
void TstRenameValue::aVariableTakesNoValuesName()
{
    const Graph graph = opened();
    const NodeId x = *graph.findByName("x");
    NERVURE_VERIFY_ERROR(renameNode(graph, x, "hidden"), "name-taken", "'hidden_1' is free");
    NERVURE_VERIFY_ERROR(renameValue(graph, {x}, "y"), "name-taken", "'y_1' is free");
    QVERIFY(renameValue(graph, {x}, "image").ok());
    QVERIFY(renameValue(graph, value(graph, "y"), "relu").ok());
}

/// Of what an edit made: the names that its other outputs would get are kept.
void TstRenameValue::whatHasNoNameGetsOne()
{
    Graph graph = opened();
    Node split;
    split.dialect = Dialect::Onnx;
    split.op = "Split";
    split.name = "cut";
    split.inputs = {value(graph, "hidden")};
    const NodeId id = graph.add(split);
    graph.setHeads({{id, 0}, {id, 1}});
    QVERIFY(apply(graph, *renameValue(graph, {id, 1}, "boxes")).ok());
    const onnx::ValueNames names(graph);
    QCOMPARE(names.name({id, 0}), std::string("cut"));
    QCOMPARE(names.name({id, 1}), std::string("boxes"));
    NERVURE_VERIFY_ERROR(renameValue(graph, {id, 2}, "more"), "no-such-entry", "");
}

void TstRenameValue::valuesOfNnvmAreNamedAfterTheirNodes()
{
    const Graph graph = m_fixture.nnvm();
    const NodeId relu = *graph.findByName("relu");
    QVERIFY(!canRenameValue(graph, {relu}));
    NERVURE_VERIFY_ERROR(renameValue(graph, {relu}, "a"), "no-value-name",
                         "expected 'relu' to be renamed");
    QVERIFY(renameValue(graph, {*graph.findByName("x")}, "image").ok());
    NERVURE_VERIFY_ERROR(renameValue(graph, {NodeId{77}}, "a"), "no-such-entry", "");
}

void TstRenameValue::tensorsOfLightNetAreRenamed()
{
    Graph graph = m_fixture.lightNet();
    QVERIFY(apply(graph, *renameValue(graph, value(graph, "t_relu"), "act")).ok());
    QCOMPARE(findValue(graph, "act"), std::optional(Entry{*graph.findByName("relu")}));
}

NERVURE_TEST(TstRenameValue)
#include "tst_rename_value.moc"
