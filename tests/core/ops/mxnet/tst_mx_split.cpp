// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsHaveNumbers()
    {
        QCOMPARE(MXNetProbe("SliceChannel", {{"num_outputs", "2"}}).outputCount(), std::size_t{2});
        QCOMPARE(MXNetProbe("SliceChannel", {{"num_outputs", "2"}, {"squeeze_axis", "True"}})
                     .outputsFor({{3, 2}}),
                 (Shapes{{3}, {3}}));
    }

    void theWholeFollowsFromAPart()
    {
        Shapes in{{unknownSize, unknownSize}};
        QVERIFY(bool(MXNetProbe("SliceChannel", {{"num_outputs", "2"}, {"axis", "0"}})
                         .infer(in, {{2, 3}, {}})));
        QCOMPARE(in[0], (Shape{4, 3}));
    }

    void anUnknownSizeIsNoFault()
    {
        QCOMPARE(MXNetProbe("SliceChannel", {{"num_outputs", "2"}}).outputsFor({{3, unknownSize}}),
                 (Shapes{{3, unknownSize}, {3, unknownSize}}));
    }

    void unequalPartsAreRefused()
    {
        QVERIFY(MXNetProbe("SliceChannel", {{"num_outputs", "2"}}).outputsFor({{2, 3}}).empty());
    }

    void aPartByItsNumber()
    {
        const auto result = MXNetProbe("SliceChannel", {{"num_outputs", "2"}})
                                .computed({{{1, 4}, {1, 2, 3, 4}}}, 1);
        QVERIFY(bool(result));
        QCOMPARE(result->data, (std::vector<float>{3, 4}));
    }

    void cutAtPositions()
    {
        const MXNetProbe probe("_split_v2", {{"indices", "[0, 1]"}});
        const FloatTensor data{{2, 3}, {3, 1, 2, 5, 9, 7}};
        const auto result = probe.computed({data}, 1);
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->shape, (Shape{2, 2}));
        QCOMPARE(result->data, (std::vector<float>{1, 2, 9, 7}));
        QCOMPARE(probe.outputsFor({{2, 3}}), (Shapes{{2, 1}, {2, 2}}));
    }

    void equalParts()
    {
        QCOMPARE(
            MXNetProbe("_split_v2", {{"indices", "[]"}, {"sections", "2"}}).outputsFor({{3, 4}}),
            (Shapes{{3, 2}, {3, 2}}));
        QCOMPARE(
            MXNetProbe(
                "_split_v2",
                {{"indices", "[]"}, {"sections", "3"}, {"axis", "0"}, {"squeeze_axis", "True"}})
                .outputsFor({{3, 4}}),
            (Shapes{{4}, {4}, {4}}));
    }

    void positionsMustRise()
    {
        QVERIFY(MXNetProbe("_split_v2", {{"indices", "[0, 3, 2]"}}).outputsFor({{2, 4}}).empty());
        QVERIFY(MXNetProbe("_split_v2", {{"indices", "[]"}, {"sections", "3"}})
                    .outputsFor({{2, 4}})
                    .empty());
    }
};

NERVURE_TEST(TstMxSplit)
#include "tst_mx_split.moc"
