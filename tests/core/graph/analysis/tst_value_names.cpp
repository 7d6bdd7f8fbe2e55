// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/value_names.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// What the inputs and outputs of a graph are called.
class TstValueNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesOfNnvmAreNamedAfterTheirNodes();
    void onnxNamesItsValues();

private:
    const Builtins m_builtins = makeBuiltins();
};

void TstValueNames::valuesOfNnvmAreNamedAfterTheirNodes()
{
    Graph graph;
    Node data;
    data.name = "data";
    Node parts;
    parts.op = "split";
    parts.name = "parts";
    parts.attrs = AttrDict{{"indices_or_sections", "2"}};
    parts.inputs = {Entry{graph.add(data)}};
    const NodeId id = graph.add(parts);
    const OpRegistry &ops = m_builtins.ops;
    QCOMPARE(valueName(graph, ops, {id, 1}), std::string("parts_output1"));
    QCOMPARE(valueName(graph, ops, {NodeId{0}}), std::string("data"));
    QCOMPARE(valueName(graph, ops, {NodeId{7}}), std::string("?"));
    QCOMPARE(valueName(graph, OpRegistry(), {id, 2}), std::string("parts_output2"));
    QCOMPARE(ownValueName(graph, {id, 1}), std::string());
}

void TstValueNames::onnxNamesItsValues()
{
    Graph graph;
    graph.setDialect(Dialect::Onnx);
    Node split;
    split.dialect = Dialect::Onnx;
    split.op = "Split";
    split.name = "cut";
    split.outputPorts = {{{}, "scores", 0}, {{}, "boxes", 1}};
    const NodeId id = graph.add(split);
    Node made = split; // by an edit: its values have no names before it is saved
    made.outputPorts = {};
    made.name = "made";
    const NodeId other = graph.add(made);
    const OpRegistry &ops = m_builtins.ops;
    QCOMPARE(valueName(graph, ops, {id, 0}), std::string("scores"));
    QCOMPARE(ownValueName(graph, {id, 1}), std::string("boxes"));
    QCOMPARE(valueName(graph, ops, {other, 0}), std::string("made"));
    QCOMPARE(valueName(graph, ops, {other, 1}), std::string("made_1"));
}

NERVURE_TEST(TstValueNames)
#include "tst_value_names.moc"
