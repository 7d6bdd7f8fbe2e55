// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/layout_rules.h"
#include "tests/core/passes/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// wants_LAYOUT: takes and gives that layout; any: gives what it takes; lost: says nothing.
OpRegistry convertingOperators()
{
    OpRegistry ops;
    const OpSpec::ShapeRule shape = [](const RuleContext &, Shapes &in, Shapes &out) -> Status {
        out[0] = in[0];
        return {};
    };
    for (const std::string layout : {"NCHW", "NHWC", "NCHW8c"}) {
        ops.add(OpBuilder<>(Dialect::Nnvm, "wants_" + layout)
                    .acceptsAnyKey()
                    .shape(shape)
                    .layoutFollowed([layout](const LayoutCall &call) -> Status {
                        call.in.assign(call.in.size(), *Layout::parse(layout));
                        call.out.assign(1, *Layout::parse(layout));
                        return {};
                    })
                    .build());
    }
    ops.add(OpBuilder<>(Dialect::Nnvm, "any")
                .acceptsAnyKey()
                .shape(shape)
                .layout([](const LayoutCall &call) -> Status {
                    call.out[0] = call.lastIn[0].isDefined() ? call.lastIn[0] : call.in[0];
                    return {};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "lost").acceptsAnyKey().shape(shape).build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "stretches")
                .inputs({"data", "scale"})
                .shape(shape)
                .pattern(OpPattern::Broadcast)
                .layout(broadcastLayout())
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "joins")
                .inputs({"first", "second"})
                .shape(shape)
                .layoutFollowed([](const LayoutCall &call) -> Status {
                    assignLayout(call.in[1], call.in[0]);
                    assignLayout(call.out[0], call.in[0]);
                    return {};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "refuses")
                .acceptsAnyKey()
                .shape(shape)
                .layout([](const LayoutCall &) -> Status {
                    return makeError("layout-invalid", "no layout suits it");
                })
                .build());
    return ops;
}

using Texts = std::vector<std::string>;

} // namespace

class TstCorrectLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void undecidedInputsAreAsTheirReaderWants();
    void transformsStandBetweenLayouts();
    void givenInputLayoutsCount();
    void wrongLayoutsOfInputsAreRefused();
    void earlierLayoutsReachTheRules();
    void dependenciesKeepTheOldNodes();
    void dependenciesFollowInFixed();
    void failuresNameTheNode();
    void carefullyInputsStayAsTheyWere();
    void carefullyOperatorsKeepTheirMeaning();
    void carefullyChannelsAreStretchedInBlocks_data();
    void carefullyChannelsAreStretchedInBlocks();
    void carefullyTheUnknownIsNotMixedWithBlocks();
    void carefullyNothingFails();
    void lightNetIsRefused();
};

void TstCorrectLayout::undecidedInputsAreAsTheirReaderWants()
{
    RewriteProbe probe(convertingOperators());
    const NodeId x = probe.variable("x");
    const NodeId conv = probe.add("wants_NCHW", "c", {x});
    probe.add("lost", "l", {probe.add("any", "a", {conv})});
    const PassRun run = probe.run("CorrectLayout");
    QVERIFY2(run.ok, firstError(run).c_str());
    QVERIFY(!run.steps[0].changed);
    QCOMPARE(*run.analyses.find(keys::layout, run.index),
             (Texts{"NCHW", "NCHW", "NCHW", "__undef__"}));
}

void TstCorrectLayout::transformsStandBetweenLayouts()
{
    RewriteProbe probe(convertingOperators());
    const NodeId x = probe.variable("x");
    const NodeId first = probe.add("wants_NCHW", "c1", {x});
    const NodeId second = probe.add("wants_NHWC", "c2", {first});
    const PassRun run = probe.run("CorrectLayout");
    QCOMPARE(probe.text(run), std::string("c2(c1_NHWC(c1(x)))"));
    QCOMPARE(*run.analyses.find(keys::layout, run.index), (Texts{"NCHW", "NCHW", "NHWC", "NHWC"}));
    const NodeId transform = run.graph.node(second).inputs[0].node;
    const Node &node = run.graph.node(transform);
    QCOMPARE(node.op, std::string("__layout_transform__"));
    QCOMPARE(*node.attrs.find("src_layout"), std::string("NCHW"));
    QCOMPARE(*node.attrs.find("dst_layout"), std::string("NHWC"));
    // What reads the transform keeps its identity; the transform comes from both its neighbors.
    const auto &origins = run.steps[0].provenance.origins;
    QCOMPARE(origins.size(), std::size_t{1});
    QCOMPARE(origins[0].node, transform);
    QCOMPARE(origins[0].from, (std::vector<NodeId>{first, second}));
}

