// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstInferShape : public QObject {
    Q_OBJECT

    static QString trailsOf(const PassRun &run)
    {
        std::string text;
        for (const Diagnostic &finding : run.diagnostics) {
            if (finding.trails) {
                for (const ValueTrail &trail : *finding.trails) {
                    text += trailText(trail) + '\n';
                }
            }
        }
        return QString::fromStdString(text);
    }

private Q_SLOTS:
    void hintsAreShapesInTheMiddle()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        probe.add("flatten", "f", {{a}});
        const PassRun run = probe.run("InferShape{shape_hints=a=2x3x4}");
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 3, 4}, {2, 3, 4}, {2, 12}}));
        NERVURE_VERIFY_ERROR(probe.run("InferShape{shape_hints=a}"), "option-invalid",
                             "option shape_hints holds 'a', expected NODE=1x3x224x224");
        NERVURE_VERIFY_ERROR(probe.run("InferShape{shape_hints=a=2xb}"), "option-invalid",
                             "option shape_hints holds 'a=2xb', expected NODE=1x3x224x224");
        NERVURE_VERIFY_ERROR(probe.run("InferShape{shape_hints=b=2}"), "option-invalid",
                             "there is no 'b', expected a node of the graph or NODE:OUTPUT");
    }

    void variablesMayHoldTheirShapeUnderAnotherKey()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x", {{"shape", "(1, 2)"}, {"size", "(3,)"}})}});
        const auto shape = [](const PassRun &run) {
            return PassProbe::valueOf(run, keys::shape)[1];
        };
        QCOMPARE(shape(probe.run("InferShape{shape_attr_key=size}")), (Shape{3}));
        probe.graph.setAttrs({{"shape_attr_key", "str", "\"size\""}});
        QCOMPARE(shape(probe.run("InferShape")), (Shape{3}));
        probe.graph.setAttrs({{"shape_attr_key", "str", "\"\""}});
        QCOMPARE(shape(probe.run("InferShape")), Shape());
    }

    void trailsLeadFromWhereValuesWereGivenToTheContradiction()
    {
        PassProbe probe;
        const NodeId conv =
            probe.add("conv2d", "conv", {{probe.variable("x")}, {probe.variable("w")}},
                      {{"channels", "4"}, {"kernel_size", "(3, 3)"}, {"use_bias", "False"}});
        const NodeId act = probe.add("relu", "act", {{conv}});
        const NodeId other = probe.add("relu", "other", {{probe.variable("y")}});
        probe.add("elemwise_add", "sum", {{act}, {other}});
        probe.facts.shapes = {{"x", {1, 3, 8, 8}}, {"w", {4, 3, 3, 3}}, {"y", {1, 4, 8, 8}}};
        const PassRun run = probe.run("InferShape");
        QCOMPARE(trailsOf(run), QStringLiteral("lhs is 1×4×6×6: 1×3×8×8 from 'x', 1×4×6×6 by "
                                               "'conv', 1×4×6×6 by 'act'\n"
                                               "rhs is 1×4×8×8: 1×4×8×8 from 'y', 1×4×8×8 by "
                                               "'other'\n"));
    }

    void trailsGoThroughRulesThatLookBackward()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId w = probe.variable("w");
        probe.add("relu", "unit", {{w}});
        const NodeId first =
            probe.add("dense", "first", {{x}, {w}}, {{"units", "4"}, {"use_bias", "False"}});
        const NodeId second = probe.add("dense", "second", {{probe.variable("y")}, {w}},
                                        {{"units", "4"}, {"use_bias", "False"}});
        probe.graph.setHeads({{first}, {second}});
        probe.facts.shapes = {{"x", {2, 3}}, {"y", {2, 5}}};
        QVERIFY2(trailsOf(probe.run("InferShape"))
                     .contains(QStringLiteral("weight is 4×3: 2×3 from 'x', 4×3 by 'first'\n")),
                 qPrintable(trailsOf(probe.run("InferShape"))));
    }

    void whatIsReadWhereItWasGivenNeedsNoTrail()
    {
        PassProbe probe;
        probe.add("elemwise_add", "sum", {{probe.variable("x")}, {probe.variable("y")}});
        probe.facts.shapes = {{"x", {1}}, {"y", {2}}};
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.diagnostics.empty());
        QVERIFY(!run.diagnostics.front().trails);
    }

    void moreShapesThanInputsAreAnError()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape_inputs", "list_shape", "[[1], [2]]"}});
        QCOMPARE(probe.run("InferShape").diagnostics.front().code, std::string("graph-attr"));
    }

    void shapesFlowForward()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        probe.add("flatten", "f", {{probe.add("relu", "r", {{x}})}});
        probe.facts.shapes["x"] = {2, 3, 4};
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 3, 4}, {2, 3, 4}, {2, 12}}));
        QCOMPARE(PassProbe::valueOf(run, keys::shapeUnknown), std::int64_t{0});
    }

    void shapesFlowBackwardFromTheGraphsOwnAttribute()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape", "list_shape", "[[], [2, 4]]"}});
        const PassRun run = probe.run("InferShape");
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 4}, {2, 4}}));
    }

    void aGivenShapeBeatsTheVariablesAttribute()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x", {{"shape", "(1, 2)"}})}});
        QCOMPARE(PassProbe::valueOf(probe.run("InferShape"), keys::shape)[1], (Shape{1, 2}));
        probe.facts.shapes["x"] = {7};
        QCOMPARE(PassProbe::valueOf(probe.run("InferShape"), keys::shape)[1], (Shape{7}));
    }

    void aBadShapeAttributeFails()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x", {{"shape", "abc"}})}});
        const PassRun run = probe.run("InferShape");
        NERVURE_VERIFY_ERROR(run, "attr-invalid",
                             "variable 'x': attribute 'shape' is 'abc', expected a shape such");
        QCOMPARE(run.diagnostics.front().where.attribute, std::string("shape"));
    }

    void sizesThatCouldOverflowAreRefused()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        for (const std::int64_t size : {std::int64_t{-2}, std::int64_t{1} << 62}) {
            probe.facts.shapes["x"] = {1, size};
            QCOMPARE(probe.run("InferShape").diagnostics.front().code, std::string("shape-size"));
        }
    }

    void missingShapesAreCountedAndNamed()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shapeUnknown), std::int64_t{2});
        QCOMPARE(run.diagnostics.front().message,
                 std::string("the shape of these inputs is unknown: 'x'"));
    }

    void aRuleThatFailsNamesItsNode()
    {
        PassProbe probe;
        probe.add("elemwise_add", "sum", {{probe.variable("x")}, {probe.variable("y")}});
        probe.facts.shapes = {{"x", {2, 3}}, {"y", {2, 3, 1}}};
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.ok);
        QCOMPARE(run.diagnostics.front().message,
                 std::string("elemwise_add 'sum': input 1 is [2,3,1], expected [2,3]; lhs is [2,3] "
                             "from 'x', rhs is [2,3,1] from 'y'"));
        QCOMPARE(run.diagnostics.front().where.node, std::string("sum"));
    }

    void aContradictionNamesWhatWantedAShape()
    {
        PassProbe probe;
        const NodeId weight = probe.variable("w");
        const AttrDict attrs{{"units", "4"}, {"use_bias", "False"}};
        probe.add("dense", "first", {{probe.variable("x")}, {weight}}, attrs);
        probe.add("dense", "second", {{probe.variable("y")}, {weight}}, attrs);
        probe.graph.setHeads({{probe.graph.findByName("first").value()},
                              {probe.graph.findByName("second").value()}});
        probe.facts.shapes = {{"x", {2, 3}}, {"y", {2, 5}}};
        const PassRun run = probe.run("InferShape");
        QVERIFY(!run.ok);
        const std::string &message = run.diagnostics.front().message;
        QVERIFY2(
            message.find("data is [2,5] from 'y', weight is [4,3] from 'w', which 'first' wants "
                         "so")
                != std::string::npos,
            message.c_str());
    }

    /// It costs what depends on it; shapes that are given or found before it stay.
    void aFaultCostsWhatDependsOnIt()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId before = probe.add("relu", "before", {{x}});
        const NodeId wrong = probe.add("elemwise_add", "wrong", {{before}, {probe.variable("y")}});
        const NodeId behind = probe.add("relu", "behind", {{wrong}});
        const NodeId beside = probe.add("flatten", "beside", {{before}});
        probe.graph.setHeads({{behind}, {beside}});
        probe.facts.shapes = {{"x", {2, 3, 4}}, {"y", {7}}};
        const PassRun run = probe.run("InferShape");
        NERVURE_VERIFY_ERROR(run, "infer-mismatch",
                             "elemwise_add 'wrong': input 1 is [7], expected [2,3,4]; lhs is");
        QCOMPARE(run.diagnostics.size(), std::size_t{1});
        const auto shapeOf = [&run](NodeId id) {
            return PassProbe::valueOf(run,
                                      keys::shape)[run.index->entryId(*run.index->find(id), 0)];
        };
        QCOMPARE(shapeOf(x), (Shape{2, 3, 4}));
        QCOMPARE(shapeOf(before), (Shape{2, 3, 4}));
        QCOMPARE(shapeOf(beside), (Shape{2, 12}));
        QCOMPARE(shapeOf(wrong), Shape());
        QCOMPARE(shapeOf(behind), Shape());
    }

    void aBadAttributeCostsWhatDependsOnIt()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId before = probe.add("relu", "before", {{x}});
        const NodeId wrong = probe.add("leaky_relu", "wrong", {{before}}, {{"alpha", "much"}});
        probe.graph.setHeads({{wrong}});
        probe.facts.shapes = {{"x", {2, 3}}};
        PassEnvironment environment = probe.environment();
        environment.keepsGoing = true;
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
        const PassRun run = runPasses(probe.graph, passes, environment);
        NERVURE_VERIFY_ERROR(run, "attr-invalid",
                             "leaky_relu 'wrong': attribute 'alpha' is 'much', expected a number");
        QCOMPARE(run.diagnostics.size(), std::size_t{1});
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{2, 3}, {2, 3}, {}}));
        QCOMPARE(PassProbe::valueOf(run, keys::dtype),
                 (DTypes{DType::Float32, DType::Float32, DType::Unknown}));
    }

    void aGivenShapeThatCannotBeCostsItself()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        const NodeId r = probe.graph.findByName("r").value();
        const NodeId s = probe.add("relu", "s", {{probe.variable("y")}});
        probe.graph.setHeads({{r}, {s}});
        probe.facts.shapes = {{"x", {-2, 3}}, {"y", {2, 3}}};
        const PassRun run = probe.run("InferShape");
        NERVURE_VERIFY_ERROR(run, "shape-size",
                             "'x' has shape [-2,3], expected dimensions from 0 to 1099511627776");
        QCOMPARE(PassProbe::valueOf(run, keys::shape), (Shapes{{}, {}, {2, 3}, {2, 3}}));
    }

    void aWeightThatContradictsItsConvolutionIsAWarning()
    {
        PassProbe probe;
        probe.add("conv2d", "conv", {{probe.variable("x")}, {probe.variable("w")}},
                  {{"channels", "64"}, {"kernel_size", "(7, 7)"}, {"use_bias", "False"}});
        probe.facts.shapes = {{"x", {1, 3, 224, 224}}, {"w", {64, 4, 7, 7}}};
        probe.graph.setAttrs(
            {{"shape", "list_shape", "[[1, 3, 224, 224], [64, 4, 7, 7], [1, 64, 218, 218]]"}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(run.diagnostics.size(), std::size_t{1});
        QCOMPARE(run.diagnostics.front().severity, Severity::Warning);
        const std::string &message = run.diagnostics.front().message;
        for (const char *part : {"[64,4,7,7]", "[64,3,7,7]", "from 'x'", "from 'w'"}) {
            QVERIFY2(message.find(part) != std::string::npos, message.c_str());
        }
    }

    void contradictionsThatNnvmNeverSeesAreWarningsOrErrors()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.graph.setAttrs({{"shape", "list_shape", "[[2, 3], [2, 4]]"}});
        PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(run.diagnostics.front().severity, Severity::Warning);
        probe.semantics = Semantics::Fixed;
        run = probe.run("InferShape");
        NERVURE_VERIFY_ERROR(run, "infer-mismatch",
                             "relu 'r': output 0 is [2,4], expected [2,3]; data is [2,3] from");
    }

    void whatTheRulesOfNnvmMissIsAWarning()
    {
        PassProbe probe;
        probe.add("transpose", "t", {{probe.variable("x")}}, {{"axes", "(0, 0)"}});
        probe.facts.shapes["x"] = {2, 3};
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(run.diagnostics.front().severity, Severity::Warning);
    }

    void anEntryBeyondTheGraphIsAnError()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x"), 9}});
        NERVURE_VERIFY_ERROR(probe.run("InferShape"), "entry-index",
                             "relu 'r': input 0 is output 9 of 'x', which has 1");
    }

    void aSelfCycleStaysUnknown()
    {
        PassProbe probe;
        probe.add("relu", "a", {{NodeId{0}}});
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shapeUnknown), std::int64_t{1});
    }

    void unknownOperatorsLeaveTheirOutputsOpen()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.add("mystery", "m", {{probe.variable("x")}})}});
        probe.facts.shapes["x"] = {2};
        const PassRun run = probe.run("InferShape");
        QVERIFY(run.ok);
        QCOMPARE(PassProbe::valueOf(run, keys::shapeUnknown), std::int64_t{2});
    }

    void aNameThatNoInputHasIsMentioned()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.facts.shapes = {{"x", {1}}, {"y", {1}}};
        QCOMPARE(probe.run("InferShape").diagnostics.front().code, std::string("input-unknown"));
    }
};

NERVURE_TEST(TstInferShape)
#include "tst_infer_shape.moc"
