// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/fragment.h"

#include "tests/core/graph/edits/edit_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

using namespace nervure;

class TstFragment : public QObject, private tests::EditFixture {
    Q_OBJECT

private Q_SLOTS:
    void fragmentsStandForWhatTheyRead();
    void pastedNodesConnectByName();
    void lightNetFragments();
    void duplicatesReadWhatTheOriginalsRead();
    void selectionsAreExtracted();
    void lightNetSelectionsAreExtracted();
    void graphsAreMerged();
    void faultsAreNamed();
};

void TstFragment::fragmentsStandForWhatTheyRead()
{
    const Graph graph = nnvm();
    const NodeId nodes[] = {id(graph, "relu"), id(graph, "tanh")};
    const auto fragment = copyFragment(graph, nodes);
    QVERIFY(fragment.ok());
    QCOMPARE(order(*fragment), std::string("conv relu tanh"));
    QCOMPARE(shown(*fragment, "relu"), std::string("relu(conv)"));
    QCOMPARE(*fragment->node(id(*fragment, "conv")).attrs.find(referenceKey), std::string("0"));
    // relu feeds pool, tanh is an output.
    QCOMPARE(heads(*fragment), std::string("relu tanh"));
}

void TstFragment::pastedNodesConnectByName()
{
    const Graph graph = nnvm();
    const NodeId nodes[] = {id(graph, "relu"), id(graph, "tanh")};
    const auto fragment = copyFragment(graph, nodes);
    const Graph twice = applied(graph, pasteFragment(graph, *fragment));
    QCOMPARE(shown(twice, "relu_1"), std::string("relu_1(conv)"));
    QCOMPARE(shown(twice, "tanh_1"), std::string("tanh_1(relu_1)"));
    QCOMPARE(twice.nodeCount(), graph.nodeCount() + 2);
    const Graph apart = applied(graph, pasteFragment(graph, *fragment, {Connect::Nothing, 0, {}}));
    QCOMPARE(shown(apart, "relu_1"), std::string("relu_1(conv_1)"));
    QVERIFY(apart.node(id(apart, "conv_1")).attrs.empty());
    QVERIFY(order(apart).starts_with("conv_1 relu_1 tanh_1 x "));
    const Graph alone = applied(Graph(), pasteFragment(Graph(), *fragment));
    QCOMPARE(order(alone), std::string("conv relu tanh"));
}

void TstFragment::lightNetFragments()
{
    const Graph net = lightNet();
    const NodeId nodes[] = {id(net, "sigmoid"), id(net, "sum")};
    const auto fragment = copyFragment(net, nodes);
    QVERIFY(fragment.ok());
    QCOMPARE(shown(*fragment, "sum"), std::string("sum(?t_relu,sigmoid)"));
    const Graph twice = applied(net, pasteFragment(net, *fragment));
    QCOMPARE(shown(twice, "sum_1"), std::string("sum_1(relu,sigmoid_1)"));
    QCOMPARE(twice.node(id(twice, "sum_1")).outputPorts.front().tensor, std::string("t_sum_1"));
    // Unconnected inputs must not find a tensor when the file is read again.
    const Graph apart = applied(net, pasteFragment(net, *fragment, {Connect::Nothing, {}, {}}));
    QCOMPARE(shown(apart, "sum_1"), std::string("sum_1(?t_relu_1,sigmoid_1)"));
}

void TstFragment::duplicatesReadWhatTheOriginalsRead()
{
    const Graph graph = nnvm();
    const NodeId nodes[] = {id(graph, "tanh"), id(graph, "relu"), id(graph, "conv_bias")};
    const Graph twice = applied(graph, duplicateNodes(graph, nodes));
    QCOMPARE(shown(twice, "tanh_1"), std::string("tanh_1(relu_1)"));
    QCOMPARE(shown(twice, "relu_1"), std::string("relu_1(conv)"));
    QCOMPARE(order(twice), order(graph) + " conv_1_bias relu_1 tanh_1");
    const Graph net = lightNet();
    const NodeId sum[] = {id(net, "sum")};
    QCOMPARE(shown(applied(net, duplicateNodes(net, sum)), "sum_1"),
             std::string("sum_1(relu,sigmoid)"));
}

void TstFragment::selectionsAreExtracted()
{
    const Graph graph = nnvm();
    const NodeId nodes[] = {id(graph, "relu"), id(graph, "pool")};
    const auto part = extractGraph(graph, nodes, [](const Entry &) {
        return ShapeAndType{{1, 8, 6, 6}, DType::Float32};
    });
    QVERIFY(part.ok());
    QCOMPARE(order(*part), std::string("conv relu pool"));
    const Node &input = part->node(id(*part, "conv"));
    QVERIFY(input.isVariable());
    QCOMPARE(*input.attrs.find("shape"), std::string("(1, 8, 6, 6)"));
    QVERIFY(!input.attrs.find(referenceKey));
    QCOMPARE(heads(*part), std::string("relu pool"));
    const NodeId conv[] = {id(graph, "conv")};
    const auto layer = extractGraph(graph, conv);
    QCOMPARE(order(*layer), std::string("x conv_weight conv_bias conv"));
    QCOMPARE(shown(*layer, "conv"), std::string("conv(x,conv_weight,conv_bias)"));
}

void TstFragment::lightNetSelectionsAreExtracted()
{
    const Graph net = lightNet();
    const NodeId nodes[] = {id(net, "sigmoid"), id(net, "sum")};
    const auto part = extractGraph(net, nodes, [](const Entry &) {
        return ShapeAndType{{2, 3}, DType::Int16};
    });
    QVERIFY(part.ok());
    QCOMPARE(order(*part), std::string("t_relu sigmoid sum"));
    QCOMPARE(shown(*part, "sum"), std::string("sum(t_relu,sigmoid)"));
    QCOMPARE(*part->node(id(*part, "t_relu")).attrs.find("dims"), std::string("[2,3]"));
}

void TstFragment::graphsAreMerged()
{
    const Graph graph = nnvm();
    const Graph other = opened(R"({"nodes": [{"op": "null", "name": "tanh", "inputs": []},
        {"op": "null", "name": "y", "inputs": []},
        {"op": "elemwise_add", "name": "relu", "inputs": [[0, 0, 0], [1, 0, 0]]}],
        "arg_nodes": [0, 1], "heads": [[2, 0, 0]]})");
    const Graph merged = applied(graph, mergeGraph(graph, other));
    QCOMPARE(shown(merged, "relu_1"), std::string("relu_1(tanh,y)"));
    QCOMPARE(heads(merged), std::string("pool tanh relu_1"));
    const Graph named = applied(graph, mergeGraph(graph, other, {Connect::Nothing, {}, "b_"}));
    QCOMPARE(shown(named, "b_relu"), std::string("b_relu(b_tanh,b_y)"));
}

void TstFragment::faultsAreNamed()
{
    const Graph graph = nnvm();
    QCOMPARE(messageOf(pasteFragment(graph, lightNet())),
             std::string("the nodes are of dialect lightnet, expected nnvm"));
    QCOMPARE(codeOf(pasteFragment(graph, Graph())), std::string("no-nodes"));
    NERVURE_VERIFY_ERROR(copyFragment(graph, {}), "no-nodes",
                         "no nodes are given, expected at least one");
    const NodeId lost[] = {NodeId{88}};
    NERVURE_VERIFY_ERROR(extractGraph(graph, lost), "no-such-node",
                         "the graph has no node with id 88");
}

NERVURE_TEST(TstFragment)
#include "tst_fragment.moc"
