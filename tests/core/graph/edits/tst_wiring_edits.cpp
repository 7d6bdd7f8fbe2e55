// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/wiring_edits.h"

#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/test_class.h"

using namespace nervure;

class TstWiringEdits : public QObject, private tests::EditFixture {
    Q_OBJECT

private Q_SLOTS:
    void inputsAreRewired();
    void lightNetReadersMoveBehindTheirSource();
    void cyclesAreRefusedWithTheirWay();
    void missingThingsAreNamed();
    void inputsComeAndGo();
    void controlDependencies();
    void outputsComeAndGo();
    void orderIsKeptInLightNet();
};

void TstWiringEdits::inputsAreRewired()
{
    const Graph graph = nnvm();
    const Graph other = applied(graph, rewireInput(graph, id(graph, "tanh"), 0, {id(graph, "x")}));
    QCOMPARE(shown(other, "tanh"), std::string("tanh(x)"));
    const Graph open = applied(graph, disconnectInput(graph, id(graph, "conv"), 1));
    QCOMPARE(shown(open, "conv"), std::string("conv(x,?,conv_bias)"));
    const Graph heads = applied(graph, rewireHead(graph, 1, {id(graph, "relu")}));
    QCOMPARE(tests::EditFixture::heads(heads), std::string("pool relu"));

    const Graph net = lightNet();
    const Graph lost = applied(net, disconnectInput(net, id(net, "sigmoid"), 0));
    QCOMPARE(shown(lost, "sigmoid"), std::string("sigmoid(?t_relu_1)"));
    const Graph again = applied(lost, rewireInput(lost, id(lost, "sigmoid"), 0, {id(lost, "in")}));
    QCOMPARE(shown(again, "sigmoid"), std::string("sigmoid(in)"));
    QVERIFY(again.node(id(again, "sigmoid")).inputPorts.front().tensor.empty());
}

void TstWiringEdits::lightNetReadersMoveBehindTheirSource()
{
    Graph net = lightNet();
    // A second reader of the input, before the others.
    Node late = net.node(id(net, "relu"));
    late.name = "early";
    late.outputPorts[0].tensor = "t_early";
    QVERIFY(apply(net, {AddNode{late, {}, 1}}).ok());
    QCOMPARE(order(net), std::string("in early relu sigmoid sum"));
    const Graph moved = applied(net, rewireInput(net, id(net, "early"), 0, {id(net, "sigmoid")}));
    QCOMPARE(order(moved), std::string("in relu sigmoid early sum"));
    QCOMPARE(shown(moved, "early"), std::string("early(sigmoid)"));
}

void TstWiringEdits::cyclesAreRefusedWithTheirWay()
{
    const Graph graph = nnvm();
    const auto edit = rewireInput(graph, id(graph, "conv"), 0, {id(graph, "pool")});
    QCOMPARE(codeOf(edit), std::string("cycle"));
    QCOMPARE(messageOf(edit), std::string("'conv' would depend on its own output: 'conv' → 'relu' "
                                          "→ 'pool' → 'conv'"));
    QCOMPARE(codeOf(addControlDependency(graph, id(graph, "relu"), id(graph, "relu"))),
             std::string("cycle"));
    const Graph net = lightNet();
    QCOMPARE(codeOf(rewireInput(net, id(net, "relu"), 0, {id(net, "sum")})), std::string("cycle"));
}

void TstWiringEdits::missingThingsAreNamed()
{
    const Graph graph = nnvm();
    QCOMPARE(messageOf(rewireInput(graph, id(graph, "tanh"), 3, {id(graph, "x")})),
             std::string("'tanh' has no input 3, expected less than 1"));
    QCOMPARE(codeOf(rewireInput(graph, NodeId{99}, 0, {id(graph, "x")})),
             std::string("no-such-node"));
    QCOMPARE(messageOf(rewireInput(graph, id(graph, "tanh"), 0, {id(graph, "x"), 2, 0})),
             std::string("'x' has no output 2, expected less than 1"));
    QCOMPARE(codeOf(rewireHead(graph, 2, {id(graph, "x")})), std::string("no-such-entry"));
}

