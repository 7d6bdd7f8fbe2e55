// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/single_pass.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

struct DenseLike {
    std::int64_t units = 4;
    bool useBias = true;
};

struct NormLike {
    std::int64_t axis = 1;
    double epsilon = 1e-5;
    bool center = true;
    bool scale = true;
};

std::vector<std::string> denseInputs(const DenseLike &attrs)
{
    return attrs.useBias ? std::vector<std::string>{"data", "weight", "bias"}
                         : std::vector<std::string>{"data", "weight"};
}

/// What the pass looks at of dense and batch_norm; the test needs no inference and no arithmetic.
OpRegistry normalizedOperators()
{
    OpRegistry ops;
    ops.add(OpBuilder<DenseLike>(Dialect::Nnvm, "dense")
                .attr(field("units", &DenseLike::units, "units"))
                .attr(field("use_bias", &DenseLike::useBias, "bias"))
                .inputs(denseInputs)
                .parameters({1, 2})
                .build());
    ops.add(OpBuilder<NormLike>(Dialect::Nnvm, "batch_norm")
                .attr(field("axis", &NormLike::axis, "axis"))
                .attr(field("epsilon", &NormLike::epsilon, "epsilon"))
                .attr(field("center", &NormLike::center, "center"))
                .attr(field("scale", &NormLike::scale, "scale"))
                .inputs({"data", "gamma", "beta", "moving_mean", "moving_var"})
                .outputs({"output", "mean", "var"})
                .parameters({1, 2, 3, 4})
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "relu").acceptsAnyKey().inputs({"data"}).build());
    return ops;
}

/// x → dense → batch_norm → relu.
struct NormalizedNetwork {
    SinglePass pass{normalizedOperators()};
    NodeId dense, norm, relu;

    explicit NormalizedNetwork(bool useBias, AttrDict normAttrs = {})
    {
        const auto variable = [this](const std::string &name) {
            return pass.add("null", name, {});
        };
        std::vector<NodeId> inputs{variable("x"), variable("fc_weight")};
        if (useBias) {
            inputs.push_back(variable("fc_bias"));
        }
        dense = pass.add("dense", "fc", inputs, {{"use_bias", useBias ? "True" : "False"}});
        norm = pass.add("batch_norm", "bn",
                        {dense, variable("bn_gamma"), variable("bn_beta"),
                         variable("bn_moving_mean"), variable("bn_moving_var")},
                        std::move(normAttrs));
        relu = pass.add("relu", "relu", {norm});
        pass.setHeads({relu});
        pass.setTypes({2, 4});
    }
};

} // namespace

class TstFoldBatchNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNormMovesIntoTheParameters();
    void anOlderBiasIsKept();
    void provenanceNamesBoth();
    void nothingHappensWhenOthersUseTheProducer();
    void nothingHappensWhenStatisticsAreUsed();
    void nothingHappensAlongAnotherAxis();
    void nothingHappensWithoutParameters();
};

void TstFoldBatchNorm::theNormMovesIntoTheParameters()
{
    NormalizedNetwork net(false, {{"epsilon", "0.001"}});
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    const Graph &graph = net.pass.graph;
    QVERIFY(!graph.contains(net.norm));
    QCOMPARE(graph.node(net.relu).inputs[0], (Entry{net.dense, 0, 0}));
    const Node &dense = graph.node(net.dense);
    QCOMPARE(*dense.attrs.find("use_bias"), std::string("True"));
    QCOMPARE(dense.inputs.size(), std::size_t{3});
    const Node &weight = graph.node(dense.inputs[1].node);
    QCOMPARE(weight.op, std::string("batch_norm_weight"));
    QCOMPARE(weight.dialect, Dialect::Nervure);
    QCOMPARE(*weight.attrs.find("epsilon"), std::string("0.001"));
    const Node &bias = graph.node(dense.inputs[2].node);
    QCOMPARE(bias.inputs.size(), std::size_t{4});
    QCOMPARE(*bias.attrs.find("use_bias"), std::string("False"));
}

void TstFoldBatchNorm::anOlderBiasIsKept()
{
    NormalizedNetwork net(true);
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    const Graph &graph = net.pass.graph;
    const Node &bias = graph.node(graph.node(net.dense).inputs[2].node);
    QCOMPARE(graph.node(bias.inputs.at(4).node).name, std::string("fc_bias"));
    QCOMPARE(*bias.attrs.find("use_bias"), std::string("True"));
}

void TstFoldBatchNorm::provenanceNamesBoth()
{
    NormalizedNetwork net(false);
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    const auto &origins = net.pass.provenance.origins;
    QCOMPARE(origins.size(), std::size_t{3});
    QCOMPARE(origins[2].node, net.dense);
    QCOMPARE(origins[2].from, (std::vector<NodeId>{net.dense, net.norm}));
}

void TstFoldBatchNorm::nothingHappensWhenOthersUseTheProducer()
{
    NormalizedNetwork net(false);
    net.pass.setHeads({net.relu, net.dense});
    net.pass.setTypes({2, 4});
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    QVERIFY(net.pass.graph.contains(net.norm));
}

void TstFoldBatchNorm::nothingHappensWhenStatisticsAreUsed()
{
    NormalizedNetwork net(false);
    net.pass.graph.setHeads({{net.relu, 0, 0}, {net.norm, 1, 0}});
    net.pass.setTypes({2, 4});
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    QVERIFY(net.pass.graph.contains(net.norm));
}

void TstFoldBatchNorm::nothingHappensAlongAnotherAxis()
{
    NormalizedNetwork net(false, {{"axis", "0"}});
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    QVERIFY(net.pass.graph.contains(net.norm));
}

void TstFoldBatchNorm::nothingHappensWithoutParameters()
{
    NormalizedNetwork net(false);
    // The scale is an input of the network too: what it holds differs from run to run.
    Node &relu = net.pass.graph.edit(net.relu);
    const NodeId gamma = net.pass.graph.node(net.norm).inputs[1].node;
    relu.inputs.push_back({gamma, 0, 0});
    net.pass.setTypes({2, 4});
    QVERIFY(net.pass.run("FoldBatchNorm").ok());
    QVERIFY(net.pass.graph.contains(net.norm));
}

NERVURE_TEST(TstFoldBatchNorm)
#include "tst_fold_batch_norm.moc"
