// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matricesAsTheyAreOrTransposed()
    {
        const std::vector<std::string> in{"float32[2, 2] = 1, 2, 3, 4",
                                          "float32[2, 2] = 1, 0, 1, 1"};
        QCOMPARE(TfRunProbe("MatMul").outputs(in), std::string("float32[2,2] 3, 2, 7, 4"));
        QCOMPARE(TfRunProbe("MatMul", {{"transpose_a", "true"}}).outputs(in),
                 std::string("float32[2,2] 4, 3, 6, 4"));
        QCOMPARE(TfRunProbe("MatMul", {{"transpose_b", "true"}}).outputs(in),
                 std::string("float32[2,2] 1, 3, 3, 7"));
    }

    void batchesAreStretched()
    {
        QCOMPARE(TfRunProbe("BatchMatMulV2", {{"adj_y", "true"}})
                     .outputs({"float32[2, 1, 2] = 1, 2, 3, 4", "float32[1, 2] = 1, 10"}),
                 std::string("float32[2,1,1] 21, 43"));
    }

    void sharesOfTheLastDimension()
    {
        QCOMPARE(TfRunProbe("Softmax").outputs({"float32[2, 2] = 1, 1, 5, 5"}),
                 std::string("float32[2,2] 0.5, 0.5, 0.5, 0.5"));
        QCOMPARE(TfRunProbe("LogSoftmax").outputs({"float32[1, 2] = 1, 1"}),
                 std::string("float32[1,2] -0.6931, -0.6931"));
    }
};

NERVURE_TEST(TstTfProduct)
#include "tst_tf_product.moc"
