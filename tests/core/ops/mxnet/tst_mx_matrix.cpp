// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxMatrix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dotMeetsLastAndFirst()
    {
        QCOMPARE(MXNetProbe("dot").outputsFor({{2, 3, 4}, {4, 5, 6}}), (Shapes{{2, 3, 5, 6}}));
    }

    void vectorsGiveOneNumber()
    {
        const auto result = MXNetProbe("dot").computed({{{2}, {1, 2}}, {{2}, {3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{11}));
        QCOMPARE(result->shape, (Shape{1}));
    }

    void transposedFactors()
    {
        const auto result = MXNetProbe("dot", {{"transpose_a", "True"}, {"transpose_b", "True"}})
                                .computed({{{2, 1}, {1, 2}}, {{1, 2}, {3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{11}));
    }

    void productsOfABatch()
    {
        const auto result = MXNetProbe("batch_dot", {{"transpose_b", "True"}})
                                .computed({{{2, 1, 2}, {1, 2, 3, 4}}, {{2, 1, 2}, {5, 6, 7, 8}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{17, 53}));
        QCOMPARE(result->shape, (Shape{2, 1, 1}));
    }

    void scalarsAndUnknownDepths()
    {
        QVERIFY(MXNetProbe("dot").outputsFor({Shape::scalar(), {3}}).empty());
        QCOMPARE(MXNetProbe("dot").outputsFor({{2, unknownSize}, {3, 0}}), (Shapes{{2, 0}}));
    }

    void otherDepthsAreRefused()
    {
        QVERIFY(MXNetProbe("batch_dot").outputsFor({{2, 1, 2}, {2, 3, 2}}).empty());
    }

    void scaledProducts()
    {
        const FloatTensor data{{2, 3}, {3, 1, 2, 5, 9, 7}};
        const auto result = MXNetProbe("_linalg_gemm2", {{"transpose_b", "True"}, {"alpha", "0.5"}})
                                .computed({data, data});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{7, 19, 19, 77.5F}));
        QCOMPARE(MXNetProbe("_linalg_gemm2").outputsFor({{2, 3, 4}, {2, 4, 5}}),
                 (Shapes{{2, 3, 5}}));
        QVERIFY(MXNetProbe("_linalg_gemm2").outputsFor({{2, 3, 4}, {2, 3, 5}}).empty());
    }
};

NERVURE_TEST(TstMxMatrix)
#include "tst_mx_matrix.moc"
