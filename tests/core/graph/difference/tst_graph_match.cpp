// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_match.h"
#include "tests/core/graph/difference/dumped_steps.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

KnownGraph unknown(const SmallGraph &small)
{
    return {small.graph, nullptr, nullptr};
}

/// x → conv(w1) → relu → conv(w2) → relu → softmax, with these names in front of each.
SmallGraph chain(const std::string &prefix)
{
    SmallGraph small;
    NodeId at = small.add("null", prefix + "x");
    for (const char *number : {"1", "2"}) {
        const NodeId w = small.add("null", prefix + "w" + number);
        at = small.add("conv2d", prefix + "conv" + number, {at, w}, {{"channels", "8"}});
        at = small.add("relu", prefix + "relu" + number, {at});
    }
    small.add("softmax", prefix + "softmax", {at});
    return small;
}

NodeMatch matchAt(const GraphMatch &match, NodeId after)
{
    for (const NodeMatch &one : match.matches) {
        if (one.after == after) {
            return one;
        }
    }
    return {};
}

PassRun compiled(const Graph &graph, const Builtins &builtins, const char *passes)
{
    PassEnvironment environment{builtins.passes, builtins.ops};
    environment.describesSteps = true;
    return runPasses(graph, parsePipeline(passes).value(), environment);
}

} // namespace

class TstGraphMatch : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    /// All steps of a compilation that changed the graph.
    MatchScore scoreOfSteps(const Graph &graph, const Renaming &renaming, const char *passes)
    {
        MatchScore score;
        std::mt19937 random(7);
        const PassRun run = compiled(graph, m_builtins, passes);
        const PassResult *last = &run.steps.front();
        for (const PassResult &step : run.steps) {
            if (step.changed && last->index && step.index) {
                const DumpedGraph before = dumped(*last, {0, false}, random, m_builtins.ops);
                const DumpedGraph after = dumped(step, renaming, random, m_builtins.ops);
                score.add(scoreOf(matchGraphs(before, after), before, after, step, *last->graph));
            }
            last = &step;
        }
        return score;
    }

