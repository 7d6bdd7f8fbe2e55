// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstEliminateDeadNodes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatNoOutputNeedsGoes()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        probe.variable("unused");
        const NodeId dead = probe.add("relu", "dead", {{x}});
        probe.add("exp", "dead too", {{dead}});
        const NodeId alive = probe.add("tanh", "alive", {{x}});
        const PassRun run = probe.run("EliminateDeadNodes");
        QVERIFY(run.ok);
        QCOMPARE(run.graph.nodeCount(), std::size_t{2});
        QVERIFY(run.graph.contains(x) && run.graph.contains(alive));
        QVERIFY(run.steps[0].changed);
    }

    void controlDependenciesAreNeeded()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId first = probe.add("exp", "first", {{x}});
        const NodeId second = probe.add("relu", "second", {{x}});
        probe.graph.edit(second).controlDeps = {first};
        const PassRun run = probe.run("EliminateDeadNodes");
        QVERIFY(run.ok);
        QVERIFY(!run.steps[0].changed);
        QVERIFY(run.graph.contains(first));
    }

    void lightNetGraphsHaveNoOutputs()
    {
        PassProbe probe;
        probe.variable("x");
        probe.graph.setDialect(Dialect::LightNet);
        NERVURE_VERIFY_ERROR(probe.run("EliminateDeadNodes"), "pass-dialect",
                             "pass EliminateDeadNodes rewrites NNVM graphs, found a LightNet");
    }
};

NERVURE_TEST(TstEliminateDeadNodes)
#include "tst_eliminate_dead_nodes.moc"
