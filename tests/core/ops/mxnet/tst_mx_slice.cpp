// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsOfEachDimension()
    {
        const auto result = MXNetProbe("slice", {{"begin", "(None, 1)"}, {"end", "(1, None)"}})
                                .computed({{{2, 3}, {1, 2, 3, 4, 5, 6}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{2, 3}));
    }

    void stepsGoBack()
    {
        const auto result =
            MXNetProbe("slice", {{"begin", "(None,)"}, {"end", "(None,)"}, {"step", "(-2,)"}})
                .computed({{{5}, {1, 2, 3, 4, 5}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{5, 3, 1}));
    }

    void nothingIsRefused()
    {
        QVERIFY(
            MXNetProbe("slice", {{"begin", "(2,)"}, {"end", "(2,)"}}).outputsFor({{5}}).empty());
    }

    void nothingIsLeftOfASizeOf0()
    {
        const MXNetProbe slice("slice", {{"begin", "(0, 1)"}, {"end", "(1, 2)"}});
        QCOMPARE(slice.outputsFor({{0, 3}}), (Shapes{{0, 1}}));
        QCOMPARE(slice.outputsFor({{unknownSize, 3}}), (Shapes{{unknownSize, 1}}));
    }

    void oneDimension()
    {
        QCOMPARE(MXNetProbe("slice_axis", {{"axis", "-1"}, {"begin", "-2"}, {"end", "None"}})
                     .outputsFor({{2, 5}}),
                 (Shapes{{2, 2}}));
    }

    void asLargeAsAnother()
    {
        const auto result = MXNetProbe("slice_like", {{"axes", "(1,)"}})
                                .computed({{{2, 2}, {1, 2, 3, 4}}, {{1, 1}, {0}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 3}));
        QCOMPARE(result->shape, (Shape{2, 1}));
    }
};

NERVURE_TEST(TstMxSlice)
#include "tst_mx_slice.moc"
