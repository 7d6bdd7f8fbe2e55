// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "widgets/document/entry_facts.h"

#include <QTest>

using namespace nervure;

class TstEntryFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsInferredIsTold();
    void whatNoOutputNeedsIsAsTheFileDeclaresIt();
};

namespace {

Node onnxNode(const char *op, const char *name, Entries inputs)
{
    Node node;
    node.op = op;
    node.name = name;
    node.dialect = Dialect::Onnx;
    node.opset = 17;
    node.inputs = std::move(inputs);
    node.outputPorts = {{{}, name, 0}};
    return node;
}

/// x → needed, which is the output, and x → spare, whose type the file declares.
struct Sample {
    Sample()
    {
        graph.setDialect(Dialect::Onnx);
        Node input;
        input.name = "x";
        input.dialect = Dialect::Onnx;
        x = graph.add(std::move(input));
        needed = graph.add(onnxNode("Neg", "needed", {{x}}));
        Node other = onnxNode("Exp", "spare", {{x}});
        other.declaredTypes = {ValueType::fromText("float16[batch, 3]")};
        spare = graph.add(std::move(other));
        graph.setHeads({{needed}});
        Diagnostics ignored;
        index = *IndexedGraph::build(graph, builtins.ops, ignored);
        analyses.set(keys::valueType,
                     ValueTypes{ValueType::fromText("float32[2]"), ValueType::fromText("float32")},
                     *index);
    }

    Builtins builtins = makeBuiltins();
    Graph graph;
    NodeId x;
    NodeId needed;
    NodeId spare;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
};

} // namespace

void TstEntryFacts::whatIsInferredIsTold()
{
    const Sample sample;
    const EntryFacts facts = entryFacts(sample.graph, sample.index, sample.analyses, {sample.x});
    QCOMPARE(facts.shapeText, QStringLiteral("2"));
    QCOMPARE(facts.typeText, QStringLiteral("float32"));
    QVERIFY(!facts.isDeclared);
    const EntryFacts unknown = entryFacts(sample.graph, nullptr, sample.analyses, {sample.x});
    QVERIFY(unknown.shapeText.isEmpty() && unknown.typeText.isEmpty());
}

void TstEntryFacts::whatNoOutputNeedsIsAsTheFileDeclaresIt()
{
    const Sample sample;
    const EntryFacts facts =
        entryFacts(sample.graph, sample.index, sample.analyses, {sample.spare});
    QCOMPARE(facts.shapeText, QString::fromUtf8("batch×3"));
    QCOMPARE(facts.typeText, QStringLiteral("float16"));
    QVERIFY(facts.isDeclared);
    const EntryFacts gone = entryFacts(sample.graph, sample.index, sample.analyses, {NodeId{99}});
    QVERIFY(gone.shapeText.isEmpty() && !gone.isDeclared);
}

NERVURE_TEST(TstEntryFacts)
#include "tst_entry_facts.moc"
