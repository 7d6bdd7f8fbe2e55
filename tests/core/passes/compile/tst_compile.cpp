// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using nervure::tests::PassProbe;

namespace {

/// The passes that a request stands for, as text.
QString expanded(const PassProbe &probe, const std::string &request)
{
    PassEnvironment environment = probe.environment();
    environment.targets = [](const std::string &) { return Result<DeviceTraits>(DeviceTraits{}); };
    const auto expansion = expandPass(parsePipeline(request)->front(), probe.graph, environment);
    return QString::fromStdString(expansion ? pipelineText(expansion->passes)
                                            : expansion.error().message);
}

} // namespace

class TstCompile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void levelsSwitchPassesOn_data();
    void levelsSwitchPassesOn();
    void switchesBeatTheLevel();
    void aDeviceIsCompiledForOurWay();
    void lightNetIsNotCompiled();
    void parametersAreChosen();
    void badOptionsAreRefused_data();
    void badOptionsAreRefused();
    void everyPassIsAStep();
    void whatIsKnownOfVariablesOutlivesChanges();
    void aFailureEndsTheRun();
};

void TstCompile::levelsSwitchPassesOn_data()
{
    QTest::addColumn<QString>("passes");
    const std::string infer = ",InferShape,InferType,";
    const std::string start = "CorrectLayout{inputs=}" + infer;
    const std::string again = "CorrectLayout" + infer;
    const std::string simplify = "SimplifyInference" + infer;
    const std::string prune = "PrecomputePrune{with_parameters_only=1}" + infer;
    const std::string end = ",GraphFuse,GraphCompile";
    const std::string alone = "GraphFindFusibleGroups{opt_level=0}" + end;
    const std::string together = "GraphFindFusibleGroups{opt_level=1}" + end;
    const auto row = [](const char *level, const std::string &passes) {
        QTest::newRow(level) << QString::fromStdString(passes);
    };
    row("0", start + simplify + alone);
    row("1", start + simplify + together);
    row("2", start + simplify + prune + together);
    row("3", start + again + "AlterOpLayout{table=}," + again + simplify + "FoldScaleAxis" + infer
                 + prune + together);
}

void TstCompile::levelsSwitchPassesOn()
{
    QFETCH(QString, passes);
    const std::string level = QTest::currentDataTag();
    QCOMPARE(expanded(PassProbe(), "Compile{opt_level=" + level + "}"), passes);
}

void TstCompile::switchesBeatTheLevel()
{
    const QString passes =
        expanded(PassProbe(), "Compile{opt_level=3,FoldScaleAxis=off,OpFusion=off}");
    QVERIFY(!passes.contains(QLatin1String("FoldScaleAxis")));
    QVERIFY(passes.contains(QLatin1String("{opt_level=0}")));
    QVERIFY(expanded(PassProbe(), "Compile{opt_level=0,FoldScaleAxis=on}")
                .contains(QLatin1String("FoldScaleAxis")));
    QVERIFY(expanded(PassProbe(), "Compile{GraphCompile=off}")
                .endsWith(QLatin1String("GraphFindFusibleGroups{opt_level=1}")));
}

void TstCompile::aDeviceIsCompiledForOurWay()
{
    QCOMPARE(expanded(PassProbe(), "Compile{opt_level=3,target=pocl}"),
             QStringLiteral("InferShape,InferType,RemoveIdentity,InferShape,FoldBatchNorm,"
                            "InferShape,InferType,CorrectLayout{careful=1},InferShape,InferType,"
                            "AlterOpLayout{device=pocl},CorrectLayout{careful=1},"
                            "InferShape,InferType,SimplifyInference{keep_read=1},"
                            "InferShape,InferType,FuseOperators,GraphFuse,"
                            "GraphCompile{target=pocl}"));
    QVERIFY(!expanded(PassProbe(), "Compile{opt_level=3,target=pocl,AlterOpLayout=off}")
                 .contains(QLatin1String("Layout")));
    QVERIFY(expanded(PassProbe(), "Compile{opt_level=0,target=pocl}")
                .contains(QLatin1String("GraphFindFusibleGroups{opt_level=0}")));
}

