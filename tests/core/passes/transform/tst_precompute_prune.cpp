// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "tests/core/passes/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpRegistry prunedOperators()
{
    OpRegistry ops;
    const auto shape = [](const RuleContext &, Shapes &in, Shapes &out) -> Status {
        for (Shape &made : out) {
            made = in.empty() ? Shape{1} : in[0];
        }
        return {};
    };
    for (const char *name : {"f", "add"}) {
        ops.add(OpBuilder<>(Dialect::Nnvm, name)
                    .acceptsAnyKey()
                    .shape(OpSpec::ShapeRule(shape))
                    .build());
    }
    ops.add(OpBuilder<>(Dialect::Nnvm, "parts")
                .acceptsAnyKey()
                .outputs({"a", "b"})
                .shape(OpSpec::ShapeRule(shape))
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "change")
                .acceptsAnyKey()
                .inputs({"state", "value"})
                .mutates({0})
                .shape(OpSpec::ShapeRule(shape))
                .build());
    ops.add(OpBuilder<>(Dialect::Nnvm, "weighted")
                .acceptsAnyKey()
                .inputs({"data", "weight"})
                .parameters({1})
                .shape(OpSpec::ShapeRule(shape))
                .build());
    return ops;
}

std::string precomputed(const PassRun &run)
{
    const auto *graph = run.analyses.find(keys::precomputeGraph);
    return graph ? RewriteProbe::text(**graph) : "none";
}

using Texts = std::vector<std::string>;

} // namespace

class TstPrecomputePrune : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatDependsOnParametersIsTakenOut();
    void outputsAndVersionsAreInTheNames();
    void parametersAreFoundByTheirUse();
    void theGraphAttributeNamesParameters();
    void headsOfParametersAloneBecomeVariables();
    void withoutParametersACompilerLeavesThePassOut();
    void withoutComputationNnvmOnlyRenewsVariables();
    void repeatedNamesStopNnvm();
    void changedStateIsKeptInFixed();
    void newVariablesHaveShapes();
    void provenanceTellsWhatIsComputed();
};

void TstPrecomputePrune::whatDependsOnParametersIsTakenOut()
{
    RewriteProbe probe(prunedOperators());
    const NodeId inner = probe.add("f", "f1", {probe.variable("w")});
    const NodeId product = probe.add("add", "p", {inner, probe.variable("v")});
    probe.add("add", "s", {probe.variable("x"), product});
    probe.facts.parameters = {{"w", "v"}};
    const PassRun run = probe.run("PrecomputePrune");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(probe.text(run), std::string("s(x,p)"));
    QCOMPARE(precomputed(run), std::string("p(f1(w),v)"));
    QCOMPARE(*run.analyses.find(keys::precomputeOutputNames), Texts{"p"});
    QCOMPARE(*run.analyses.find(keys::paramNameList), (Texts{"w", "v"}));
}

void TstPrecomputePrune::outputsAndVersionsAreInTheNames()
{
    RewriteProbe probe(prunedOperators());
    const NodeId w = probe.variable("w", {{"lr_mult", "2"}});
    const NodeId parts = probe.add("parts", "p", {w});
    probe.addEntries("add", "s",
                     {{probe.variable("x"), 0, 0}, {parts, 1, 0}, {w, 0, 2}, {w, 0, 0}});
    probe.facts.parameters = {{"w"}};
    const PassRun run = probe.run("PrecomputePrune");
    QCOMPARE(probe.text(run), std::string("s(x,p_output1,w_2,w)"));
    QCOMPARE(precomputed(run), std::string("p(w):1 w w"));
    QCOMPARE(*run.analyses.find(keys::precomputeOutputNames), (Texts{"p_output1", "w_2", "w"}));
    const Node &sum = run.graph.node(run.graph.heads()[0].node);
    QCOMPARE(sum.inputs[2].version, 0U);
    QVERIFY(run.graph.node(sum.inputs[3].node).attrs.empty());
}

void TstPrecomputePrune::parametersAreFoundByTheirUse()
{
    RewriteProbe probe(prunedOperators());
    const NodeId inner = probe.add("weighted", "i", {probe.variable("a"), probe.variable("b")});
    probe.add("weighted", "o", {probe.variable("x"), inner});
    const PassRun run = probe.run("PrecomputePrune");
    QCOMPARE(*run.analyses.find(keys::paramNameList), Texts{"b"});
}

void TstPrecomputePrune::theGraphAttributeNamesParameters()
{
    RewriteProbe probe(prunedOperators());
    probe.add("add", "s", {probe.variable("x"), probe.add("f", "g", {probe.variable("w")})});
    probe.graph.setAttrs({{"param_name_list", "list_str", "[\"w\", \"other\"]"}});
    QCOMPARE(probe.text(probe.run("PrecomputePrune")), std::string("s(x,g)"));
    QCOMPARE(probe.text(probe.run("PrecomputePrune{params=x}")), std::string("s(x,g(w))"));
    QCOMPARE(probe.text(probe.run("PrecomputePrune{params=w; x}")), std::string("s(x,g(w))"));
    QCOMPARE(firstError(probe.run("PrecomputePrune{params=other}")),
             std::string("option params of pass PrecomputePrune names 'other', expected variables "
                         "of the graph"));
}

