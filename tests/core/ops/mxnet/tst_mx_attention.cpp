// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// In thousandths: roots are rounded differently here and there.
std::vector<long> thousandths(const std::vector<float> &values)
{
    std::vector<long> rounded;
    for (const float value : values) {
        rounded.push_back(std::lround(value * 1000));
    }
    return rounded;
}

} // namespace

class TstMxAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scoresOfOneSequence()
    {
        const auto result = MXNetProbe("_contrib_interleaved_matmul_selfatt_qk", {{"heads", "1"}})
                                .computed({counted({2, 1, 6})});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->shape, (Shape{1, 2, 2}));
        QCOMPARE(thousandths(result->data), (std::vector<long>{7778, 20506, 37477, 101116}));
    }

    void valuesOfOneSequence()
    {
        const auto result =
            MXNetProbe("_contrib_interleaved_matmul_selfatt_valatt", {{"heads", "1"}})
                .computed({counted({2, 1, 6}), {{1, 2, 2}, {1, 0, 0.5F, 0.5F}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{5, 6, 8, 9}));
    }

    void twoSequences()
    {
        const auto scores = MXNetProbe("_contrib_interleaved_matmul_encdec_qk", {{"heads", "1"}})
                                .computed({counted({2, 1, 2}), counted({2, 1, 4})});
        QVERIFY2(bool(scores), scores ? "" : scores.error().message.c_str());
        QCOMPARE(thousandths(scores->data), (std::vector<long>{3536, 12021, 7778, 27577}));
        const auto result =
            MXNetProbe("_contrib_interleaved_matmul_encdec_valatt", {{"heads", "1"}})
                .computed({counted({2, 1, 4}), {{1, 2, 2}, {1, 0, 0.5F, 0.5F}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 4, 5, 6}));
    }

    void shapesByHead()
    {
        Shapes in{{4, 2, 45}, {unknownSize, 5, unknownSize}};
        const auto out =
            MXNetProbe("_contrib_interleaved_matmul_selfatt_valatt", {{"heads", "3"}}).infer(in);
        QVERIFY(out && isUnknown(out->front()));
        QCOMPARE(MXNetProbe("_contrib_interleaved_matmul_selfatt_qk", {{"heads", "3"}})
                     .outputsFor({{4, 2, 45}}),
                 (Shapes{{6, 4, 4}}));
    }

    void headsThatDoNotFitAreRefused()
    {
        QVERIFY(MXNetProbe("_contrib_interleaved_matmul_selfatt_qk", {{"heads", "2"}})
                    .outputsFor({{4, 2, 45}})
                    .empty());
    }
};

NERVURE_TEST(TstMxAttention)
#include "tst_mx_attention.moc"
