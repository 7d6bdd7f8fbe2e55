// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

using NodeIds = std::vector<NodeId>;

/// The node of that name after OrderMutation.
std::vector<NodeId> depsOf(const PassRun &run, const std::string &name)
{
    return run.graph.node(run.graph.findByName(name).value()).controlDeps;
}

} // namespace

class TstOrderMutation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChangeWaitsForReadsOfTheVersionBefore()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v");
        const NodeId one = probe.add("relu", "one", {{v}});
        const NodeId two = probe.add("exp", "two", {{v}});
        const NodeId change = probe.add("_assign", "change", {{v, 0, 1}, {one}});
        const NodeId after = probe.add("tanh", "after", {{v, 0, 1}});
        probe.graph.setHeads({{two}, {change}, {after}});
        const PassRun run = probe.run("OrderMutation");
        QVERIFY(run.ok);
        QCOMPARE(depsOf(run, "change"), (NodeIds{one, two}));
        QCOMPARE(depsOf(run, "after"), (NodeIds{change}));
        QVERIFY(depsOf(run, "one").empty());
        QCOMPARE(run.steps[0].provenance.origins.size(), std::size_t{2});
        QCOMPARE(run.steps[0].provenance.origins[0].reason,
                 std::string("waits for other uses of 'v'"));
    }

    void theFirstChangeWaitsForItselfInExactSemanticsOnly()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v");
        const NodeId x = probe.variable("x");
        const NodeId change = probe.add("_assign", "change", {{v, 0, 1}, {x}});
        QCOMPARE(depsOf(probe.run("OrderMutation"), "change"), (NodeIds{change}));
        probe.semantics = Semantics::Fixed;
        const PassRun run = probe.run("OrderMutation");
        QVERIFY(run.ok);
        QVERIFY(depsOf(run, "change").empty());
    }

    void fixedAddsNoDependencyTwice()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v");
        const NodeId read = probe.add("relu", "read", {{v}});
        probe.add("_assign", "change", {{v, 0, 1}, {read}});
        QCOMPARE(depsOf(probe.run("OrderMutation,OrderMutation"), "change"), (NodeIds{read, read}));
        probe.semantics = Semantics::Fixed;
        QCOMPARE(depsOf(probe.run("OrderMutation,OrderMutation"), "change"), (NodeIds{read}));
    }

    void aGraphWithoutVersionsStaysAsItIs()
    {
        PassProbe probe;
        const NodeId v = probe.variable("v");
        probe.add("_assign", "change", {{v}, {probe.add("relu", "read", {{v}})}});
        const PassRun run = probe.run("OrderMutation");
        QVERIFY(run.ok);
        QVERIFY(!run.steps[0].changed);
    }
};

NERVURE_TEST(TstOrderMutation)
#include "tst_order_mutation.moc"