void TstPrecomputePrune::headsOfParametersAloneBecomeVariables()
{
    RewriteProbe probe(prunedOperators());
    const NodeId w = probe.variable("w");
    const NodeId made = probe.add("f", "g", {w});
    const NodeId sum = probe.add("add", "s", {probe.variable("x"), made});
    probe.graph.setHeads({{sum, 0, 0}, {made, 0, 0}, {w, 0, 0}});
    probe.facts.parameters = {{"w"}};
    const PassRun run = probe.run("PrecomputePrune");
    QCOMPARE(probe.text(run), std::string("s(x,g) g w"));
    QCOMPARE(precomputed(run), std::string("g(w) w"));
}

/// What reads nothing depends on no parameter either, and the pass alone takes it out.
void TstPrecomputePrune::withoutParametersACompilerLeavesThePassOut()
{
    RewriteProbe probe(prunedOperators());
    const NodeId sum = probe.add("add", "s", {probe.variable("x"), probe.add("f", "constant", {})});
    probe.graph.setHeads({{sum, 0, 0}, {probe.variable("w"), 0, 0}});
    probe.facts.parameters.emplace();
    QCOMPARE(precomputed(probe.run("PrecomputePrune")), std::string("constant"));
    const PassRun run = probe.run("PrecomputePrune{with_parameters_only=1}");
    QVERIFY(run.ok);
    QCOMPARE(precomputed(run), std::string("none"));
    QVERIFY(!run.steps.back()
                 .graph->node(*run.steps.back().graph->findByName("constant"))
                 .isVariable());
    probe.facts.parameters = {{"w"}};
    QVERIFY(precomputed(probe.run("PrecomputePrune{with_parameters_only=1}")) != "none");
}

void TstPrecomputePrune::withoutComputationNnvmOnlyRenewsVariables()
{
    RewriteProbe probe(prunedOperators());
    const NodeId w = probe.variable("w", {{"lr_mult", "2"}});
    probe.addEntries("add", "s", {{probe.variable("x"), 0, 0}, {w, 0, 1}});
    probe.facts.parameters = {{"w"}};
    const PassRun run = probe.run("PrecomputePrune");
    QCOMPARE(probe.text(run), std::string("s(x,w_1)"));
    QCOMPARE(precomputed(run), std::string("none"));
    probe.semantics = Semantics::Fixed;
    const PassRun fixed = probe.run("PrecomputePrune");
    QVERIFY(!fixed.steps[0].changed);
}

void TstPrecomputePrune::repeatedNamesStopNnvm()
{
    RewriteProbe probe(prunedOperators());
    const NodeId sum =
        probe.add("add", "s", {probe.add("f", "g", {probe.variable("w")}), probe.variable("x")});
    probe.add("add", "t", {sum, probe.add("f", "g", {probe.variable("v")})});
    probe.facts.parameters = {{"w", "v"}};
    const PassRun run = probe.run("PrecomputePrune");
    QVERIFY(!run.ok);
    QCOMPARE(run.diagnostics.back().code, std::string("name-repeated"));
    probe.semantics = Semantics::Fixed;
    QCOMPARE(probe.text(probe.run("PrecomputePrune")), std::string("t(s(g,x),g_1)"));
}

void TstPrecomputePrune::changedStateIsKeptInFixed()
{
    RewriteProbe probe(prunedOperators());
    const NodeId state = probe.variable("state");
    const NodeId changed = probe.add("change", "c", {state, probe.add("f", "g", {state})});
    probe.add("add", "s", {probe.variable("x"), changed});
    probe.facts.parameters = {{"state"}};
    QCOMPARE(probe.text(probe.run("PrecomputePrune")), std::string("s(x,c)"));
    probe.semantics = Semantics::Fixed;
    QCOMPARE(probe.text(probe.run("PrecomputePrune")), std::string("s(x,c(state,g(state)))"));
}

void TstPrecomputePrune::newVariablesHaveShapes()
{
    RewriteProbe probe(prunedOperators());
    probe.add("add", "s", {probe.variable("x"), probe.add("f", "g", {probe.variable("w")})});
    probe.facts.shapes = {{"x", {2}}, {"w", {3}}};
    probe.facts.parameters = {{"w"}};
    const PassRun run = probe.run("InferShape,PrecomputePrune,InferShape");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(*run.analyses.find(keys::shape, run.index), (Shapes{{2}, {3}, {2}}));
}

void TstPrecomputePrune::provenanceTellsWhatIsComputed()
{
    RewriteProbe probe(prunedOperators());
    const NodeId w = probe.variable("w");
    const NodeId made = probe.add("f", "g", {w});
    probe.add("add", "s", {probe.variable("x"), made, w});
    probe.facts.parameters = {{"w"}};
    const PassRun run = probe.run("PrecomputePrune");
    QVERIFY(run.graph.contains(w));
    const auto &origins = run.steps[0].provenance.origins;
    QCOMPARE(origins.size(), std::size_t{1});
    QCOMPARE(origins[0].from, std::vector<NodeId>{made});
    QCOMPARE(origins[0].reason, std::string("computed beforehand by f"));
}

NERVURE_TEST(TstPrecomputePrune)
#include "tst_precompute_prune.moc"
