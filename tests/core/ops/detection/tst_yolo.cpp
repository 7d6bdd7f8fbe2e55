// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

namespace {

AttrDict regionAttrs(const char *softmax = "1", const char *background = "0")
{
    return {{"n", "1"},
            {"classes", "2"},
            {"coords", "2"},
            {"background", background},
            {"softmax", softmax}};
}

float sigmoid(float number)
{
    return 1 / (1 + std::exp(-number));
}

} // namespace

class TstYolo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reorgTurnsSizeIntoChannels()
    {
        OpProbe op("yolo_reorg", {{"stride", "2"}});
        QCOMPARE(op.outputsFor({{1, 4, 8, 6}})[0], (Shape{1, 16, 4, 3}));
        QVERIFY(op.outputsFor({{4, 8, 6}}).empty());
        QVERIFY(OpProbe("yolo_reorg", {{"stride", "0"}}).outputsFor({{1, 4, 8, 6}}).empty());
        QVERIFY(OpProbe("yolo_reorg", {{"stride", "-2"}}).outputsFor({{1, 4, 8, 6}}).empty());
        QVERIFY(
            OpProbe("yolo_reorg", {{"stride", "4000000000"}}).outputsFor({{1, 4, 8, 6}}).empty());
    }

    void oddSizesAreRefusedInFixedSemantics()
    {
        const AttrDict attrs{{"stride", "2"}};
        QCOMPARE(OpProbe("yolo_reorg", attrs).outputsFor({{1, 5, 7, 6}})[0], (Shape{1, 20, 3, 3}));
        QVERIFY(OpProbe::fixed("yolo_reorg", attrs).outputsFor({{1, 5, 7, 6}}).empty());
    }

    void reorgReadsTheInputAsALargerImage()
    {
        OpProbe op("yolo_reorg", {{"stride", "2"}});
        QCOMPARE(op.firstOutput({counted({1, 4, 2, 2})}),
                 (std::vector<float>{1, 3, 9, 11, 2, 4, 10, 12, 5, 7, 13, 15, 6, 8, 14, 16}));
        const std::vector<float> batch = op.firstOutput({counted({2, 4, 2, 2})});
        QCOMPARE(batch.size(), std::size_t(32));
        QCOMPARE(batch[16], 17.0F);
    }

    void reorgNeedsEnoughChannels()
    {
        OpProbe op("yolo_reorg", {{"stride", "2"}});
        QCOMPARE(op.firstOutput({counted({1, 5, 2, 2})}).back(), 19.0F);
        QVERIFY(op.firstOutput({counted({1, 3, 2, 2})}).empty());
    }

    void regionSquashesAndNormalizes()
    {
        OpProbe op("yolo_region", regionAttrs());
        const std::vector<float> out = op.firstOutput({{{1, 5, 1, 1}, {1, 2, 3, 0, 1}}});
        QCOMPARE(out.size(), std::size_t(5));
        QCOMPARE(out[0], sigmoid(1));
        QCOMPARE(out[1], sigmoid(2));
        QCOMPARE(out[2], sigmoid(3));
        QCOMPARE(out[3], 1 / (1 + std::exp(1.0F)));
        QCOMPARE(out[3] + out[4], 1.0F);
    }

    void regionDoesWhatItsSwitchesSay()
    {
        const FloatTensor in{{1, 5, 1, 1}, {1, 2, 3, 0, 1}};
        const std::vector<float> some =
            OpProbe("yolo_region", regionAttrs("0", "1")).firstOutput({in});
        QCOMPARE(some[0], sigmoid(1)); // QCOMPARE of single numbers forgives the last bit
        QCOMPARE(some[1], sigmoid(2));
        QCOMPARE(std::vector(some.begin() + 2, some.end()), (std::vector<float>{3, 0, 1}));
        const std::vector<float> all =
            OpProbe("yolo_region", regionAttrs("1", "1")).firstOutput({in});
        QVERIFY(std::abs(all[2] + all[3] + all[4] - 1) < 1e-6F);
    }

    void regionLooksAtItsAttributesWhenItRuns()
    {
        OpProbe op("yolo_region", regionAttrs("True"));
        QVERIFY(op.diagnostics.empty());
        QCOMPARE(op.outputsFor({{1, 5, 1, 1}})[0], (Shape{1, 5, 1, 1}));
        QVERIFY(op.firstOutput({counted({1, 5, 1, 1})}).empty());
        QVERIFY(OpProbe("yolo_region").firstOutput({counted({1, 5, 1, 1})}).empty());
        QVERIFY(OpProbe("yolo_region", regionAttrs()).firstOutput({counted({1, 6, 1, 1})}).empty());
    }

    void regionTellsNothingOfItsInput()
    {
        Shapes in{{}};
        QVERIFY(OpProbe("yolo_region").infer(in, {{1, 5, 1, 1}}).ok());
        QVERIFY(!in[0].hasRank());
        QVERIFY(OpProbe("yolo_region").outputsFor({{1, 5, 1, 1}, {1, 5, 1, 1}}).empty());
    }

    /// As NNVM has it: a second input that is not there, and a gradient for it.
    void regionHasTheRulesOfTwoInputs()
    {
        OpProbe op("yolo_region");
        QCOMPARE(op.spec()->inplace(op.rule()), (OpSpec::InplacePairs{{0, 0}, {1, 0}}));
        QCOMPARE(RewriteProbe(op, 1).gradient(), std::string("-> g0, g0"));
        QVERIFY(!op.spec()->rewrites->layout);
    }
};

NERVURE_TEST(TstYolo)
#include "tst_yolo.moc"
