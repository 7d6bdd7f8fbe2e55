// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using nervure::tests::PassProbe;

namespace {

using Ids = std::vector<std::int64_t>;

const std::string inferred = "InferShape,InferType,";

} // namespace

class TstGraphFindFusibleGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementwiseOperatorsFollowAConvolution();
    void aValueThatTwoReadEndsTheGroup();
    void branchesThatMeetAgainTakeTheirSource();
    void branchesDoNotTakeAResult_data();
    void branchesDoNotTakeAResult();
    void levelZeroLeavesOperatorsAlone();
    void theGraphsOwnLevelCounts();
    void unknownOperatorsStayAlone();
    void shapesAreNeeded();

private:
    /// x -> conv2d "c" -> relu "r".
    static NodeId convolution(PassProbe &probe)
    {
        probe.facts.shapes["x"] = {1, 3, 8, 8};
        const NodeId x = probe.variable("x");
        const NodeId w = probe.variable("w");
        return probe.add("conv2d", "c", {{x}, {w}},
                         {{"channels", "4"},
                          {"kernel_size", "(3, 3)"},
                          {"padding", "(1, 1)"},
                          {"use_bias", "False"}});
    }
    static Ids roots(const PassRun &run) { return PassProbe::valueOf(run, keys::groupRoot); }
};

void TstGraphFindFusibleGroups::elementwiseOperatorsFollowAConvolution()
{
    PassProbe probe;
    probe.add("relu", "r", {{convolution(probe)}});
    const PassRun run = probe.run(inferred + "GraphFindFusibleGroups");
    QVERIFY(run.ok);
    QCOMPARE(roots(run), (Ids{0, 1, 3, 3}));
    QCOMPARE(PassProbe::valueOf(run, keys::groupMaster), (Ids{-1, -1, 2, 2}));
    QCOMPARE(PassProbe::valueOf(run, keys::pattern), (Ids{8, 8, 4, 4}));
}

void TstGraphFindFusibleGroups::aValueThatTwoReadEndsTheGroup()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId a = probe.add("tanh", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("relu", "b", {{a}});
    probe.graph.setHeads({{a}, {b}});
    QCOMPARE(roots(probe.run(inferred + "GraphFindFusibleGroups")), (Ids{0, 1, 2}));
}

void TstGraphFindFusibleGroups::branchesThatMeetAgainTakeTheirSource()
{
    PassProbe probe;
    const NodeId c = convolution(probe);
    const NodeId a = probe.add("relu", "a", {{c}});
    const NodeId b = probe.add("tanh", "b", {{c}});
    probe.add("elemwise_add", "sum", {{a}, {b}});
    const PassRun run = probe.run(inferred + "GraphFindFusibleGroups");
    QCOMPARE(roots(run), (Ids{0, 1, 5, 5, 5, 5}));
    QCOMPARE(PassProbe::valueOf(run, keys::groupMaster), (Ids{-1, -1, 2, 2, 2, 2}));
}

void TstGraphFindFusibleGroups::branchesDoNotTakeAResult_data()
{
    QTest::addColumn<bool>("isExact");
    QTest::addColumn<int>("root");
    QTest::newRow("exact: NNVM does not look") << true << 5;
    QTest::newRow("fixed") << false << 2;
}

void TstGraphFindFusibleGroups::branchesDoNotTakeAResult()
{
    QFETCH(bool, isExact);
    QFETCH(int, root);
    PassProbe probe;
    probe.semantics = isExact ? Semantics::Exact : Semantics::Fixed;
    const NodeId c = convolution(probe);
    const NodeId a = probe.add("relu", "a", {{c}});
    const NodeId b = probe.add("tanh", "b", {{c}});
    const NodeId sum = probe.add("elemwise_add", "sum", {{a}, {b}});
    probe.graph.setHeads({{sum}, {c}});
    QCOMPARE(roots(probe.run(inferred + "GraphFindFusibleGroups"))[2], std::int64_t{root});
}

void TstGraphFindFusibleGroups::levelZeroLeavesOperatorsAlone()
{
    PassProbe probe;
    probe.add("relu", "r", {{convolution(probe)}});
    const PassRun run = probe.run(inferred + "GraphFindFusibleGroups{opt_level=0}");
    QCOMPARE(roots(run), (Ids{0, 1, 2, 3}));
    QCOMPARE(PassProbe::valueOf(run, keys::groupMaster), (Ids{-1, -1, 2, 3}));
}

void TstGraphFindFusibleGroups::theGraphsOwnLevelCounts()
{
    PassProbe probe;
    probe.add("relu", "r", {{convolution(probe)}});
    probe.graph.setAttrs({{"opt_level", "int", "0"}});
    QCOMPARE(roots(probe.run(inferred + "GraphFindFusibleGroups")), (Ids{0, 1, 2, 3}));
    const PassRun run = probe.run(inferred + "GraphFindFusibleGroups{opt_level=1}");
    QCOMPARE(roots(run), (Ids{0, 1, 3, 3}));
    QVERIFY(!run.analyses.contains("opt_level"));
}

void TstGraphFindFusibleGroups::unknownOperatorsStayAlone()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2};
    const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
    const NodeId b = probe.add("no_such_operator", "b", {{a}});
    probe.add("relu", "c", {{b}});
    QCOMPARE(roots(probe.run(inferred + "GraphFindFusibleGroups")), (Ids{0, 1, 2, 3}));
}

void TstGraphFindFusibleGroups::shapesAreNeeded()
{
    PassProbe probe;
    probe.add("relu", "r", {{probe.variable("x")}});
    const PassRun run = probe.run("GraphFindFusibleGroups");
    QVERIFY(!run.ok);
    QVERIFY(run.diagnostics.back().message.find("InferShape") != std::string::npos);
}

NERVURE_TEST(TstGraphFindFusibleGroups)
#include "tst_graph_find_fusible_groups.moc"