private Q_SLOTS:
    void aGraphIsItself()
    {
        const SmallGraph small = chain("");
        const GraphMatch match = matchGraphs(unknown(small), unknown(small));
        QCOMPARE(match.matches.size(), small.graph.nodeCount());
        QCOMPARE(match.countOf(Certainty::Certain), small.graph.nodeCount());
        for (const NodeMatch &one : match.matches) {
            QCOMPARE(one.before, one.after);
        }
        QVERIFY(match.onlyBefore.empty() && match.onlyAfter.empty());
    }

    void withoutAnyNameTheStructureTells()
    {
        const SmallGraph before = chain("a_");
        const SmallGraph after = chain("b_");
        const GraphMatch match = matchGraphs(unknown(before), unknown(after));
        QCOMPARE(match.matches.size(), before.graph.nodeCount());
        for (const NodeMatch &one : match.matches) {
            QCOMPARE(one.before, one.after); // they were made in the same order
            QCOMPARE(one.kind, MatchKind::Structure);
            QCOMPARE(one.certainty, Certainty::Certain);
        }
        const Provenance provenance = provenanceOf(match);
        const auto difference = differenceOf(unknown(before), unknown(after), &provenance);
        QCOMPARE(difference.counts.renamed, before.graph.nodeCount());
        QCOMPARE(difference.counts.changed + difference.counts.inputs, std::size_t{0});
    }

    void swappedNamesDoNotDeceive()
    {
        const SmallGraph before = chain("");
        SmallGraph after = chain("");
        after.graph.edit(after.named("conv1")).name = "other";
        after.graph.edit(after.named("conv2")).name = "conv1";
        after.graph.edit(after.named("other")).name = "conv2";
        const GraphMatch match = matchGraphs(unknown(before), unknown(after));
        for (const NodeMatch &one : match.matches) {
            QCOMPARE(one.before, one.after);
        }
        QVERIFY(matchAt(match, after.named("conv1")).certainty != Certainty::Certain);
    }

    void anInsertedNodeHasNoCounterpart()
    {
        const SmallGraph before = chain("");
        SmallGraph after = chain("");
        const NodeId made = after.add("tanh", "made", {after.named("relu1")});
        after.graph.edit(after.named("conv2")).inputs[0].node = made;
        after.graph.setHeads({{after.named("softmax"), 0, 0}});
        const GraphMatch match = matchGraphs(unknown(before), unknown(after));
        QCOMPARE(match.onlyAfter.size(), std::size_t{1});
        QCOMPARE(match.onlyAfter.front().node, made);
        QVERIFY(match.onlyBefore.empty());
    }

    void anotherAttributeLeavesTheNode()
    {
        const SmallGraph before = chain("a_");
        SmallGraph after = chain("b_");
        const NodeId conv = after.named("b_conv1");
        after.graph.edit(conv).attrs.set("channels", "16");
        const NodeMatch match = matchAt(matchGraphs(unknown(before), unknown(after)), conv);
        QCOMPARE(match.before, before.named("a_conv1"));
        QVERIFY(match.certainty != Certainty::Certain);
    }

    /// Two of three that nothing tells apart.
    void amongDoublesNobodyChooses()
    {
        SmallGraph before;
        SmallGraph after;
        const NodeId old = before.add("null", "x");
        for (int i = 0; i < 3; ++i) {
            before.add("relu", "r", {old});
        }
        before.graph.setHeads({{old, 0, 0}});
        const NodeId x = after.add("null", "x");
        after.add("relu", "r", {x});
        after.add("relu", "r", {x});
        after.graph.setHeads({{x, 0, 0}});
        const GraphMatch match = matchGraphs(unknown(before), unknown(after));
        QCOMPARE(match.onlyAfter.size(), std::size_t{2});
        QCOMPARE(match.onlyAfter.front().alike, std::size_t{3});
        QCOMPARE(match.onlyBefore.front().alike, std::size_t{2});
        QCOMPARE(match.doubleNames, std::size_t{2});
        after.add("relu", "r", {x});
        after.graph.setHeads({{x, 0, 0}});
        const GraphMatch equal = matchGraphs(unknown(before), unknown(after));
        QVERIFY(equal.onlyAfter.empty());
        QCOMPARE(equal.matches.back().kind, MatchKind::Order);
        QCOMPARE(equal.matches.back().certainty, Certainty::Guess);
    }

    void aKernelHasWhatItComputes()
    {
        const SmallGraph before = chain("");
        SmallGraph after;
        NodeId at = after.add("null", "x");
        for (const char *number : {"1", "2"}) {
            const NodeId w = after.add("null", std::string("w") + number);
            at = after.add("tvm_op", std::string("relu") + number, {at, w},
                           {{"func_name", "fuse_conv2d_relu"}});
        }
        after.add("tvm_op", "softmax", {at}, {{"func_name", "fuse_softmax"}});
        const GraphMatch match = matchGraphs(unknown(before), unknown(after));
        QVERIFY(match.onlyBefore.empty() && match.onlyAfter.empty());
        const Provenance provenance = provenanceOf(match);
        const auto changes = changesBetween(before.graph, after.graph, &provenance);
        const NodeChange fused = changeAt(changes, after.named("relu2"));
        QCOMPARE(fused.mark, ChangeMark::Fused);
        QCOMPARE(fused.from, (std::vector{before.named("relu2"), before.named("conv2")}));
    }

    void emptyGraphsAndCyclesAreTaken()
    {
        const SmallGraph empty;
        const SmallGraph small = chain("");
        QVERIFY(matchGraphs(unknown(empty), unknown(empty)).matches.empty());
        QCOMPARE(matchGraphs(unknown(empty), unknown(small)).onlyAfter.size(),
                 small.graph.nodeCount());
        SmallGraph cycle = chain("");
        cycle.graph.edit(cycle.named("conv1")).inputs[0].node = cycle.named("softmax");
        QCOMPARE(matchGraphs(unknown(cycle), unknown(cycle)).matches.size(),
                 cycle.graph.nodeCount());
    }

    void dumpsOfACompilerAreMatched_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<bool>("swaps");
        QTest::addColumn<double>("right");
        QTest::newRow("a tenth renamed") << 10 << false << 0.99;
        QTest::newRow("half renamed") << 50 << false << 0.99;
        QTest::newRow("all renamed") << 100 << false << 0.99;
        // Names that lie: where a pass has changed what is around them nothing else is left to go by.
        QTest::newRow("a tenth swapped") << 10 << true << 0.9;
    }
    void dumpsOfACompilerAreMatched()
    {
        QFETCH(int, percent);
        QFETCH(bool, swaps);
        QFETCH(double, right);
        const Renaming renaming{static_cast<unsigned>(percent), swaps};
        for (const char *passes :
             {"Compile{opt_level=3}", "Compile{opt_level=3,target=reference}"}) {
            for (const auto build :
                 {&models::buildPerceptron, &models::buildResnet18, &models::buildMobilenet,
                  &models::buildSqueezenet, &models::buildResnet50V1}) {
                const Graph graph = build(m_builtins.ops).value();
                const MatchScore score = scoreOfSteps(graph, renaming, passes);
                QVERIFY(score.right > 0);
                QVERIFY2(score.share() >= right, QByteArray::number(score.share()));
                QCOMPARE(score.certainlyWrong, std::size_t{0});
                QVERIFY(percent > 10 || score.missed * 20 <= score.right + 20);
            }
        }
    }
};

NERVURE_TEST(TstGraphMatch)
#include "tst_graph_match.moc"
