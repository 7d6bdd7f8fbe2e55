// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

OpProbe slice(const char *begin, const char *end, const char *stride = "()")
{
    return OpProbe("strided_slice", {{"begin", begin}, {"end", end}, {"stride", stride}});
}

} // namespace

class TstStridedSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesAreHeldAtTheEnds()
    {
        QCOMPARE(slice("(0, 1)", "(9, 3)").outputsFor({{4, 5}})[0], (Shape{4, 2}));
        QCOMPARE(slice("(-2,)", "(4,)").outputsFor({{4, 5}})[0], (Shape{2, 5}));
        QCOMPARE(slice("(0, 0)", "(4, -5)", "(1, -1)").outputsFor({{4, 4}})[0], (Shape{4, 1}));
        QCOMPARE(slice("(0,)", "(5,)", "(2,)").outputsFor({{5}})[0], (Shape{3}));
        QCOMPARE(slice("(0,)", "(5,)", "(9000000000000000000,)").outputsFor({{5}})[0], (Shape{1}));
    }

    void emptySlicesAreRefused()
    {
        QVERIFY(slice("(0,)", "(0,0)").outputsFor({{4, 5}}).empty());
        QVERIFY(slice("(0,)", "(4,)", "(-1,)").outputsFor({{4}}).empty());
        QVERIFY(slice("(0,)", "(4,)", "(0,)").outputsFor({{4}}).empty());
        QVERIFY(slice("(0,)", "(4,)").outputsFor({{unknownSize}}).empty());
    }

    void stridesMayBeNegative()
    {
        QCOMPARE(slice("(0, 3)", "(2, 0)", "(1, -2)").firstOutput({counted({2, 4})}),
                 (std::vector<float>{4, 2, 8, 6}));
        QCOMPARE(slice("(1,)", "(2,)").firstOutput({counted({2, 2})}), (std::vector<float>{3, 4}));
    }

    void nothingIsLearntFromUnknownInputs()
    {
        QCOMPARE(slice("(0,)", "(1,)").outputsFor({{}}), Shapes{{}});
        OpProbe op = OpProbe::fixed("strided_slice", {{"begin", "(0,)"}, {"end", "(1,)"}});
        QCOMPARE(op.outputsFor({{unknownSize, 3}}), Shapes{{}});
    }

    void theLayoutIsPassedOn()
    {
        QCOMPARE(askLayout(slice("(0,)", "(1,)"), {"NCHW4c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW4c"}, {"NCHW4c"}, {}}));
    }

    void sliceLikeTakesTheFirstPart()
    {
        QCOMPARE(OpProbe("slice_like").outputsFor({{4, 5, 6}, {2, 3}})[0], (Shape{2, 3, 6}));
        OpProbe op("slice_like", {{"axis", "(-1,)"}});
        QCOMPARE(op.outputsFor({{4, 5}, {9, 2}})[0], (Shape{4, 2}));
        QCOMPARE(op.firstOutput({counted({2, 3}), counted({1, 2})}),
                 (std::vector<float>{1, 2, 4, 5}));
    }

    void sliceLikeMustFit()
    {
        QVERIFY(OpProbe("slice_like").outputsFor({{4, 5}, {4, 6}}).empty());
        QVERIFY(OpProbe("slice_like", {{"axis", "(1,)"}}).outputsFor({{4, 5}, {4}}).empty());
        QVERIFY(OpProbe("slice_like", {{"axis", "(2,)"}}).outputsFor({{4, 5}, {4, 5, 6}}).empty());
    }

    void sliceLikeOfAnUnknownSizeWaitsInFixedSemantics()
    {
        QVERIFY(OpProbe("slice_like").outputsFor({{unknownSize, 5}, {4, 2}}).empty());
        QCOMPARE(OpProbe::fixed("slice_like").outputsFor({{unknownSize, 5}, {4, 2}}),
                 (Shapes{{4, 2}}));
        QCOMPARE(OpProbe::fixed("slice_like").outputsFor({{}, {4, 2}}), Shapes{{}});
    }

    void sliceLikeFollowsTheLeftLayout()
    {
        QCOMPARE(askLayout(OpProbe("slice_like"), {"NCHW4c", "NCHW"}),
                 (LayoutAnswer{{"NCHW4c", "NCHW4c"}, {"NCHW4c"}, {}}));
    }

    void emptySlicesHaveNoElementsInFixedSemantics()
    {
        OpProbe op = OpProbe::fixed("strided_slice", {{"begin", "(2, 0)"}, {"end", "(1, 3)"}});
        QCOMPARE(op.outputsFor({{4, 3}}), (Shapes{{0, 3}}));
        QCOMPARE(op.outputsFor({{0, 3}}), (Shapes{{0, 3}}));
        std::vector<FloatTensor> in{counted({4, 3})};
        QVERIFY(op.run(in).ok());
    }
};

NERVURE_TEST(TstStridedSlice)
#include "tst_strided_slice.moc"
