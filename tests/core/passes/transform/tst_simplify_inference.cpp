// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "tests/core/passes/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// twice: becomes x + x; vanish: becomes its input, of two outputs; keep: has a rule that declines.
OpRegistry inferenceOperators()
{
    OpRegistry ops;
    const auto shape = [](const RuleContext &, Shapes &in, Shapes &out) -> Status {
        out[0] = in[0];
        return {};
    };
    for (const char *name : {"add", "plain"}) {
        ops.add(OpBuilder<>(Dialect::Nnvm, name)
                    .acceptsAnyKey()
                    .shape(OpSpec::ShapeRule(shape))
                    .build());
    }
    ops.add(OpBuilder<>(Dialect::Nnvm, "twice")
                .acceptsAnyKey()
                .shape(OpSpec::ShapeRule(shape))
                .simplify([](const RewriteCall &call) -> Result<std::vector<Entry>> {
                    if (call.inShapes.empty() || !call.inShapes[0].hasRank()) {
                        return makeError("shape-unknown", "its shape is unknown");
                    }
                    return std::vector<Entry>{call.make("add", call.rule.node.name + "_sum",
                                                        {call.inputs[0], call.inputs[0]})};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "vanish")
                .acceptsAnyKey()
                .outputs({"output", "mask"})
                .shape(OpSpec::ShapeRule(shape))
                .simplify([](const RewriteCall &call) -> Result<std::vector<Entry>> {
                    return std::vector<Entry>{call.inputs[0]};
                })
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "keep")
                .acceptsAnyKey()
                .shape(OpSpec::ShapeRule(shape))
                .simplify([](const RewriteCall &) -> Result<std::vector<Entry>> {
                    return std::vector<Entry>{};
                })
                .build());
    return ops;
}

constexpr const char *pipeline = "InferShape,SimplifyInference";

} // namespace

class TstSimplifyInference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operatorsBecomeWhatTheirRulesSay();
    void readersOfLostOutputsGetAnUndefinedOne();
    void nodesWithOutputsThatAreReadCanStay();
    void declinedNodesStay();
    void shapesAreNeeded();
    void failuresNameTheNode();
    void dependenciesFollow();
    void dependenciesOnSeveralNodesStopNnvm();
};

void TstSimplifyInference::operatorsBecomeWhatTheirRulesSay()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    const NodeId x = probe.variable("x");
    const NodeId twice = probe.add("twice", "t", {x});
    const NodeId gone = probe.add("vanish", "v", {twice});
    const NodeId reader = probe.add("plain", "p", {gone});
    const PassRun run = probe.run(pipeline);
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(probe.text(run), std::string("p(t_sum(x,x))"));
    QVERIFY(run.graph.contains(reader));
    QVERIFY(!run.graph.contains(twice) && !run.graph.contains(gone));
    const auto &origins = run.steps.back().provenance.origins;
    QCOMPARE(origins.size(), std::size_t{1});
    QCOMPARE(origins[0].from, std::vector<NodeId>{twice});
    QCOMPARE(origins[0].reason, std::string("what twice computes at inference"));
}

void TstSimplifyInference::readersOfLostOutputsGetAnUndefinedOne()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    const NodeId gone = probe.add("vanish", "v", {probe.variable("x")});
    probe.graph.setHeads({{gone, 0, 0}, {gone, 1, 0}});
    const PassRun run = probe.run(pipeline);
    QCOMPARE(probe.text(run), std::string("x undef"));
    QCOMPARE(run.graph.node(run.graph.heads()[1].node).op, std::string("__undef__"));
}

void TstSimplifyInference::nodesWithOutputsThatAreReadCanStay()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    const NodeId read = probe.add("vanish", "v", {probe.variable("x")});
    const NodeId unread = probe.add("vanish", "w", {read});
    probe.graph.setHeads({{unread, 0, 0}, {read, 1, 0}});
    const PassRun run = probe.run("InferShape,SimplifyInference{keep_read=1}");
    QVERIFY(run.ok);
    QCOMPARE(probe.text(run), std::string("v(x) v(x):1"));
}

void TstSimplifyInference::declinedNodesStay()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    probe.add("keep", "k", {probe.variable("x")});
    const PassRun run = probe.run(pipeline);
    QVERIFY(run.ok && !run.steps.back().changed);
}

void TstSimplifyInference::shapesAreNeeded()
{
    RewriteProbe probe(inferenceOperators());
    probe.add("plain", "p", {probe.variable("x")});
    const PassRun run = probe.run("SimplifyInference");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("pass-needs"));
}

void TstSimplifyInference::failuresNameTheNode()
{
    RewriteProbe probe(inferenceOperators());
    probe.add("twice", "t", {probe.variable("x")});
    const PassRun run = probe.run(pipeline);
    QCOMPARE(firstError(run), std::string("twice 't': its shape is unknown"));
    QCOMPARE(run.diagnostics.back().where.node, std::string("t"));
}

void TstSimplifyInference::dependenciesFollow()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    const NodeId x = probe.variable("x");
    const NodeId twice = probe.add("twice", "t", {x});
    const NodeId last = probe.add("plain", "p", {x});
    probe.graph.edit(last).controlDeps = {twice};
    const PassRun run = probe.run(pipeline);
    QCOMPARE(run.graph.node(run.graph.node(last).controlDeps[0]).name, std::string("t_sum"));
}

void TstSimplifyInference::dependenciesOnSeveralNodesStopNnvm()
{
    RewriteProbe probe(inferenceOperators());
    probe.facts.shapes["x"] = {2};
    const NodeId x = probe.variable("x");
    const NodeId gone = probe.add("vanish", "v", {x});
    const NodeId last = probe.add("plain", "p", {x});
    probe.graph.edit(last).controlDeps = {gone};
    const PassRun run = probe.run(pipeline);
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("control-dependency"));
    probe.semantics = Semantics::Fixed;
    QVERIFY(probe.run(pipeline).ok);
}

NERVURE_TEST(TstSimplifyInference)
#include "tst_simplify_inference.moc"
