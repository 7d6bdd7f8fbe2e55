// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void volumesAreSpread()
    {
        QCOMPARE(
            OnnxRunProbe("ConvTranspose", 11, {{"strides", "[1, 1, 2]"}})
                .outputs({"float32[1, 1, 1, 1, 2] = 1, 2", "float32[1, 1, 2, 1, 2] = 1, 2, 3, 4"}),
            std::string("float32[1,1,2,1,4] 1, 2, 2, 4, 3, 4, 6, 8"));
    }

    void largerResultsEndWithZeros()
    {
        QCOMPARE(OnnxRunProbe("ConvTranspose", 11, {{"output_shape", "[1, 3]"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[1, 1, 1, 1] = 3"}),
                 std::string("float32[1,1,1,3] 3, 6, 0"));
    }

    void columnsOverlapInTheImage()
    {
        QCOMPARE(
            OnnxRunProbe("Col2Im", 18)
                .outputs({"float32[1, 2, 3] = 1, 2, 3, 4, 5, 6", "int64[1] = 4", "int64[1] = 2"}),
            std::string("float32[1,1,4] 1, 6, 8, 6"));
    }

    void quantizedFiltersHaveScalesOfTheirOwn()
    {
        QCOMPARE(
            OnnxRunProbe("QLinearConv", 10)
                .outputs({"uint8[1, 1, 2, 2] = 10, 20, 30, 40", "float32[] = 0.5", "uint8[] = 10",
                          "uint8[2, 1, 1, 1] = 2, 4", "float32[2] = 0.5, 1", "uint8[2] = 1, 1",
                          "float32[] = 2", "uint8[] = 3", "int32[2] = 5, -7"}),
            std::string("uint8[1,2,2,2] 4, 5, 6, 7, 1, 9, 16, 24"));
    }

    void timeGoesOnWhereItEnded()
    {
        QCOMPARE(OnnxRunProbe("CausalConvWithState", 27)
                     .outputs({"float32[1, 1, 3] = 1, 2, 3", "float32[1, 1, 2] = 10, 1", "",
                               "float32[1, 1, 1] = 5"},
                              2),
                 std::string("float32[1,1,3] 51, 12, 23; float32[1,1,1] 3"));
    }
};

NERVURE_TEST(TstLowerConvolution)
#include "tst_lower_convolution.moc"
