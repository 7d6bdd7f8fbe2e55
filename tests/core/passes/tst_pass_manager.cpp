// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

PassProbe reluOf(const Shape &shape)
{
    PassProbe probe;
    probe.add("relu", "r", {{probe.variable("x")}});
    probe.facts.shapes["x"] = shape;
    return probe;
}

} // namespace

class TstPassManager : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingNeedsFailInExactAndAreAddedInFixed()
    {
        PassProbe probe = reluOf({2});
        PassRun run = probe.run("PlanMemory");
        QVERIFY(!run.ok);
        QVERIFY(run.diagnostics.front().message.find("which pass InferShape provides")
                != std::string::npos);
        probe.semantics = Semantics::Fixed;
        run = probe.run("PlanMemory");
        QVERIFY(run.ok);
        QCOMPARE(run.steps.size(), std::size_t{3});
        QVERIFY(run.steps[0].wasAdded && !run.steps[2].wasAdded);
        QCOMPARE(run.steps[0].name, std::string("InferShape"));
    }

    void theCallerMayAskForNeededPassesInExact()
    {
        PassProbe probe = reluOf({2});
        probe.addNeeded = true;
        QVERIFY(probe.run("PlanMemory").ok);
    }

    void unknownNamesGetSuggestions()
    {
        const PassProbe probe = reluOf({2});
        QCOMPARE(probe.run("InferShap").diagnostics.front().message,
                 std::string("pass 'InferShap' is unknown, did you mean 'InferShape'"));
        QCOMPARE(probe.run("PlanMemory{match_rang=8}").diagnostics.front().code,
                 std::string("option-unknown"));
        QCOMPARE(probe.run("PlanMemory{match_range=many}").diagnostics.front().code,
                 std::string("option-invalid"));
        QCOMPARE(probe.run("RemoveIdentity{x=1}").diagnostics.front().message,
                 std::string("pass RemoveIdentity has no option 'x', it has none"));
    }

    void stepsKeepWhatTheyProvided()
    {
        const PassRun run = reluOf({2}).run("InferShape,InferType");
        QCOMPARE(run.steps[0].provided,
                 (std::vector<std::string>{"shape", "shape_num_unknown_nodes"}));
        QVERIFY(!run.steps[0].analyses.contains("dtype"));
        QVERIFY(run.steps[1].analyses.contains("shape"));
        QVERIFY(run.steps[1].graph->sameAs(run.graph));
    }

    void theRunStopsAtAFailureAndKeepsWhatWasReached()
    {
        const PassRun run = reluOf({2}).run("InferShape,Nothing,InferType");
        QVERIFY(!run.ok);
        QCOMPARE(run.steps.size(), std::size_t{2});
        QVERIFY(run.analyses.contains("shape"));
        QVERIFY(!run.steps[1].ok);
    }

    void attributesThatAreWrongStopTheRun()
    {
        PassProbe probe;
        probe.add("dense", "d",
                  {{probe.variable("x")}, {probe.variable("w")}, {probe.variable("b")}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.front().code, std::string("attr-missing"));
    }

    void cyclesStopTheRun()
    {
        PassProbe probe;
        probe.add("relu", "a", {{NodeId{1}}});
        probe.add("relu", "b", {{NodeId{0}}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.ok && !run.index);
    }

    void faultyGraphsAreKeptFromPassesThatDoNotTakeThem_data()
    {
        QTest::addColumn<unsigned>("node");
        QTest::addColumn<unsigned>("output");
        QTest::addColumn<std::string>("code");
        QTest::newRow("its own result") << 1U << 0U << std::string("cycle");
        QTest::newRow("an output that is not there") << 0U << 1U << std::string("entry-index");
    }

    /// NNVM's own checks let these pass.
    void faultyGraphsAreKeptFromPassesThatDoNotTakeThem()
    {
        QFETCH(unsigned, node);
        QFETCH(unsigned, output);
        QFETCH(std::string, code);
        PassProbe probe;
        probe.variable("x");
        probe.add("relu", "r", {{NodeId{node}, output}});
        probe.addNeeded = true;
        int tried = 0;
        for (const PassSpec &pass : probe.builtins.passes.all()) {
            if (pass.takesFaultyGraphs || pass.expand) {
                continue;
            }
            const PassRun run = probe.run(pass.name);
            if (run.diagnostics.back().code == "pass-needs") {
                continue; // what people have to give
            }
            ++tried;
            QVERIFY2(!run.ok, pass.name.c_str());
            QVERIFY2(run.diagnostics.back().code == code,
                     (pass.name + ": " + run.diagnostics.back().message).c_str());
            QCOMPARE(run.diagnostics.back().where.node, std::string("r"));
        }
        QVERIFY2(tried > 15, std::to_string(tried).c_str());
    }

    void cancellingEndsTheRun()
    {
        const PassProbe probe = reluOf({2});
        probe.control.cancel.cancel();
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.back().code, std::string("cancelled"));
    }

    void aChangedGraphInvalidatesAnalyses()
    {
        PassProbe probe = reluOf({2});
        PassSpec rename;
        rename.name = "Rename";
        rename.changesGraph = true;
        rename.run = [](PassContext &context) -> Status {
            context.graph.edit(NodeId{1}).name = "renamed";
            context.provenance.origins.push_back({NodeId{1}, {NodeId{1}}, "renamed"});
            return {};
        };
        probe.builtins.passes.add(rename);
        const PassRun run = probe.run("InferShape,Rename");
        QVERIFY(run.ok && run.steps[1].changed);
        QVERIFY(!run.analyses.contains("shape"));
        QCOMPARE(run.index->node(1).node->name, std::string("renamed"));
        QCOMPARE(run.steps[0].graph->node(NodeId{1}).name, std::string("r"));
        QCOMPARE(run.steps[1].provenance.origins.size(), std::size_t{1});
        QVERIFY(!run.steps[1].analyses.contains("shape"));
    }

    void stepsCanBeDescribedBeyondWhatPassesSay()
    {
        PassProbe probe = reluOf({2});
        PassSpec rename;
        rename.name = "Rename";
        rename.changesGraph = true;
        rename.run = [](PassContext &context) -> Status {
            context.graph.edit(NodeId{1}).name = "renamed";
            return {};
        };
        probe.builtins.passes.add(rename);
        PassEnvironment environment{probe.builtins.passes, probe.builtins.ops};
        environment.describesSteps = true;
        const std::vector<PassRequest> passes{{"InferShape"}, {"Rename"}};
        const PassRun run = runPasses(probe.graph, passes, environment);
        QVERIFY(run.ok);
        QVERIFY(!run.steps[0].analyses.contains("dtype")); // nothing has changed yet
        for (const char *known : {"shape", "dtype", "storage_id"}) {
            QVERIFY(run.steps[1].analyses.contains(known));
            QVERIFY(!run.analyses.contains(known));
        }
    }
};

QTEST_APPLESS_MAIN(TstPassManager)
#include "tst_pass_manager.moc"