void TstWiringEdits::inputsComeAndGo()
{
    const Graph graph = nnvm();
    const Graph more =
        applied(graph, addInput(graph, builtins.ops, id(graph, "tanh"), {id(graph, "conv")}, 0));
    QCOMPARE(shown(more, "tanh"), std::string("tanh(conv,relu)"));
    QCOMPARE(shown(applied(more, removeInput(more, id(more, "tanh"), 1)), "tanh"),
             std::string("tanh(conv)"));
    const Graph net = lightNet();
    const Graph wide = applied(net, addInput(net, builtins.ops, id(net, "sum"), {id(net, "in")}));
    QCOMPARE(shown(wide, "sum"), std::string("sum(relu,sigmoid,in)"));
    QCOMPARE(wide.node(id(wide, "sum")).inputPorts.back().role, std::string("src2"));
    QCOMPARE(shown(applied(wide, removeInput(wide, id(wide, "sum"), 0)), "sum"),
             std::string("sum(sigmoid,in)"));
}

void TstWiringEdits::controlDependencies()
{
    const Graph graph = nnvm();
    const NodeId tanh = id(graph, "tanh");
    const NodeId pool = id(graph, "pool");
    const Graph with = applied(graph, addControlDependency(graph, tanh, pool));
    QVERIFY(with.node(tanh).controlDeps == RareVector<NodeId>{pool});
    QCOMPARE(messageOf(addControlDependency(with, tanh, pool)),
             std::string("'tanh' waits for 'pool' already"));
    QVERIFY(applied(with, removeControlDependency(with, tanh, pool)) == graph);
    QCOMPARE(messageOf(removeControlDependency(graph, tanh, pool)),
             std::string("'tanh' does not wait for 'pool'"));
    const Graph net = lightNet();
    QCOMPARE(codeOf(addControlDependency(net, id(net, "sum"), id(net, "in"))),
             std::string("control-dependency"));
}

void TstWiringEdits::outputsComeAndGo()
{
    const Graph graph = nnvm();
    const Graph more = applied(graph, makeOutput(graph, {id(graph, "relu")}, 0));
    QCOMPARE(heads(more), std::string("relu pool tanh"));
    QCOMPARE(codeOf(makeOutput(more, {id(more, "relu")})), std::string("output"));
    QVERIFY(applied(more, removeOutput(more, {id(more, "relu")})) == graph);
    QCOMPARE(messageOf(removeOutput(graph, {id(graph, "relu")})),
             std::string("output 0 of 'relu' is no output of the graph"));
    QCOMPARE(heads(applied(more, removeHead(more, 1))), std::string("relu tanh"));
    // Two outputs that show one value.
    Graph twice = graph;
    twice.setHeads({{id(graph, "tanh")}, {id(graph, "pool")}, {id(graph, "tanh")}});
    QCOMPARE(heads(applied(twice, removeHead(twice, 2))), std::string("tanh pool"));
    QCOMPARE(heads(applied(twice, removeHead(twice, 0))), std::string("pool tanh"));
    QCOMPARE(heads(applied(twice, removeOutput(twice, {id(twice, "tanh")}))), std::string("pool"));
    QCOMPARE(codeOf(removeHead(twice, 3)), std::string("no-such-entry"));
    const Graph net = lightNet();
    QCOMPARE(codeOf(makeOutput(net, {id(net, "relu")})), std::string("output"));
}

void TstWiringEdits::orderIsKeptInLightNet()
{
    const Graph net = lightNet();
    QCOMPARE(messageOf(moveNode(net, id(net, "sum"), 0)),
             std::string("'sum' reads 'relu' and would stand before it"));
    QCOMPARE(messageOf(moveNode(net, id(net, "in"), 3)),
             std::string("'relu' reads 'in' and would stand before it"));
    Graph two = net;
    Node lone = net.node(id(net, "in"));
    lone.name = "lone";
    lone.outputPorts[0].tensor = "t_lone";
    QVERIFY(apply(two, {AddNode{lone, {}, {}}}).ok());
    QCOMPARE(order(applied(two, moveNode(two, id(two, "lone"), 1))),
             std::string("in lone relu sigmoid sum"));
    const Graph graph = nnvm();
    QCOMPARE(order(applied(graph, moveNode(graph, id(graph, "tanh"), 0))),
             std::string("tanh x conv_weight conv_bias conv relu pool"));
}

NERVURE_TEST(TstWiringEdits)
#include "tst_wiring_edits.moc"
