// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "tests/core/passes/rewrite_probe.h"

#include "core_ops_builtins.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpRegistry builtinOperators()
{
    OpRegistry ops;
    registerBuiltinOperators(ops);
    if (!ops.find(Dialect::Nnvm, "expand_dims")) {
        ops.add(OpBuilder<>(Dialect::Nnvm, "expand_dims")
                    .acceptsAnyKey()
                    .shape(OpSpec::ShapeRule(
                        [](const RuleContext &, Shapes &in, Shapes &out) -> Status {
                            out[0] = in[0];
                            out[0].insert(out[0].end(), {1, 1});
                            return {};
                        }))
                    .build());
    }
    return ops;
}

/// Networks on NCHW data of 4 channels, 8 by 8.
class Network : public RewriteProbe {
public:
    Network() : RewriteProbe(builtinOperators())
    {
        facts.shapes["x"] = {1, 4, 8, 8};
        x = variable("x");
    }

    NodeId x;

    NodeId conv(const std::string &name, NodeId data, AttrDict attrs = {})
    {
        attrs.set("channels", "4");
        attrs.set("kernel_size", "(3, 3)");
        attrs.set("padding", "(1, 1)");
        const NodeId weight = variable(name + "_weight");
        const NodeId bias = variable(name + "_bias");
        return add("conv2d", name, {data, weight, bias}, std::move(attrs));
    }
    /// data * expand_dims(name): a scale along the channels.
    NodeId scaled(const std::string &name, NodeId data)
    {
        facts.shapes[name] = {4};
        const NodeId factor = add("expand_dims", name + "_e", {variable(name)},
                                  {{"axis", "1"}, {"num_newaxis", "2"}});
        return add("broadcast_mul", name + "_mul", {data, factor});
    }
    [[nodiscard]] std::string folded() const
    {
        const PassRun result = run("InferShape,FoldScaleAxis");
        return result.ok ? text(result) : firstError(result);
    }
};

} // namespace

class TstFoldScaleAxis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outputScalesMoveIntoWeightAndBias();
    void inputScalesMoveIntoTheWeight();
    void depthwiseWeightsHaveTheirChannelsFirst();
    void groupedWeightsTakeNoInputScale();
    void scalesPassActivationsAndPools();
    void scalesPassAddedVectors();
    void allWaysMustTakeAForwardScale();
    void sharedValuesStopABackwardScale();
    void variablesAsScalesFoldTheDataInExact();
    void unknownShapesAreAnError();
    void signsAreMindedInFixed();
    void provenanceNamesBoth();
};

void TstFoldScaleAxis::outputScalesMoveIntoWeightAndBias()
{
    Network net;
    net.scaled("s", net.conv("c", net.x));
    QCOMPARE(net.folded(),
             std::string("c(x,c_weight_sc(c_weight,s_expand(s)),c_bias_sc(c_bias,s))"));
}

void TstFoldScaleAxis::inputScalesMoveIntoTheWeight()
{
    Network net;
    net.conv("c", net.scaled("s", net.x));
    QCOMPARE(net.folded(), std::string("c(x,c_weight_sc(c_weight,s_expand(s)),c_bias)"));
}

void TstFoldScaleAxis::depthwiseWeightsHaveTheirChannelsFirst()
{
    Network net;
    const NodeId conv = net.conv("c", net.scaled("s", net.x), {{"groups", "4"}});
    const PassRun run = net.run("InferShape,FoldScaleAxis");
    const Node &weight = run.graph.node(run.graph.node(conv).inputs[1].node);
    QCOMPARE(weight.name, std::string("c_weight_sc"));
    // The scale runs along axis 0 of 4.
    QCOMPARE(*run.graph.node(weight.inputs[1].node).attrs.find("num_newaxis"), std::string("3"));
}

void TstFoldScaleAxis::groupedWeightsTakeNoInputScale()
{
    Network net;
    net.conv("c", net.scaled("s", net.x), {{"groups", "2"}});
    QCOMPARE(net.folded(), std::string("c(s_mul(x,s_e(s)),c_weight,c_bias)"));
}

void TstFoldScaleAxis::scalesPassActivationsAndPools()
{
    Network net;
    const NodeId pool =
        net.add("max_pool2d", "p", {net.conv("c", net.x)}, {{"pool_size", "(2, 2)"}});
    net.scaled("s", net.add("relu", "r", {pool}));
    QCOMPARE(net.folded(),
             std::string("r(p(c(x,c_weight_sc(c_weight,s_expand(s)),c_bias_sc(c_bias,s))))"));
}