void TstCorrectLayout::givenInputLayoutsCount()
{
    RewriteProbe probe(convertingOperators());
    const NodeId x = probe.variable("x");
    probe.add("wants_NCHW", "c", {x});
    probe.facts.layouts["x"] = "NCHW8c";
    QCOMPARE(probe.text(probe.run("CorrectLayout")), std::string("c(x_NCHW(x))"));

    QCOMPARE(probe.text(probe.run("CorrectLayout{inputs=x=NHWC}")), std::string("c(x_NCHW(x))"));
    QCOMPARE(probe.text(probe.run("CorrectLayout{inputs=x=NCHW}")), std::string("c(x)"));

    probe.facts.layouts.clear();
    probe.graph.setAttrs({{"layout_inputs", "list_layout", "[\"NHWC\"]"}});
    const PassRun run = probe.run("CorrectLayout");
    QCOMPARE(probe.text(run), std::string("c(x_NCHW(x))"));
    QCOMPARE(*run.analyses.find(keys::layout, run.index), (Texts{"NHWC", "NCHW", "NCHW"}));
}

void TstCorrectLayout::wrongLayoutsOfInputsAreRefused()
{
    RewriteProbe probe(convertingOperators());
    probe.add("any", "a", {probe.variable("x")});
    probe.facts.layouts["x"] = "N1";
    QVERIFY(!probe.run("CorrectLayout").ok);
    probe.facts.layouts.clear();
    for (const char *inputs : {"y=NCHW", "x", "x=12"}) {
        QVERIFY2(!probe.run(std::string("CorrectLayout{inputs=") + inputs + "}").ok, inputs);
    }
    probe.graph.setAttrs({{"layout_inputs", "list_layout", "[\"NCHW\", \"NCHW\"]"}});
    QVERIFY(firstError(probe.run("CorrectLayout")).find("expected one for each")
            != std::string::npos);
}

void TstCorrectLayout::earlierLayoutsReachTheRules()
{
    RewriteProbe probe(convertingOperators());
    probe.add("any", "a", {probe.variable("x")});
    probe.graph.setAttrs({{"layout", "list_layout", "[\"NHWC\", \"__undef__\"]"}});
    const PassRun run = probe.run("CorrectLayout");
    QCOMPARE((*run.analyses.find(keys::layout, run.index))[1], std::string("NHWC"));
}

void TstCorrectLayout::dependenciesKeepTheOldNodes()
{
    RewriteProbe probe(convertingOperators());
    const NodeId x = probe.variable("x");
    const NodeId first = probe.add("any", "a", {x});
    const NodeId last = probe.add("any", "b", {x});
    probe.graph.edit(last).controlDeps = {first};
    const PassRun run = probe.run("CorrectLayout");
    QVERIFY(run.ok);
    // b reads the new x, and waits for the old a, which reads the old x.
    const Node &b = run.graph.node(last);
    QCOMPARE(b.inputs[0].node, x);
    const Node &a = run.graph.node(b.controlDeps[0]);
    QCOMPARE(a.name, std::string("a"));
    QVERIFY(a.inputs[0].node != x);
    QCOMPARE(run.graph.node(a.inputs[0].node).name, std::string("x"));
    QCOMPARE(run.graph.nodeCount(), std::size_t{4});
    // The second time there is nothing to change: the old ones are what is waited for.
    const PassRun again =
        runPasses(run.graph, *parsePipeline("CorrectLayout"), probe.environment());
    QVERIFY(!again.steps[0].changed);
}

void TstCorrectLayout::dependenciesFollowInFixed()
{
    RewriteProbe probe(convertingOperators());
    probe.semantics = Semantics::Fixed;
    const NodeId conv = probe.add("wants_NCHW", "c", {probe.variable("x")});
    const NodeId other = probe.add("wants_NHWC", "d", {conv});
    const NodeId last = probe.add("any", "b", {conv});
    probe.graph.edit(last).controlDeps = {other};
    const PassRun run = probe.run("CorrectLayout");
    QCOMPARE(run.graph.node(last).controlDeps, std::vector<NodeId>{other});
    QCOMPARE(run.graph.node(run.graph.node(other).inputs[0].node).name, std::string("c_NHWC"));
}

void TstCorrectLayout::failuresNameTheNode()
{
    RewriteProbe probe(convertingOperators());
    probe.add("refuses", "r", {probe.variable("x")});
    const PassRun run = probe.run("CorrectLayout");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().where.node, std::string("r"));
    QCOMPARE(firstError(run), std::string("refuses 'r': no layout suits it"));
}

