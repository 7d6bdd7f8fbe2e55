// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/plan_comparison.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstPlanComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lightNetsDocumentsHaveThreePlans();
    void nnvmsGraphsHaveTwo();
    void constantsAreKeptForGoodInLightNetsPlan();
    void graphsThatAreRefusedHaveNone();
    void compiledGraphsArePlannedByWhatIsKnown();

private:
    [[nodiscard]] OpenedModel sample(const char *name) const
    {
        auto opened = openModel(tests::sourceFolder() / "resources/samples" / name,
                                m_builtins.formats, m_builtins.ops);
        if (!opened) {
            qFatal("%s", opened.error().message.c_str());
        }
        return std::move(opened).value();
    }
    [[nodiscard]] std::vector<PlannerPlan> plansOf(const Graph &graph,
                                                   const InputFacts &facts = {}) const
    {
        return plansOfAllPlanners(graph, {},
                                  {m_builtins.passes, m_builtins.ops, facts, Semantics::Fixed});
    }

    Builtins m_builtins = makeBuiltins();
};

void TstPlanComparison::lightNetsDocumentsHaveThreePlans()
{
    const auto plans = plansOf(sample("lightnet_example.json").graph);
    QCOMPARE(plans.size(), std::size_t{3});
    QCOMPARE(plans[0].planner, std::string("lightnet"));
    // Two tensors of 32 and 24 bytes, offsets from 1.
    QVERIFY(plans[0].view.hasOffsets);
    QCOMPARE(plans[0].view.plannedBytes, std::int64_t{57});
    QCOMPARE(plans[0].offset, (std::vector<std::int64_t>{1, 33}));
    QCOMPARE(plans[0].view.blocks.at(1).tenants.at(0).offset, std::int64_t{33});
    QCOMPARE(plans[1].planner, std::string("nnvm"));
    QVERIFY(!plans[1].view.hasOffsets);
    QCOMPARE(plans[1].view.plannedBytes, std::int64_t{56});
    QCOMPARE(plans[2].planner, std::string("arena"));
    QCOMPARE(plans[2].view.plannedBytes, std::int64_t{128});
}

void TstPlanComparison::nnvmsGraphsHaveTwo()
{
    const auto plans = plansOf(sample("mlp.json").graph);
    QCOMPARE(plans.size(), std::size_t{2});
    QCOMPARE(plans[0].planner, std::string("nnvm"));
    QVERIFY(plans[0].offset.empty());
    QCOMPARE(plans[1].planner, std::string("arena"));
    QVERIFY(plans[1].view.plannedBytes <= plans[0].view.plannedBytes + 64 * 8);
}

void TstPlanComparison::constantsAreKeptForGoodInLightNetsPlan()
{
    const auto plans = plansOf(sample("lightnet_example.json").graph);
    const StorageTenant &constant = plans.at(0).view.blocks.at(0).tenants.at(0);
    QCOMPARE(constant.lastStep, plans[0].view.stepCount - 1);
}

void TstPlanComparison::graphsThatAreRefusedHaveNone()
{
    Graph graph;
    Node dangling;
    dangling.op = "relu";
    dangling.name = "r";
    dangling.inputs = {{NodeId(7)}};
    graph.setHeads({{graph.add(dangling)}});
    QVERIFY(plansOf(graph).empty());
}

/// Kernels have no rules that could tell sizes: what is known of the graph does.
void TstPlanComparison::compiledGraphsArePlannedByWhatIsKnown()
{
    const std::vector<PassRequest> passes{{"Compile", {{"opt_level", "3"}}}};
    PassEnvironment environment{m_builtins.passes, m_builtins.ops};
    environment.describesSteps = true;
    const PassRun run = runPasses(sample("resnet18.json").graph, passes, environment);
    QVERIFY(run.ok);
    const auto plans = plansOfAllPlanners(run.graph, run.analyses, environment);
    QCOMPARE(plans.size(), std::size_t{2});
    const std::int64_t planned = run.steps.back().totals.plannedBytes.value_or(0);
    QVERIFY(planned > 0);
    QCOMPARE(plans[0].view.plannedBytes, planned);
    QVERIFY(plans[1].view.plannedBytes > planned / 2);
    QVERIFY(plans[1].view.plannedBytes <= planned);
    QCOMPARE(memoryPlanView(*run.index, run.analyses)->plannedBytes, planned);
}

NERVURE_TEST(TstPlanComparison)
#include "tst_plan_comparison.moc"
