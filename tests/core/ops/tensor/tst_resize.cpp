// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void heightAndWidthChangeWhereverTheyAre()
    {
        QCOMPARE(OpProbe("resize", {{"size", "(7, 9)"}}).outputsFor({{2, 3, 4, 5}})[0],
                 (Shape{2, 3, 7, 9}));
        QCOMPARE(OpProbe("upsampling", {{"scale", "2"}, {"layout", "NHWC"}})
                     .outputsFor({{2, 4, 5, 3}})[0],
                 (Shape{2, 8, 10, 3}));
        QCOMPARE(OpProbe("upsampling", {{"scale", "3"}, {"layout", "NCHW4c"}})
                     .outputsFor({{2, 1, 4, 5, 4}})[0],
                 (Shape{2, 1, 12, 15, 4}));
    }

    void badAttributesAreRefused()
    {
        QVERIFY(OpProbe("resize", {{"size", "(7,)"}}).outputsFor({{2, 3, 4, 5}}).empty());
        QVERIFY(OpProbe("resize", {{"size", "(-7, 3)"}}).outputsFor({{2, 3, 4, 5}}).empty());
        QVERIFY(OpProbe("upsampling", {{"scale", "-1"}}).outputsFor({{2, 3, 4, 5}}).empty());
        QVERIFY(OpProbe("upsampling", {{"scale", "2"}, {"layout", "NC"}})
                    .outputsFor({{2, 3, 4, 5}})
                    .empty());
        QVERIFY(OpProbe("upsampling", {{"scale", "9000000000000000000"}})
                    .outputsFor({{2, 3, 4, 5}})
                    .empty());
    }

    void fewerDimensionsPassInExactSemantics()
    {
        const AttrDict attrs{{"scale", "2"}};
        QCOMPARE(OpProbe("upsampling", attrs).outputsFor({{2, 3}})[0], (Shape{2, 3}));
        QVERIFY(OpProbe::fixed("upsampling", attrs).outputsFor({{2, 3}}).empty());
    }

    void unknownSizesPassThrough()
    {
        QCOMPARE(OpProbe("upsampling", {{"scale", "2"}})
                     .outputsFor({{unknownSize, 3, unknownSize, 5}})[0],
                 (Shape{unknownSize, 3, unknownSize, 10}));
        QCOMPARE(OpProbe("upsampling", {{"scale", "2"}}).outputsFor({{}}), Shapes{{}});
    }

    void theNearestPixelIsRepeated()
    {
        QCOMPARE(OpProbe("upsampling", {{"scale", "2"}}).firstOutput({counted({1, 1, 1, 2})}),
                 (std::vector<float>{1, 1, 2, 2, 1, 1, 2, 2}));
        QCOMPARE(OpProbe("upsampling", {{"scale", "2"}, {"layout", "NHWC"}})
                     .firstOutput({counted({1, 1, 1, 2})}),
                 (std::vector<float>{1, 2, 1, 2, 1, 2, 1, 2}));
    }

    /// NNVM reads outside of the input unless it fits a whole number of times.
    void nearestWantsWholeRatiosInExactSemantics()
    {
        const AttrDict larger{{"size", "(1, 5)"}, {"method", "NEAREST_NEIGHBOR"}};
        const AttrDict smaller{{"size", "(1, 1)"}, {"method", "NEAREST_NEIGHBOR"}};
        const std::vector<FloatTensor> in{counted({1, 1, 1, 2})};
        QVERIFY(OpProbe("resize", larger).firstOutput(in).empty());
        QVERIFY(OpProbe("resize", smaller).firstOutput(in).empty());
        QCOMPARE(OpProbe::fixed("resize", larger).firstOutput(in),
                 (std::vector<float>{1, 1, 1, 2, 2}));
        QCOMPARE(OpProbe::fixed("resize", smaller).firstOutput(in), (std::vector<float>{1}));
    }

    void bilinearMixesNeighbors()
    {
        OpProbe op("resize", {{"size", "(1, 4)"}});
        QCOMPARE(op.firstOutput({counted({1, 1, 1, 2})}), (std::vector<float>{1, 1.5, 2, 2}));
        OpProbe aligned("resize", {{"size", "(1, 3)"}, {"align_corners", "True"}});
        QCOMPARE(aligned.firstOutput({counted({1, 1, 1, 2})}), (std::vector<float>{1, 1.5, 2}));
        OpProbe single("resize", {{"size", "(1, 1)"}, {"align_corners", "True"}});
        QCOMPARE(single.firstOutput({counted({1, 1, 1, 2})}), (std::vector<float>{1}));
        OpProbe last("resize", {{"size", "(2, 1)"}, {"layout", "NHWC"}});
        QCOMPARE(last.firstOutput({counted({1, 1, 1, 2})}), (std::vector<float>{1, 2, 1, 2}));
    }

    void cornersAreForBilinear()
    {
        OpProbe op("resize",
                   {{"size", "(2, 4)"}, {"method", "NEAREST_NEIGHBOR"}, {"align_corners", "True"}});
        QVERIFY(op.firstOutput({counted({1, 1, 1, 2})}).empty());
    }

    void otherLayoutsCannotBeRun()
    {
        OpProbe op("upsampling", {{"scale", "2"}, {"layout", "HWCN"}});
        QCOMPARE(op.outputsFor({{1, 2, 1, 1}})[0], (Shape{2, 4, 1, 1}));
        QVERIFY(op.firstOutput({counted({1, 2, 1, 1})}).empty());
    }

    void theAttributeIsTheLayout()
    {
        OpProbe op("resize", {{"size", "(2, 4)"}, {"layout", "NHWC"}});
        QCOMPARE(askLayout(op, {"NCHW"}), (LayoutAnswer{{"NHWC"}, {"NHWC"}, {}}));
        QCOMPARE(askLayout(OpProbe("upsampling", {{"scale", "2"}}), {"-"}),
                 (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
    }
};

NERVURE_TEST(TstResize)
#include "tst_resize.moc"
