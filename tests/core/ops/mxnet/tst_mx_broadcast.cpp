// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxBroadcast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void axesRepeat()
    {
        const auto result = MXNetProbe("broadcast_axis", {{"axis", "0"}, {"size", "2"}})
                                .computed({{{1, 2}, {1, 2}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, 1, 2}));
    }

    void zeroKeepsTheSize()
    {
        QCOMPARE(MXNetProbe("broadcast_to", {{"shape", "(0, 4)"}}).outputsFor({{2, 1}}),
                 (Shapes{{2, 4}}));
    }

    void onlyOnesRepeat()
    {
        QVERIFY(MXNetProbe("broadcast_to", {{"shape", "(4, 4)"}}).outputsFor({{2, 1}}).empty());
    }

    void axesOfTwoInputs()
    {
        QCOMPARE(MXNetProbe("broadcast_like", {{"lhs_axes", "(0,)"}, {"rhs_axes", "(-1,)"}})
                     .outputsFor({{1, 3}, {5, 7, 9}}),
                 (Shapes{{9, 3}}));
    }

    void tilesTheWhole()
    {
        const auto result = MXNetProbe("tile", {{"reps", "(2, 1, 2)"}}).computed({{{2}, {1, 2}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, 1, 2, 1, 2, 1, 2}));
        QCOMPARE(result->shape, (Shape{2, 1, 4}));
    }

    void repeatsEachElement()
    {
        const auto result = MXNetProbe("repeat", {{"repeats", "2"}, {"axis", "-1"}})
                                .computed({{{2, 2}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 1, 2, 2, 3, 3, 4, 4}));
        QCOMPARE(result->shape, (Shape{2, 4}));
    }
};

NERVURE_TEST(TstMxBroadcast)
#include "tst_mx_broadcast.moc"
