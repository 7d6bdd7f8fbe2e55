// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxIndexing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsOfATable()
    {
        const auto result = MXNetProbe("Embedding", {{"input_dim", "2"}, {"output_dim", "2"}})
                                .computed({{{3}, {1, 0, 7}}, {{2, 2}, {1, 2, 3, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 4, 1, 2, 3, 4}));
        QCOMPARE(result->shape, (Shape{3, 2}));
    }

    void theTableFlowsBack()
    {
        Shapes in{{3}, {}};
        QVERIFY(bool(
            MXNetProbe("Embedding", {{"input_dim", "5"}, {"output_dim", "2"}}).infer(in, {{}})));
        QCOMPARE(in[1], (Shape{5, 2}));
    }

    void indicesCountRound()
    {
        const auto result =
            MXNetProbe("take", {{"mode", "wrap"}}).computed({{{3}, {1, 2, 3}}, {{2}, {-1, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 2}));
    }

    void slicesAlongADimension()
    {
        QCOMPARE(MXNetProbe("take", {{"axis", "-1"}}).outputsFor({{2, 3}, {4, 5}}),
                 (Shapes{{2, 4, 5}}));
    }

    void negativePlacesCountFromBehind()
    {
        const auto result =
            MXNetProbe("gather_nd").computed({{{2, 2}, {1, 2, 3, 4}}, {{2, 1}, {-1, 0}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3}));
    }

    void tooManyIndicesAreRefused()
    {
        QVERIFY(MXNetProbe("gather_nd").outputsFor({{2, 2}, {3, 1}}).empty());
    }

    void conditionsOfRows()
    {
        const auto result = MXNetProbe("where").computed(
            {{{2}, {0, 1}}, {{2, 2}, {1, 2, 3, 4}}, {{2, 2}, {5, 6, 7, 8}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{5, 6, 3, 4}));
    }

    void oneIsHot()
    {
        const auto result =
            MXNetProbe("one_hot", {{"depth", "3"}, {"on_value", "2"}, {"off_value", "-1"}})
                .computed({{{2}, {2, 5}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{-1, -1, 2, -1, -1, -1}));
        QCOMPARE(result->shape, (Shape{2, 3}));
    }

    void picksOneOfEachRow()
    {
        const auto result =
            MXNetProbe("pick").computed({{{2, 3}, {1, 2, 3, 4, 5, 6}}, {{2}, {2, 0}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 4}));
        QCOMPARE(result->shape, (Shape{2}));
    }
};

NERVURE_TEST(TstMxIndexing)
#include "tst_mx_indexing.moc"
