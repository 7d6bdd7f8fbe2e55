// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/add_edits.h"

#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/test_class.h"

using namespace nervure;

class TstAddEdits : public QObject, private tests::EditFixture {
    Q_OBJECT

private Q_SLOTS:
    void operatorsBringTheirParameters();
    void lightNetOperatorsNameTheirTensors();
    void onnxOperatorsHaveAttributesAsItsFilesHave();
    void faultyOperatorsAreRefused();
    void inputsAreAdded();
    void operatorsAreInsertedOnEdges();
    void selectionsAreReplaced();
    void replacementsThatDoNotFitAreRefused();
};

void TstAddEdits::operatorsBringTheirParameters()
{
    const Graph graph = nnvm();
    const NewOperator dense{"dense", "fc", {{"units", "10"}}, {{id(graph, "pool")}}};
    const auto edit = addOperator(graph, builtins.ops, dense);
    const Graph more = applied(graph, edit);
    QCOMPARE(shown(more, "fc"), std::string("fc(pool,fc_weight,fc_bias)"));
    QCOMPARE(order(more), order(graph) + " fc_weight fc_bias fc");
    QVERIFY(more.node(id(more, "fc_bias")).attrs == (AttrDict{{"units", "10"}}));
    QVERIFY(addedNodes(*edit).back() == id(more, "fc"));
    QCOMPARE(heads(more), heads(graph));
    const Graph lone = applied(more, addOperator(more, builtins.ops, {"relu", "", {}, {}}));
    QCOMPARE(shown(lone, "relu0"), std::string("relu0(relu0_data)"));
    const Graph unknown =
        applied(graph, addOperator(graph, builtins.ops, {"mine", "m", {}, {{id(graph, "x")}}}));
    QCOMPARE(shown(unknown, "m"), std::string("m(x)"));
}

void TstAddEdits::lightNetOperatorsNameTheirTensors()
{
    const Graph net = lightNet();
    const Graph more =
        applied(net, addOperator(net, builtins.ops, {"relu", "relu", {}, {{id(net, "sum")}}}));
    QCOMPARE(shown(more, "relu_1"), std::string("relu_1(sum)"));
    const Node &relu = more.node(id(more, "relu_1"));
    QVERIFY(relu.outputPorts == (RareVector<Port>{{"dst", "relu_1_dst", 0}}));
    QCOMPARE(relu.inputPorts.front().role, std::string("src"));
    const Graph conv = applied(net, addOperator(net, builtins.ops, {"conv2d", "c", {}, {}}));
    QCOMPARE(shown(conv, "c"), std::string("c(?c_src,c_weight,c_bias)"));
    QCOMPARE(conv.node(id(conv, "c_weight")).op, std::string("create"));
}

void TstAddEdits::onnxOperatorsHaveAttributesAsItsFilesHave()
{
    Graph graph;
    graph.setDialect(Dialect::Onnx);
    Node relu;
    relu.op = "Relu";
    relu.name = "relu";
    relu.dialect = Dialect::Onnx;
    relu.opset = 11;
    const NodeId x = graph.add(relu);
    const Graph leaky = applied(
        graph, addOperator(graph, builtins.ops, {"LeakyRelu", "l", {{"alpha", "1"}}, {{x}}}));
    QCOMPARE(*leaky.node(id(leaky, "l")).attrs.find("alpha"), std::string("1.0"));
    QCOMPARE(leaky.node(id(leaky, "l")).opset, std::uint16_t(11));
    const Graph prelu = applied(graph, addOperator(graph, builtins.ops, {"PRelu", "p", {}, {{x}}}));
    QCOMPARE(shown(prelu, "p"), std::string("p(relu,p_slope)"));
    QVERIFY(prelu.node(id(prelu, "p_slope")).attrs.empty());
}

void TstAddEdits::faultyOperatorsAreRefused()
{
    const Graph graph = nnvm();
    const Entry x{id(graph, "x")};
    QCOMPARE(messageOf(addOperator(graph, builtins.ops, {"relu", "r", {}, {x, x}})),
             std::string("relu 'r' is given 2 inputs, expected at most 1"));
    QCOMPARE(codeOf(addOperator(graph, builtins.ops, {"", "r", {}, {}})), std::string("op-empty"));
    QCOMPARE(codeOf(addOperator(graph, builtins.ops, {"relu", "r", {}, {{NodeId{50}}}})),
             std::string("no-such-entry"));
}

