// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_builder.h"
#include "tests/core/passes/nnvm_stages.h"
#include "tests/core/passes/rewrite_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// twice: becomes x + x; vanish: becomes its input, of two outputs; keep: has a rule that declines.
OpRegistry operators()
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
                    if (call.inShapes.empty() || call.inShapes[0].empty()) {
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
    void declinedNodesStay();
    void shapesAreNeeded();
    void failuresNameTheNode();
    void dependenciesFollow();
    void dependenciesOnSeveralNodesStopNnvm();
    void oracles_data();
    void oracles();
    void recordedExtras();
};

void TstSimplifyInference::operatorsBecomeWhatTheirRulesSay()
{
    RewriteProbe probe(operators());
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
    RewriteProbe probe(operators());
    probe.facts.shapes["x"] = {2};
    const NodeId gone = probe.add("vanish", "v", {probe.variable("x")});
    probe.graph.setHeads({{gone, 0, 0}, {gone, 1, 0}});
    const PassRun run = probe.run(pipeline);
    QCOMPARE(probe.text(run), std::string("x undef"));
    QCOMPARE(run.graph.node(run.graph.heads()[1].node).op, std::string("__undef__"));
}

void TstSimplifyInference::declinedNodesStay()
{
    RewriteProbe probe(operators());
    probe.facts.shapes["x"] = {2};
    probe.add("keep", "k", {probe.variable("x")});
    const PassRun run = probe.run(pipeline);
    QVERIFY(run.ok && !run.steps.back().changed);
}

void TstSimplifyInference::shapesAreNeeded()
{
    RewriteProbe probe(operators());
    probe.add("plain", "p", {probe.variable("x")});
    const PassRun run = probe.run("SimplifyInference");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("pass-needs"));
}

void TstSimplifyInference::failuresNameTheNode()
{
    RewriteProbe probe(operators());
    probe.add("twice", "t", {probe.variable("x")});
    const PassRun run = probe.run(pipeline);
    QCOMPARE(firstError(run), std::string("twice 't': its shape is unknown"));
    QCOMPARE(run.diagnostics.back().where.node, std::string("t"));
}

void TstSimplifyInference::dependenciesFollow()
{
    RewriteProbe probe(operators());
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
    RewriteProbe probe(operators());
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

void TstSimplifyInference::oracles_data()
{
    NERVURE_NEED_ORACLES();
    NnvmStages::addRows();
}

void TstSimplifyInference::oracles()
{
    NERVURE_NEED_ORACLES();
    QFETCH(std::string, name);
    const NnvmStages stages(name);
    NERVURE_NEED_RULES(stages, stages.input(), Simplify);
    const auto list = stages.stages("0");
    if (list.size() < 2) {
        QSKIP("NNVM comes not so far");
    }
    const PassRun run = stages.run(stages.load(stages.graphOf(list[0]).dump()), pipeline);
    QVERIFY2(run.ok, firstError(run).c_str());
    const std::string found =
        NnvmStages::difference(stages.structure(run.graph), stages.graphOf(list[1]));
    QVERIFY2(found.empty(), found.c_str());
}

void TstSimplifyInference::recordedExtras()
{
    NERVURE_NEED_ORACLES();
    const auto extras = NnvmStages::Json::parse(
        readFile(oraclesFolder() / "nnvm" / "extra_passes.json"), nullptr, false);
    NnvmStages stages("mlp");
    stages.facts = {};
    stages.facts.shapes["x"] = {1, 3, 8, 8};
    int count = 0;
    for (const auto &extra : extras) {
        if (extra["pass"] != "SimplifyInference") {
            continue;
        }
        // The graph before is not recorded, but the variables bear the operator's attributes.
        const auto &after = extra["after"];
        const std::string attrs = after["nodes"][1]["attrs"].dump();
        const std::string variable = R"(,"inputs":[]})";
        std::string nodes = R"({"op":"null","name":"x")" + variable;
        for (const char *input : {"gamma", "beta", "moving_mean", "moving_var"}) {
            nodes += std::string(R"(,{"op":"null","name":"bn_)") + input + R"(","attrs":)" + attrs
                     + variable;
        }
        nodes += R"(,{"op":"batch_norm","name":"bn","attrs":)" + attrs
                 + R"(,"inputs":[[0,0,0],[1,0,0],[2,0,0],[3,0,1],[4,0,1]]})";
        const Graph graph = stages.load(R"({"nodes":[)" + nodes
                                        + R"(],"arg_nodes":[0,1,2,3,4],"heads":[[5,0,0]]})");
        NERVURE_NEED_RULES(stages, graph, Simplify);
        const PassRun run = stages.run(graph, pipeline);
        QVERIFY2(run.ok, firstError(run).c_str());
        QCOMPARE(NnvmStages::difference(stages.structure(run.graph), after), std::string());
        ++count;
    }
    QCOMPARE(count, 2);
}

QTEST_APPLESS_MAIN(TstSimplifyInference)
#include "tst_simplify_inference.moc"
