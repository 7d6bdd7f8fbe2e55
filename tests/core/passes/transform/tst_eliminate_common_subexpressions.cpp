// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Nodes that are left of a graph whose last two nodes are both its outputs.
std::size_t nodesLeft(PassProbe &probe, NodeId first, NodeId second)
{
    probe.graph.setHeads({{first}, {second}});
    const PassRun run = probe.run("EliminateCommonSubexpressions");
    return run.ok ? run.graph.nodeCount() : 0;
}

} // namespace

class TstEliminateCommonSubexpressions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalNodesBecomeOne()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("relu", "a", {{x}});
        const NodeId b = probe.add("relu", "b", {{x}});
        const NodeId c = probe.add("exp", "c", {{a}});
        const NodeId d = probe.add("exp", "d", {{b}});
        const NodeId sum = probe.add("elemwise_mul", "sum", {{c}, {d}});
        probe.graph.edit(sum).controlDeps = {b};
        const PassRun run = probe.run("EliminateCommonSubexpressions");
        QVERIFY(run.ok);
        QCOMPARE(run.graph.nodeCount(), std::size_t{4});
        QCOMPARE(run.graph.node(sum).inputs, (std::vector<Entry>{{c}, {c}}));
        QCOMPARE(run.graph.node(sum).controlDeps, (std::vector<NodeId>{a}));
        const auto &origins = run.steps[0].provenance.origins;
        QCOMPARE(origins.size(), std::size_t{2});
        QCOMPARE(origins[0].node, a);
        QCOMPARE(origins[0].from, (std::vector<NodeId>{a, b}));
    }

    void attributesCountByMeaning()
    {
        const auto left = [](AttrDict first, AttrDict second) {
            PassProbe probe;
            const NodeId x = probe.variable("x");
            const NodeId a = probe.add("softmax", "a", {{x}}, std::move(first));
            return nodesLeft(probe, a, probe.add("softmax", "b", {{x}}, std::move(second)));
        };
        QCOMPARE(left({{"axis", "1"}}, {{"axis", "1"}}), std::size_t{2});
        QCOMPARE(left({}, {{"axis", "-1"}}), std::size_t{2});
        QCOMPARE(left({{"axis", "0"}}, {{"axis", "1"}}), std::size_t{3});
        QCOMPARE(left({{"__tag__", "p"}}, {{"__tag__", "q"}}), std::size_t{3});
    }

    void inputsOfSumsMayChangePlaces()
    {
        for (const auto &[op, count] : {std::pair("broadcast_add", 3), {"broadcast_sub", 4}}) {
            PassProbe probe;
            const NodeId x = probe.variable("x");
            const NodeId y = probe.variable("y");
            const NodeId a = probe.add(op, "a", {{x}, {y}});
            QCOMPARE(nodesLeft(probe, a, probe.add(op, "b", {{y}, {x}})),
                     static_cast<std::size_t>(count));
        }
    }

    void whatMayDifferStays()
    {
        const auto left = [](const std::string &op, std::vector<Entry> (*inputs)(NodeId)) {
            PassProbe probe;
            const NodeId x = probe.variable("x");
            const NodeId a = probe.add(op, "a", inputs(x));
            return nodesLeft(probe, a, probe.add(op, "b", inputs(x)));
        };
        const auto one = [](NodeId x) { return std::vector<Entry>{{x}}; };
        QCOMPARE(left("relu", one), std::size_t{2});
        QCOMPARE(left("dropout", one), std::size_t{3});
        QCOMPARE(left("mystery", one), std::size_t{3});
    }

    void readsOfAChangingVariableStay()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v");
        const NodeId before = probe.add("relu", "before", {{v}});
        const NodeId change = probe.add("_assign", "change", {{v}, {probe.variable("x")}});
        const NodeId after = probe.add("relu", "after", {{v}});
        probe.graph.setHeads({{before}, {change}, {after}});
        QVERIFY(!probe.run("EliminateCommonSubexpressions").steps[0].changed);
    }
};

NERVURE_TEST(TstEliminateCommonSubexpressions)
#include "tst_eliminate_common_subexpressions.moc"