void TstCompile::lightNetIsNotCompiled()
{
    PassProbe probe;
    probe.graph.setDialect(Dialect::LightNet);
    QCOMPARE(expanded(probe, "Compile{opt_level=3}"), QStringLiteral("InferShape,InferType"));
}

void TstCompile::parametersAreChosen()
{
    PassProbe probe;
    for (const char *name : {"x", "y", "w"}) {
        probe.variable(name);
    }
    const auto parametersOf = [&probe](const std::string &options) {
        const auto expansion = expandPass(parsePipeline("Compile{" + options + "}")->front(),
                                          probe.graph, probe.environment());
        return expansion->inputs.parameters;
    };
    using Names = std::set<std::string, std::less<>>;
    QVERIFY(!parametersOf("").has_value());
    QCOMPARE(*parametersOf("params=w"), Names{"w"});
    QCOMPARE(*parametersOf("data=x; y"), Names{"w"});
}

void TstCompile::badOptionsAreRefused_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("word");
    QTest::newRow("level") << "opt_level=4"
                           << "'4'";
    QTest::newRow("no level") << "opt_level=high"
                              << "'high'";
    QTest::newRow("switch") << "OpFusion=yes"
                            << "'yes'";
    QTest::newRow("variable") << "params=nobody"
                              << "'nobody'";
    QTest::newRow("both") << "params=x,data=x"
                          << "one of them";
    QTest::newRow("option") << "opt_levle=1"
                            << "'opt_level'";
}

void TstCompile::badOptionsAreRefused()
{
    QFETCH(QString, options);
    QFETCH(QString, word);
    PassProbe probe;
    probe.variable("x");
    const PassRun run = probe.run("Compile{" + options.toStdString() + "}");
    QVERIFY(!run.ok);
    QVERIFY2(run.diagnostics.back().message.find(word.toStdString()) != std::string::npos,
             run.diagnostics.back().message.c_str());
}

void TstCompile::everyPassIsAStep()
{
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run("InferShape,Compile{opt_level=3,target=opencl}");
    QVERIFY(run.ok);
    QCOMPARE(run.steps.size(), std::size_t{21});
    QVERIFY(run.steps[0].partOf.empty());
    for (std::size_t i = 1; i < run.steps.size(); ++i) {
        QCOMPARE(run.steps[i].partOf, std::string("Compile"));
        QVERIFY(run.steps[i].graph && run.steps[i].index);
    }
    QCOMPARE(run.steps.back().name, std::string("GraphCompile"));
    QVERIFY(run.steps.back().analyses.find(keys::storageId, run.steps.back().index) != nullptr);
}

void TstCompile::whatIsKnownOfVariablesOutlivesChanges()
{
    // Backward inference tells the shape of the weight; the pass that follows loses all shapes.
    PassProbe probe;
    probe.facts.shapes["x"] = {2, 3};
    const NodeId w = probe.variable("w", {{"shape", "(4, 3)"}});
    const NodeId d = probe.add("dense", "d", {{probe.variable("x")}, {w}},
                               {{"units", "4"}, {"use_bias", "False"}});
    probe.add("dropout", "drop", {{d}});
    const PassRun run = probe.run("Compile{opt_level=3,target=opencl}");
    QVERIFY(run.ok);
    for (const PassResult &step : run.steps) {
        QVERIFY2(step.diagnostics.empty(), step.name.c_str());
    }
}

void TstCompile::aFailureEndsTheRun()
{
    PassProbe probe;
    probe.add("tanh", "a", {{probe.variable("x")}});
    const PassRun run = probe.run("Compile{opt_level=3,target=opencl},InferShape");
    NERVURE_VERIFY_ERROR(run, "shape-unknown",
                         "1 values have no known shape, expected all of them to be known");
    QCOMPARE(run.steps.back().name, std::string("GraphCompile"));
}

NERVURE_TEST(TstCompile)
#include "tst_compile.moc"
