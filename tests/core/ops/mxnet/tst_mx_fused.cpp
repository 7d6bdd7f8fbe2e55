// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/control_flow.h"
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A subgraph, operator by operator.
class Body {
public:
    Body() { m_graph.setDialect(Dialect::MXNet); }

    Entry variable(const std::string &name) { return add("null", name, {}, {}); }
    Entry add(const std::string &op, const std::string &name, Entries in, AttrDict attrs)
    {
        Node node;
        node.op = op;
        node.name = name;
        node.dialect = Dialect::MXNet;
        node.inputs = std::move(in);
        node.attrs = std::move(attrs);
        m_last = {m_graph.add(std::move(node)), 0, 0};
        return m_last;
    }
    std::shared_ptr<const Graph> graph()
    {
        m_graph.setHeads({m_last});
        return std::make_shared<const Graph>(m_graph);
    }

private:
    Graph m_graph;
    Entry m_last;
};

std::shared_ptr<const Graph> convolutionAndRelu()
{
    Body body;
    const Entry data = body.variable("d");
    const Entry weight = body.variable("w");
    const Entry bias = body.variable("b");
    const Entry sums = body.add("Convolution", "c", {data, weight, bias},
                                {{"kernel", "(1, 1)"}, {"num_filter", "2"}});
    body.add("Activation", "r", {sums}, {{"act_type", "relu"}});
    return body.graph();
}

std::shared_ptr<const Graph> normalizedSum()
{
    Body body;
    const Entry data = body.variable("d");
    const Entry weight = body.variable("w");
    const Entry sums = body.add("Convolution", "c", {data, weight},
                                {{"kernel", "(1, 1)"}, {"num_filter", "2"}, {"no_bias", "True"}});
    Entries in{sums};
    for (const char *name : {"gamma", "beta", "mean", "var"}) {
        in.push_back(body.variable(name));
    }
    const Entry norm = body.add("BatchNorm", "bn", in, {{"fix_gamma", "False"}});
    const Entry other = body.variable("s");
    body.add("elemwise_add", "a", {norm, other}, {});
    return body.graph();
}

std::shared_ptr<const Graph> dense()
{
    Body body;
    const Entry data = body.variable("d");
    const Entry weight = body.variable("w");
    const Entry bias = body.variable("b");
    body.add("FullyConnected", "f", {data, weight, bias}, {{"num_hidden", "2"}});
    return body.graph();
}

/// What MXNet 1.9.1 was given, too.
std::vector<FloatTensor> convolutionInputs()
{
    return {{{1, 1, 2, 2}, {-100, -3, 20, 127}},
            {{2, 1, 1, 1}, {0.5F, -2}},
            {{2}, {0.1F, -0.3F}},
            oneNumber(-1),
            oneNumber(0.8F)};
}

} // namespace

class TstMxFused : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsBodyRunsOnRealNumbers()
    {
        MXNetProbe probe("_sg_mkldnn_conv", {{"with_act", "true"}});
        probe.body = convolutionAndRelu();
        auto in = convolutionInputs();
        in.resize(3);
        const auto result = probe.computed(in);
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0, 0, 10.1F, 63.6F, 199.7F, 5.7F, 0, 0}));
    }

    void calibratedNumbersAreOfOneByte()
    {
        MXNetProbe probe("_sg_mkldnn_conv", {{"quantized", "true"},
                                             {"with_act", "true"},
                                             {"min_calib_range", "0.0"},
                                             {"max_calib_range", "1.5"}});
        probe.body = convolutionAndRelu();
        probe.types = {DType::Int8};
        const auto result = probe.computed(convolutionInputs());
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0, 15, 30, 102, 217, 0, 0, 0}));
    }

    void othersAreOfFour()
    {
        MXNetProbe probe("_sg_mkldnn_conv", {{"quantized", "true"}, {"with_act", "true"}});
        probe.body = convolutionAndRelu();
        probe.types = {DType::Int8};
        const auto result = probe.computed(convolutionInputs());
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0, 717, 1453, 4877, 10362, 0, 0, 0}));
        const auto range = probe.computed(convolutionInputs(), 2);
        QVERIFY(range);
        QCOMPARE(range->data, (std::vector<float>{266288.5F}));
    }

    void normalizationGoesIntoTheWeightAndSumsAreAdded()
    {
        MXNetProbe probe("_sg_mkldnn_conv", {{"quantized", "true"},
                                             {"with_bn", "true"},
                                             {"with_sum", "true"},
                                             {"min_calib_range", "-2.0"},
                                             {"max_calib_range", "1.5"}});
        probe.body = normalizedSum();
        const DType real = DType::Float32;
        probe.types = {DType::Int8, real, real, real, real, real, DType::Int8};
        const auto result = probe.computed({{{1, 1, 2, 2}, {-100, -3, 20, 127}},
                                            {{2, 1, 1, 1}, {0.5F, -2}},
                                            {{2}, {1, 2}},
                                            {{2}, {0.1F, 0.2F}},
                                            {{2}, {0, 0.5F}},
                                            {{2}, {1, 0.25F}},
                                            {{1, 2, 2, 2}, {1, 2, 3, 4, -5, -6, -7, -100}},
                                            oneNumber(-1),
                                            oneNumber(0.8F),
                                            oneNumber(-0.5F),
                                            oneNumber(0.5F)});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{-18, 6, 12, 39, 127, -104, -128, -128}));
        Node node;
        node.op = "_sg_mkldnn_conv";
        node.dialect = Dialect::MXNet;
        node.subgraphs.push_back(normalizedSum());
        QCOMPARE(ControlFlow::mutatedInputs(node), (std::vector<std::uint32_t>{4, 5}));
    }

    void aLayerOfBytesMayGiveRealNumbers()
    {
        MXNetProbe probe("_sg_mkldnn_fully_connected",
                         {{"quantized", "True"}, {"enable_float_output", "True"}});
        probe.body = dense();
        probe.types = {DType::Int8, DType::Int8, DType::Int8};
        const auto result = probe.computed({{{1, 3}, {1, -2, 30}},
                                            {{2, 3}, {4, 5, 6, -7, 8, 9}},
                                            {{2}, {10, -20}},
                                            oneNumber(-1),
                                            oneNumber(0.5F),
                                            oneNumber(-2),
                                            oneNumber(1),
                                            oneNumber(-0.1F),
                                            oneNumber(0.05F)});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0.02928105F, 0.014640525F}));
    }

    void otherActivationsOfWholeNumbersAreRefused()
    {
        MXNetProbe probe("_sg_mkldnn_conv", {{"quantized", "true"}, {"with_act", "true"}});
        Body body;
        const Entry data = body.variable("d");
        const Entry weight = body.variable("w");
        const Entry sums =
            body.add("Convolution", "c", {data, weight},
                     {{"kernel", "(1, 1)"}, {"num_filter", "2"}, {"no_bias", "True"}});
        body.add("Activation", "t", {sums}, {{"act_type", "tanh"}});
        probe.body = body.graph();
        probe.types = {DType::Int8};
        const std::string reason = probe.lowersTo({{1, 1, 2, 2}, {2, 1, 1, 1}, {1}, {1}});
        QVERIFY2(reason.find("Activation tanh of whole numbers is not supported")
                     != std::string::npos,
                 reason.c_str());
    }
};

NERVURE_TEST(TstMxFused)
#include "tst_mx_fused.moc"
