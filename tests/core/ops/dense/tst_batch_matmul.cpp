// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstBatchMatmul : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneProductForEachPlace()
    {
        OpProbe probe("batch_matmul", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 1, 2}, {1, 2, 3, 4}}, {{2, 2, 1}, {5, 6, 7, 8}}}),
                 (std::vector<float>{17, 53}));
    }

    void transposedMatrices()
    {
        OpProbe probe("batch_matmul", {{"transpose_a", "1"}, {"transpose_b", "1"}},
                      Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 1}, {1, 2}}, {{1, 2}, {3, 4}}}), (std::vector<float>{11}));
    }

    void otherBatchesAreRefused()
    {
        QVERIFY(OpProbe("batch_matmul", {}, Dialect::Nervure)
                    .outputsFor({{2, 1, 2}, {3, 2, 1}})
                    .empty());
    }
};

NERVURE_TEST(TstBatchMatmul)
#include "tst_batch_matmul.moc"
