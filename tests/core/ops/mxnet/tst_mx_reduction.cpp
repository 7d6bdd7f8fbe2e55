// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstMxReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allWithoutAnAxis()
    {
        const auto result = MXNetProbe("sum").computed({{{2, 2}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{10}));
        QCOMPARE(result->shape, (Shape{1}));
    }

    void excludedAxesStay()
    {
        QCOMPARE(
            MXNetProbe("mean", {{"axis", "(1, -1)"}, {"exclude", "True"}, {"keepdims", "True"}})
                .outputsFor({{2, 3, 4}}),
            (Shapes{{1, 3, 4}}));
    }

    void anAxisNamedTwiceIsRefused()
    {
        QVERIFY(MXNetProbe("sum", {{"axis", "(1, -1)"}}).outputsFor({{2, 3}}).empty());
    }

    void nothingToReduceCopies()
    {
        QCOMPARE(MXNetProbe("max", {{"axis", "(0, 1)"}, {"exclude", "1"}}).lowersTo({{2, 3}}),
                 std::string("copy"));
    }

    void nanCountsAsNothing()
    {
        const auto result = MXNetProbe("nansum", {{"axis", "1"}}).computed({{{1, 3}, {NAN, 1, 2}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, std::vector<float>{3});
    }

    void lengthOfAVector()
    {
        const auto result = MXNetProbe("norm").computed({{{2}, {3, -4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{5}));
    }

    void positionOfTheFirstLargest()
    {
        const auto result = MXNetProbe("argmax", {{"axis", "-1"}, {"keepdims", "True"}})
                                .computed({{{2, 3}, {1, 5, 5, 7, 0, 1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 0}));
        QCOMPARE(result->shape, (Shape{2, 1}));
    }

    void channelsAreDimensionOne()
    {
        QCOMPARE(MXNetProbe("argmax_channel").outputsFor({{2, 3, 4}}), (Shapes{{2, 4}}));
    }

    void meanAndVariance()
    {
        const MXNetProbe probe("moments", {{"axes", "(1,)"}});
        const FloatTensor data{{2, 3}, {3, 1, 2, 5, 9, 7}};
        const auto result = probe.computed({data}, 1);
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0.6666667F, 2.6666667F}));
        QCOMPARE(probe.outputsFor({{2, 3}}), (Shapes{{2}, {2}}));
    }
};

NERVURE_TEST(TstMxReduction)
#include "tst_mx_reduction.moc"
