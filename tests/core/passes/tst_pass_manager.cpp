// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

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

/// Only its data has a shape.
PassProbe batchNorm()
{
    PassProbe probe;
    const NodeId x = probe.variable("x");
    const NodeId gamma = probe.variable("gamma");
    const NodeId beta = probe.variable("beta");
    const NodeId mean = probe.variable("moving_mean");
    const NodeId var = probe.variable("moving_var");
    probe.add("batch_norm", "bn", {{x}, {gamma}, {beta}, {mean}, {var}});
    probe.facts.shapes["x"] = {1, 3, 4, 4};
    probe.addNeeded = true;
    return probe;
}

} // namespace

class TstPassManager : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingNeedsAreAddedAsSteps()
    {
        const PassProbe probe = reluOf({2});
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            PassEnvironment environment{probe.builtins.passes, probe.builtins.ops, probe.facts,
                                        semantics};
            const PassRun run =
                runPasses(probe.graph, std::vector<PassRequest>{{"PlanMemory"}}, environment);
            QVERIFY(run.ok);
            QCOMPARE(run.steps.size(), std::size_t{3});
            QVERIFY(run.steps[0].wasAdded && !run.steps[2].wasAdded);
            QCOMPARE(run.steps[0].name, std::string("InferShape"));
        }
    }

    void theCallerMayWantNnvmsRefusal()
    {
        const PassRun run = reluOf({2}).run("PlanMemory"); // PassProbe wants it
        QVERIFY(!run.ok);
        QVERIFY(run.diagnostics.front().message.find("which pass InferShape provides")
                != std::string::npos);
    }

    void aPassThatKnowsNoOperatorsOfTheDialectSaysSo()
    {
        PassProbe probe = reluOf({2});
        probe.addNeeded = true;
        QVERIFY(probe.run("FoldBatchNorm").diagnostics.empty());
        const std::vector<NodeId> nodes(probe.graph.nodes().begin(), probe.graph.nodes().end());
        for (const NodeId id : nodes) {
            probe.graph.edit(id).dialect = Dialect::Onnx;
        }
        probe.graph.edit(nodes.back()).op = "Relu";
        probe.graph.setDialect(Dialect::Onnx);
        const PassRun run = probe.run("FoldBatchNorm");
        QVERIFY2(run.ok, errorOf(run).c_str());
        QCOMPARE(run.diagnostics.back().message,
                 std::string("FoldBatchNorm knows no operators of ONNX: run ONNXToNNVM first"));
        QVERIFY(run.diagnostics.back().severity == Severity::Note);
    }

    void aNeedThatNothingProvidesIsRefused()
    {
        PassProbe probe = reluOf({2});
        probe.addNeeded = true;
        const PassRun run = probe.run("LoadJSON,PlaceDevice");
        QVERIFY(!run.ok);
        QCOMPARE(failureOf(run.steps.back())->code, std::string("pass-needs"));
        QVERIFY(failureOf(run.steps.back())->message.find("which no pass provides")
                != std::string::npos);
    }

    /// The shapes of variables are not lost to the inference that a later pass needs.
    void anAddedInferenceKnowsWhatWasKnownOfVariables()
    {
        PassProbe probe = batchNorm();
        const PassRun run = probe.run("SimplifyInference,PlanMemory");
        QVERIFY2(run.ok, run.ok ? "" : run.diagnostics.back().message.c_str());
        QVERIFY(PassProbe::valueOf(run, keys::storageAllocatedBytes) > 0);
    }

    /// Of an inference that is asked for, NNVM wants to be told what it is to know.
    void inFixedAnyInferenceKnowsWhatWasKnownOfVariables()
    {
        PassProbe probe = batchNorm();
        for (const auto &[semantics, isForgotten] :
             {std::pair(Semantics::Fixed, false), std::pair(Semantics::Exact, true)}) {
            probe.semantics = semantics;
            const PassRun run = probe.run("InferShape,SimplifyInference,InferShape");
            QCOMPARE(!run.ok || PassProbe::valueOf(run, keys::shapeUnknown) > 0, isForgotten);
        }
    }

    /// A pass inside of another one needs what it needs, as everywhere.
    void aPassInsideAnotherIsRefusedWhatItNeeds()
    {
        PassProbe probe = reluOf({2});
        PassSpec outer;
        outer.name = "Outer";
        outer.run = [](PassContext &context) -> Status {
            Analyses analyses;
            return applyPass(context, "PlanMemory", context.graph, context.index, analyses);
        };
        probe.builtins.passes.add(outer);
        const PassRun run = probe.run("InferShape,InferType,Outer");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.back().code, std::string("pass-needs"));
    }

    /// Nor can it take what was said of another graph, though that has as many entries.
    void aPassInsideAnotherIsRefusedTheShapesOfAnotherGraph()
    {
        PassProbe probe = reluOf({2});
        PassSpec outer;
        outer.name = "Outer";
        outer.needs = {"shape", "dtype"};
        outer.run = [](PassContext &context) -> Status {
            Graph other = context.graph;
            other.edit(NodeId{1}).name = "other";
            Diagnostics ignored;
            const auto index = IndexedGraph::build(other, context.ops, ignored);
            return applyPass(context, "PlanMemory", other, *index, context.analyses);
        };
        probe.builtins.passes.add(outer);
        const PassRun run = probe.run("InferShape,InferType,Outer");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.back().code, std::string("pass-needs"));
    }

    void adviceOfAFileThatIsNoListOfShapesIsNoShape()
    {
        PassProbe probe = reluOf({2});
        probe.graph.setAttrs({{"shape", "list_int", "[1, 2]"}, {"dtype", "list_int", "[0, 0]"}});
        const PassRun run = probe.run("PlanMemory");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.back().code, std::string("pass-needs"));
    }

    void aStepTellsWhatItLeftOpen()
    {
        const PassRun run = reluOf({}).run("InferShape,InferType,PlanMemory");
        QVERIFY(run.ok);
        QCOMPARE(run.steps[0].gap.value().missing, 2);
        QVERIFY(!run.steps[1].gap);
        QCOMPARE(run.steps[2].gap.value().missing, 1);
        QCOMPARE(gapText(*run.steps[2].gap),
                 std::string("1 of 1 value has no storage: input 'x' has no shape"));
        QVERIFY(!reluOf({2}).run("InferShape").steps[0].gap);
    }

    void aVariableThatAPassTookAwayIsNoWrongName()
    {
        PassProbe probe;
        const NodeId weight = probe.variable("weight");
        const NodeId made = probe.add("exp", "made", {{weight}});
        probe.add("elemwise_add", "sum", {{probe.variable("x")}, {made}});
        for (const char *name : {"x", "weight", "wrong"}) {
            probe.facts.shapes[name] = {2};
        }
        probe.facts.parameters = {{"weight"}};

        const PassRun run = probe.run("InferShape,PrecomputePrune,InferShape");

        QVERIFY2(run.ok, errorOf(run).c_str());
        const auto &last = run.steps.back().diagnostics;
        QCOMPARE(last.size(), std::size_t{1});
        QCOMPARE(last[0].message, std::string("the graph has no input 'wrong'"));
        QCOMPARE(PassProbe::valueOf(run, keys::shape).size(), std::size_t{3});
    }

    void devicesAreAskedBeforeAnythingIsRun()
    {
        PassProbe probe = reluOf({2});
        const PassRun nobody = probe.run("Compile{target=0.0}");
        QVERIFY(!nobody.ok && nobody.steps.size() == 1);
        PassEnvironment environment{probe.builtins.passes, probe.builtins.ops, probe.facts};
        environment.targets = [](const std::string &name) -> Result<DeviceTraits> {
            return name == "here" ? Result<DeviceTraits>(DeviceTraits{})
                                  : makeError("device-unknown", "there is no " + name);
        };
        QVERIFY(runPasses(probe.graph, *parsePipeline("Compile{target=here}"), environment).ok);
        const PassRun run =
            runPasses(probe.graph, *parsePipeline("InferShape,Compile{target=foo}"), environment);
        QVERIFY(!run.ok);
        QCOMPARE(run.steps.size(), std::size_t{2}); // the good step stays
        QVERIFY(run.steps[0].ok);
        QCOMPARE(failureOf(run.steps[1])->message, std::string("there is no foo"));
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
        NERVURE_VERIFY_ERROR(run, "pass-unknown", "pass 'Nothing' is unknown");
        QCOMPARE(run.steps.size(), std::size_t{2});
        QVERIFY(run.analyses.contains("shape"));
        NERVURE_VERIFY_ERROR(run.steps[1], "pass-unknown", "pass 'Nothing' is unknown");
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
            if (pass.takesFaultyGraphs || pass.importsInExact || pass.expand) {
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

    void importersTakeFaultyGraphsInExactSemanticsAlone()
    {
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            PassProbe probe;
            probe.variable("x");
            probe.add("relu", "r", {{NodeId{7}, 0}});
            PassSpec import;
            import.name = "Import";
            import.changesGraph = true;
            import.importsInExact = true;
            import.run = [](PassContext & context)->Status { context.graph = Graph();
            return context.index ? makeError("index", "a faulty graph has none") : Status();
        };
        probe.builtins.passes.add(import);
        PassEnvironment environment{probe.builtins.passes, probe.builtins.ops};
        environment.semantics = semantics;
        const std::vector<PassRequest> passes{{"Import"}};
        const PassRun run = runPasses(probe.graph, passes, environment);
        QCOMPARE(run.ok, semantics == Semantics::Exact);
        QVERIFY(run.ok || run.diagnostics.back().code == "entry-dangling");
    }
}

    void cancelingEndsTheRun()
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
}
;

NERVURE_TEST(TstPassManager)
#include "tst_pass_manager.moc"
