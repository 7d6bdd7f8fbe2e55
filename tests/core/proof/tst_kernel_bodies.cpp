// SPDX-License-Identifier: Apache-2.0
#include "core/proof/kernel_bodies.h"

#include "core/graph/kernel_calls.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKernelBodies : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    static std::size_t callsIn(const Graph &graph)
    {
        return std::size_t(
            std::count_if(graph.nodes().begin(), graph.nodes().end(),
                          [&graph](NodeId id) { return isKernelCall(graph.node(id)); }));
    }

private Q_SLOTS:
    void callsBecomeWhatTheyCompute()
    {
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const PassRun run = runPasses(faultyNetwork(m_builtins.ops),
                                      *parsePipeline("Compile{opt_level=1}"), environment);
        QVERIFY(run.ok);
        const PassResult &fused = run.steps[run.steps.size() - 2];
        const PassResult &compiled = run.steps.back();
        QVERIFY(callsIn(run.graph) > 3);
        KernelBodies bodies;
        QCOMPARE(callsIn(bodies.expanded(run.graph, m_builtins.ops)), callsIn(run.graph));
        bodies.take(**fused.analyses.find(keys::fusedEntry, fused.index), *fused.index);
        bodies.follow(*fused.graph, *compiled.graph, compiled.provenance);
        const Graph expanded = bodies.expanded(run.graph, m_builtins.ops);
        QCOMPARE(callsIn(expanded), std::size_t{0});
        for (const NodeId id : run.graph.nodes()) {
            QCOMPARE(expanded.node(id).name, run.graph.node(id).name);
        }
        QCOMPARE(expanded.heads(), run.graph.heads());
        QCOMPARE(expanded.nodeCount(), fused.index->nodeCount());
    }
};

NERVURE_TEST(TstKernelBodies)
#include "tst_kernel_bodies.moc"