namespace {

/// The layouts that readers of a plain x had before one of them was altered to blocks.
constexpr const char *altering = "CorrectLayout{careful=1},InferShape,InferType,"
                                 "AlterOpLayout{table=@c:op=wants_NCHW8c},CorrectLayout{careful=";

RewriteProbe alteredProbe(const std::string &follower)
{
    RewriteProbe probe(convertingOperators());
    const NodeId c = probe.add("wants_NCHW", "c", {probe.variable("x")});
    probe.add(follower, "f", {c});
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    return probe;
}

} // namespace

void TstCorrectLayout::carefullyInputsStayAsTheyWere()
{
    RewriteProbe probe(convertingOperators());
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    probe.add("wants_NCHW", "c", {probe.variable("x")});
    QCOMPARE(probe.text(probe.run(altering + std::string("0}"))), std::string("c(x)"));
    QCOMPARE(probe.text(probe.run(altering + std::string("1}"))), std::string("c(x_NCHW8c(x))"));
}

void TstCorrectLayout::carefullyOperatorsKeepTheirMeaning()
{
    // `lost` has no rule: nobody knows what it makes of blocks.
    const RewriteProbe probe = alteredProbe("lost");
    QCOMPARE(probe.text(probe.run(altering + std::string("0}"))), std::string("f(c(x))"));
    QCOMPARE(probe.text(probe.run(altering + std::string("1}"))),
             std::string("f(c_NCHW(c(x_NCHW8c(x))))"));
}

void TstCorrectLayout::carefullyChannelsAreStretchedInBlocks_data()
{
    QTest::addColumn<Shape>("scale");
    QTest::addColumn<std::string>("text");
    const std::string blocks = "f_NCHW(f(c(x_NCHW8c(x)),";
    const std::string plain = "f(c_NCHW(c(x_NCHW8c(x))),s0(s))";
    QTest::newRow("one a channel") << Shape{16, 1, 1} << blocks + "s0_CHW8c(s0(s))))";
    QTest::newRow("all dimensions") << Shape{1, 16, 1, 1} << blocks + "s0_NCHW8c(s0(s))))";
    QTest::newRow("one for all") << Shape{1, 1, 1} << plain;
    QTest::newRow("one a column") << Shape{4} << plain;
}

/// `lost` gives the scale, of which nobody has said what its dimensions are.
void TstCorrectLayout::carefullyChannelsAreStretchedInBlocks()
{
    QFETCH(Shape, scale);
    QFETCH(std::string, text);
    RewriteProbe probe(convertingOperators());
    const NodeId c = probe.add("wants_NCHW", "c", {probe.variable("x")});
    probe.add("stretches", "f", {c, probe.add("lost", "s0", {probe.variable("s")})});
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    probe.facts.shapes["s"] = scale;
    const PassRun run = probe.run("InferShape," + std::string(altering) + "1}");
    QVERIFY2(run.ok, run.ok ? "" : run.diagnostics.back().message.c_str());
    QCOMPARE(QString::fromStdString(probe.text(run)), QString::fromStdString(text));
}

/// The other follows the first, of which nobody has said anything: it is in the way that it was.
void TstCorrectLayout::carefullyTheUnknownIsNotMixedWithBlocks()
{
    RewriteProbe probe(convertingOperators());
    const NodeId c = probe.add("wants_NCHW", "c", {probe.variable("x")});
    probe.add("joins", "f", {probe.add("lost", "s0", {probe.variable("s")}), c});
    probe.facts.shapes["x"] = {1, 16, 4, 4};
    probe.facts.shapes["s"] = {1, 16, 4, 4};
    QCOMPARE(probe.text(probe.run(altering + std::string("0}"))), std::string("f(s0(s),c(x))"));
    QCOMPARE(probe.text(probe.run(altering + std::string("1}"))),
             std::string("f(s0(s),c_NCHW(c(x_NCHW8c(x))))"));
}

void TstCorrectLayout::carefullyNothingFails()
{
    const RewriteProbe probe = alteredProbe("refuses");
    QVERIFY(!probe.run("CorrectLayout").ok);
    const PassRun run = probe.run(altering + std::string("1}"));
    QVERIFY2(run.ok, run.ok ? "" : run.diagnostics.back().message.c_str());
    QCOMPARE(probe.text(run), std::string("f(c_NCHW(c(x_NCHW8c(x))))"));
}

void TstCorrectLayout::lightNetIsRefused()
{
    RewriteProbe probe(convertingOperators());
    probe.graph.setDialect(Dialect::LightNet);
    QVERIFY(firstError(probe.run("CorrectLayout")).find("LightNet") != std::string::npos);
}

NERVURE_TEST(TstCorrectLayout)
#include "tst_correct_layout.moc"
