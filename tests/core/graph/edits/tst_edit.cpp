// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/edit.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

Node makeNode(std::string op, std::string name, std::vector<Entry> inputs = {})
{
    Node node;
    node.op = std::move(op);
    node.name = std::move(name);
    node.inputs = std::move(inputs);
    return node;
}

/// x → a → b, with b the head.
Graph chain()
{
    Graph graph;
    const NodeId x = graph.add(makeNode("null", "x"));
    const NodeId a = graph.add(makeNode("relu", "a", {{x}}));
    graph.edit(a).attrs = AttrDict{{"p", "1"}, {"q", "2"}, {"r", "3"}};
    const NodeId b = graph.add(makeNode("tanh", "b", {{a}}));
    graph.edit(b).controlDeps = {a};
    graph.setHeads({{b}});
    return graph;
}

const NodeId x{0};
const NodeId a{1};
const NodeId b{2};

} // namespace

class TstEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inverseGivesTheSameGraph_data();
    void inverseGivesTheSameGraph();
    void failedPartTakesTheWholeBack();
    void missingThingsAreErrors();
    void deletingLeavesUsersUnconnected();
    void bridgingConnectsUsersToTheFirstInput();
    void lightNetInputsKeepTheNameOfTheLostTensor();
};

void TstEdit::inverseGivesTheSameGraph_data()
{
    QTest::addColumn<int>("index");
    const char *names[] = {"change attribute", "add attribute",  "insert attribute",
                           "remove attribute", "rename",         "add node",
                           "add node between", "remove node",    "inputs",
                           "output ports",     "declared types", "heads",
                           "composite",        "delete",         "delete bridging"};
    for (int i = 0; i < int(std::size(names)); ++i) {
        QTest::newRow(names[i]) << i;
    }
}

void TstEdit::inverseGivesTheSameGraph()
{
    QFETCH(int, index);
    Graph graph = chain();
    const std::vector<Edit> edits{
        {SetAttribute{a, "p", "9", {}}},
        {SetAttribute{a, "new", "9", {}}},
        {SetAttribute{a, "new", "9", 1}},
        {RemoveAttribute{a, "q"}},
        {RenameNode{a, "other"}},
        {AddNode{makeNode("exp", "e", {{b}}), {}, {}}},
        {AddNode{makeNode("exp", "e", {{b}}), NodeId{7}, 1}},
        {RemoveNode{a}},
        {SetInputs{b, {{x}, {a, 1, 2}}, {}, {x}}},
        {SetOutputPorts{a, {{"dst", "t"}}}},
        {SetDeclaredTypes{a, {ValueType::fromText("float32[n, 3]")}}},
        {SetHeads{{{a}, {x}}}},
        {CompositeEdit{{{RenameNode{a, "n"}}, {RemoveNode{b}}, {RenameNode{a, "m"}}}}},
        deleteNode(graph, a),
        deleteNodeBridging(graph, a),
    };
    const Graph before = graph;
    const auto inverse = apply(graph, edits[std::size_t(index)]);
    QVERIFY(inverse.ok());
    QVERIFY(!(graph == before));
    QVERIFY(graph.revision() > before.revision());
    const Graph after = graph;
    const auto again = apply(graph, *inverse);
    QVERIFY(again.ok());
    QVERIFY(graph == before);
    QVERIFY(apply(graph, *again).ok());
    QVERIFY(graph == after);
}

void TstEdit::failedPartTakesTheWholeBack()
{
    Graph graph = chain();
    const Graph before = graph;
    const auto result = apply(
        graph, {CompositeEdit{{{RenameNode{a, "n"}}, {RemoveNode{b}}, {RenameNode{b, "m"}}}}});
    NERVURE_VERIFY_ERROR(result, "no-such-node", "the graph has no node with id 2");
    QVERIFY(graph == before);
}

void TstEdit::missingThingsAreErrors()
{
    Graph graph = chain();
    NERVURE_VERIFY_ERROR(apply(graph, {RenameNode{NodeId{9}, "n"}}), "no-such-node",
                         "the graph has no node with id 9");
    NERVURE_VERIFY_ERROR(apply(graph, {RemoveAttribute{a, "none"}}), "no-such-attribute",
                         "node 'a' has no attribute 'none'");
    NERVURE_VERIFY_ERROR(apply(graph, {AddNode{makeNode("exp", "e"), a, {}}}), "id-taken",
                         "the graph has a node with id 1 already");
    QVERIFY(graph == chain());
}

void TstEdit::deletingLeavesUsersUnconnected()
{
    Graph graph = chain();
    QVERIFY(apply(graph, deleteNode(graph, b)).ok());
    QVERIFY(graph.heads().empty());
    QVERIFY(apply(graph, deleteNode(graph, x)).ok());
    QCOMPARE(int(graph.nodeCount()), 1);
    QVERIFY(!graph.contains(graph.node(a).inputs.front().node));
}

void TstEdit::bridgingConnectsUsersToTheFirstInput()
{
    Graph graph = chain();
    QVERIFY(apply(graph, deleteNodeBridging(graph, a)).ok());
    QVERIFY(graph.node(b).inputs == std::vector<Entry>{{x}});
    QVERIFY(graph.node(b).controlDeps.empty());
    QVERIFY(apply(graph, deleteNodeBridging(graph, b)).ok());
    QVERIFY(graph.heads() == std::vector<Entry>{{x}});
}

void TstEdit::lightNetInputsKeepTheNameOfTheLostTensor()
{
    Graph graph = chain();
    graph.edit(a).outputPorts = {{"dst", "t"}};
    graph.edit(b).inputPorts = {{"src", ""}};
    QVERIFY(apply(graph, deleteNode(graph, a)).ok());
    QVERIFY(graph.node(b).inputPorts.front() == (Port{"src", "t"}));
}

NERVURE_TEST(TstEdit)
#include "tst_edit.moc"
