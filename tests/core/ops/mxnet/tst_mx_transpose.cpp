// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxTranspose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reversesWithoutAxes()
    {
        const auto result = MXNetProbe("transpose").computed({{{2, 2}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 3, 2, 4}));
    }

    void shapesFlowBack()
    {
        Shapes in{{}};
        QVERIFY(bool(MXNetProbe("transpose", {{"axes", "(2, 0, 1)"}}).infer(in, {{4, 2, 3}})));
        QCOMPARE(in[0], (Shape{2, 3, 4}));
    }

    void aScalarStaysOne()
    {
        QCOMPARE(MXNetProbe("transpose").outputsFor({Shape::scalar()}), (Shapes{Shape::scalar()}));
    }

    void onlyPermutations()
    {
        QVERIFY(MXNetProbe("transpose", {{"axes", "(0, 0)"}}).outputsFor({{2, 3}}).empty());
    }

    void twoDimensionsSwap()
    {
        QCOMPARE(MXNetProbe("SwapAxis", {{"dim1", "0"}, {"dim2", "-1"}}).outputsFor({{2, 3, 4}}),
                 (Shapes{{4, 3, 2}}));
    }

    void reversesElements()
    {
        const auto result =
            MXNetProbe("reverse", {{"axis", "(0, 1)"}}).computed({{{2, 2}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{4, 3, 2, 1}));
    }

    void blocksOfChannelsSpread()
    {
        const auto result = MXNetProbe("depth_to_space", {{"block_size", "2"}})
                                .computed({{{1, 4, 1, 1}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, 3, 4}));
        QCOMPARE(result->shape, (Shape{1, 1, 2, 2}));
    }
};

NERVURE_TEST(TstMxTranspose)
#include "tst_mx_transpose.moc"