void TstFoldScaleAxis::scalesPassAddedVectors()
{
    Network net;
    net.facts.shapes["b"] = {4, 1, 1};
    const NodeId sum = net.add("broadcast_add", "a", {net.scaled("s", net.x), net.variable("b")});
    net.conv("c", sum);
    QCOMPARE(net.folded(),
             std::string("c(a(x,b_sc(b,s_expand(s))),c_weight_sc(c_weight,s_expand(s)),c_bias)"));
}

void TstFoldScaleAxis::allWaysMustTakeAForwardScale()
{
    Network net;
    const NodeId scaled = net.add("relu", "r", {net.scaled("s", net.x)});
    const NodeId first = net.conv("c", scaled);
    const NodeId second = net.conv("d", scaled);
    net.graph.setHeads({{first, 0, 0}, {second, 0, 0}});
    QCOMPARE(net.folded(), std::string("c(r(x),c_weight_sc(c_weight,s_expand(s)),c_bias) "
                                       "d(r(x),d_weight_sc(d_weight,s_expand(s)),d_bias)"));
    net.graph.setHeads({{first, 0, 0}, {scaled, 0, 0}});
    QCOMPARE(net.folded(), std::string("c(r(s_mul(x,s_e(s))),c_weight,c_bias) r(s_mul(x,s_e(s)))"));
}

void TstFoldScaleAxis::sharedValuesStopABackwardScale()
{
    Network net;
    const NodeId conv = net.conv("c", net.x);
    const NodeId scaled = net.scaled("s", conv);
    net.graph.setHeads({{scaled, 0, 0}, {conv, 0, 0}});
    QCOMPARE(net.folded(), std::string("s_mul(c(x,c_weight,c_bias),s_e(s)) c(x,c_weight,c_bias)"));
}

void TstFoldScaleAxis::variablesAsScalesFoldTheDataInExact()
{
    Network net;
    net.facts.shapes["s"] = {4, 1, 1};
    net.add("broadcast_mul", "m", {net.conv("c", net.x), net.variable("s")});
    // NNVM mistakes the data for the scale.
    const std::string data = "c(x,c_weight,c_bias)";
    QCOMPARE(net.folded(), "c(x,c_weight_sc(c_weight,c_sqz_expand(c_sqz(" + data
                               + "))),c_bias_sc(c_bias,c_sqz(" + data + ")))");
    net.semantics = Semantics::Fixed;
    QCOMPARE(net.folded(), std::string("c(x,c_weight_sc(c_weight,s_sqz_expand(s_sqz(s))),"
                                       "c_bias_sc(c_bias,s_sqz_1(s)))")); // NNVM names both alike
}

void TstFoldScaleAxis::unknownShapesAreAnError()
{
    Network net;
    net.add("broadcast_mul", "m", {net.variable("y"), net.variable("z")});
    QCOMPARE(net.folded(), std::string("broadcast_mul 'm': its shape is unknown"));
}

void TstFoldScaleAxis::signsAreMindedInFixed()
{
    Network net;
    net.semantics = Semantics::Fixed;
    net.scaled("s", net.add("relu", "r", {net.conv("c", net.x)}));
    QCOMPARE(net.folded(), std::string("s_mul(r(c(x,c_weight,c_bias)),s_e(s))"));
}

void TstFoldScaleAxis::provenanceNamesBoth()
{
    Network net;
    const NodeId conv = net.conv("c", net.x);
    const NodeId weight = net.graph.node(conv).inputs[1].node;
    const NodeId mul = net.scaled("s", conv);
    const PassRun run = net.run("InferShape,FoldScaleAxis");
    QVERIFY(run.graph.contains(conv) && !run.graph.contains(mul));
    const auto &origins = run.steps.back().provenance.origins;
    QCOMPARE(origins.size(), std::size_t{3});
    QCOMPARE(origins[0].from, (std::vector<NodeId>{weight, mul}));
    QCOMPARE(origins[0].reason, std::string("takes the scale of 's_mul'"));
}

NERVURE_TEST(TstFoldScaleAxis)
#include "tst_fold_scale_axis.moc"