void TstAddEdits::inputsAreAdded()
{
    const Graph graph = nnvm();
    const Graph more = applied(graph, addVariable(graph, "x", {1, 2}, DType::Int8));
    const Node &variable = more.node(id(more, "x_1"));
    QVERIFY(variable.isVariable());
    QCOMPARE(*variable.attrs.find("shape"), std::string("(1, 2)"));
    QCOMPARE(*variable.attrs.find("dtype"), std::string("5"));
    const Graph net = lightNet();
    const Graph source = applied(net, addVariable(net, "y", {4}));
    QCOMPARE(*source.node(id(source, "y")).attrs.find("dims"), std::string("[4]"));
    QCOMPARE(source.node(id(source, "y")).outputPorts.front().tensor, std::string("y"));
}

void TstAddEdits::operatorsAreInsertedOnEdges()
{
    const Graph graph = nnvm();
    const EdgeEnd one[] = {{id(graph, "tanh"), 0}};
    const Graph single =
        applied(graph, insertOperator(graph, builtins.ops, one, {"exp", {}, {}, {}}));
    QCOMPARE(shown(single, "tanh"), std::string("tanh(exp0)"));
    QCOMPARE(shown(single, "exp0"), std::string("exp0(relu)"));
    QCOMPARE(shown(single, "pool"), std::string("pool(relu)"));
    QCOMPARE(order(single), std::string("x conv_weight conv_bias conv relu pool exp0 tanh"));

    const auto all = edgesFrom(graph, {id(graph, "relu")});
    QCOMPARE(all.size(), std::size_t(2));
    const Graph every =
        applied(graph, insertOperator(graph, builtins.ops, all, {"exp", {}, {}, {}}));
    QCOMPARE(shown(every, "pool"), std::string("pool(exp0)"));
    const EdgeEnd head[] = {{NodeId(), 0}};
    QCOMPARE(heads(applied(graph, insertOperator(graph, builtins.ops, head, {"exp", {}, {}, {}}))),
             std::string("exp0 tanh"));
    const EdgeEnd mixed[] = {{id(graph, "tanh"), 0}, {id(graph, "conv"), 0}};
    QCOMPARE(codeOf(insertOperator(graph, builtins.ops, mixed, {"exp", {}, {}, {}})),
             std::string("no-such-edge"));
    QCOMPARE(codeOf(insertOperator(graph, builtins.ops, {}, {"exp", {}, {}, {}})),
             std::string("no-edge"));

    const Graph net = lightNet();
    const EdgeEnd second[] = {{id(net, "sum"), 1}};
    const Graph inserted =
        applied(net, insertOperator(net, builtins.ops, second, {"relu", {}, {}, {}}));
    QCOMPARE(shown(inserted, "sum"), std::string("sum(relu,relu0)"));
    QCOMPARE(order(inserted), std::string("in relu sigmoid relu0 sum"));
}

void TstAddEdits::selectionsAreReplaced()
{
    const Graph graph = nnvm();
    const NodeId layer[] = {id(graph, "conv"), id(graph, "relu")};
    const Graph other =
        applied(graph, replaceByOperator(graph, builtins.ops, layer, {"mine", "block", {}, {}}));
    QCOMPARE(shown(other, "block"), std::string("block(x,conv_weight,conv_bias)"));
    QCOMPARE(shown(other, "pool"), std::string("pool(block)"));
    QCOMPARE(order(other), std::string("x conv_weight conv_bias block pool tanh"));
    const NodeId last[] = {id(graph, "tanh")};
    QCOMPARE(heads(applied(
                 graph, replaceByOperator(graph, builtins.ops, last, {"sigmoid", "tanh", {}, {}}))),
             std::string("pool tanh_1"));
    const Graph net = lightNet();
    const NodeId two[] = {id(net, "relu"), id(net, "sigmoid"), id(net, "sum")};
    const Graph short_ =
        applied(net, replaceByOperator(net, builtins.ops, two, {"relu", "one", {}, {}}));
    QCOMPARE(order(short_), std::string("in one"));
}

void TstAddEdits::replacementsThatDoNotFitAreRefused()
{
    const Graph graph = nnvm();
    const NodeId ends[] = {id(graph, "pool"), id(graph, "tanh")};
    QCOMPARE(messageOf(replaceByOperator(graph, builtins.ops, ends, {"relu", "r", {}, {}})),
             std::string("the selection gives 2 values, 'relu' has 1 output"));
    const NodeId apart[] = {id(graph, "conv"), id(graph, "pool")};
    QCOMPARE(codeOf(replaceByOperator(graph, builtins.ops, apart, {"mine", "m", {}, {}})),
             std::string("cycle"));
}

NERVURE_TEST(TstAddEdits)
#include "tst_add_edits.moc"
