// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxQuantizedBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sums()
    {
        const DTypes types{DType::Int8, DType::Int8};
        const std::vector<FloatTensor> small{{{1, 3}, {1, -2, 3}}, {{1, 3}, {1, -2, 3}},
                                             oneNumber(-1),        oneNumber(0.5F),
                                             oneNumber(-2),        oneNumber(1)};
        const std::vector<FloatTensor> large{{{1, 3}, {20, -40, 60}}, {{1, 3}, {20, -40, 60}},
                                             oneNumber(-1),           oneNumber(0.5F),
                                             oneNumber(-2),           oneNumber(1)};
        const char *op = "_contrib_quantized_elemwise_add";
        QCOMPARE(valuesOf(MXNetProbe(op), types, small),
                 (std::vector<float>{16843010, -33686020, 50529032}));
        QCOMPARE(valuesOf(MXNetProbe(op), types, small, 2), (std::vector<float>{3}));
        const MXNetProbe calibrated(op, {{"min_calib_range", "-2"}, {"max_calib_range", "2.5"}});
        QCOMPARE(valuesOf(calibrated, types, large), (std::vector<float>{24, -48, 72}));
    }

    void products()
    {
        const DTypes types{DType::Int8, DType::Int8};
        const std::vector<FloatTensor> in{{{1, 3}, {20, -40, 60}}, {{1, 3}, {20, -40, 60}},
                                          oneNumber(-1),           oneNumber(0.5F),
                                          oneNumber(-2),           oneNumber(1)};
        const char *op = "_contrib_quantized_elemwise_mul";
        QCOMPARE(valuesOf(MXNetProbe(op), types, in), (std::vector<float>{400, 1600, 3600}));
        QCOMPARE(valuesOf(MXNetProbe(op), types, in, 2), (std::vector<float>{266288.5F}));
        const MXNetProbe calibrated(op, {{"min_calib_range", "-2"}, {"max_calib_range", "2.5"}});
        QCOMPARE(valuesOf(calibrated, types, in), (std::vector<float>{2, 10, 22}));
    }

    void productsOfOtherTypesAreRefused()
    {
        MXNetProbe probe("_contrib_quantized_elemwise_mul");
        probe.types = {DType::Int8, DType::UInt8};
        QVERIFY(probe.lowersTo({{2}, {2}, {1}, {1}, {1}, {1}}).find("expected int8")
                != std::string::npos);
    }

    void typesWithoutACalibration()
    {
        DTypes in{DType::Int8,    DType::UInt8,   DType::Float32,
                  DType::Float32, DType::Float32, DType::Float32};
        const auto out =
            MXNetProbe("_contrib_quantized_elemwise_add").inferTypes(in, DTypes(3, DType::Unknown));
        QCOMPARE(out->front(), DType::Int32);
    }
};

NERVURE_TEST(TstMxQuantizedBinary)
#include "tst_mx_quantized_binary.moc"
