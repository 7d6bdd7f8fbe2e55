// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxQuantize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersOfOneByte()
    {
        const FloatTensor x{{5}, {-1.2F, -0.5F, 0.25F, 0.3F, 0.75F}};
        const MXNetProbe calibrated("_contrib_quantize_v2",
                                    {{"min_calib_range", "-0.5"}, {"max_calib_range", "1.0"}});
        QCOMPARE(valuesOf(calibrated, {}, {x}), (std::vector<float>{-128, -64, 32, 38, 96}));
        QCOMPARE(valuesOf(calibrated, {}, {x}, 1), (std::vector<float>{-1}));
        const MXNetProbe open("_contrib_quantize_v2", {{"out_type", "uint8"}});
        QCOMPARE(valuesOf(open, {}, {x}), (std::vector<float>{0, 0, 53, 64, 160}));
        QCOMPARE(valuesOf(open, {}, {x}, 2), (std::vector<float>{0.75F}));
        const MXNetProbe older("_contrib_quantize", {{"out_type", "int8"}});
        QCOMPARE(valuesOf(older, {}, {x, oneNumber(-0.5F), oneNumber(1)}),
                 (std::vector<float>{-128, -64, 32, 38, 95}));
    }

    void aRangeWithoutNegativeNumbersHasNoSign()
    {
        const AttrDict attrs{
            {"out_type", "auto"}, {"min_calib_range", "0.0"}, {"max_calib_range", "0.5"}};
        DTypes in{DType::Float32};
        const auto types = MXNetProbe("_contrib_quantize_v2", attrs).inferTypes(in);
        QCOMPARE(types->front(), DType::UInt8);
        QCOMPARE(valuesOf(MXNetProbe("_contrib_quantize_v2", attrs), {},
                          {{{5}, {-1.2F, -0.5F, 0.25F, 0.3F, 0.75F}}}),
                 (std::vector<float>{0, 0, 128, 153, 255}));
    }

    void oneByteFromFour()
    {
        const DTypes types{DType::Int32, DType::Float32, DType::Float32};
        const std::vector<FloatTensor> in{
            {{4}, {-100000000, 1000000, 30000000, 500000000}}, oneNumber(-1), oneNumber(0.5F)};
        QCOMPARE(valuesOf(MXNetProbe("_contrib_requantize"), types, in),
                 (std::vector<float>{-25, 0, 8, 127}));
        QCOMPARE(valuesOf(MXNetProbe("_contrib_requantize"), types, in, 2),
                 (std::vector<float>{0.23283064F}));
        const AttrDict calibrated{
            {"out_type", "auto"}, {"min_calib_range", "0.0"}, {"max_calib_range", "0.25"}};
        QCOMPARE(valuesOf(MXNetProbe("_contrib_requantize", calibrated), types, in),
                 (std::vector<float>{0, 0, 14, 237}));
    }

    void realNumbersAgain()
    {
        const MXNetProbe probe("_contrib_dequantize");
        QCOMPARE(valuesOf(probe, {DType::Int8, DType::Float32, DType::Float32},
                          {{{3}, {-128, -3, 100}}, oneNumber(-1), oneNumber(0.5F)}),
                 (std::vector<float>{-1.0039216F, -0.023529414F, 0.7843138F}));
        QCOMPARE(valuesOf(probe, {DType::UInt8, DType::Float32, DType::Float32},
                          {{{2}, {3, 255}}, oneNumber(0), oneNumber(0.5F)}),
                 (std::vector<float>{0.0058708414F, 0.49902153F}));
    }

    void shapesAndTypesOfRanges()
    {
        Shapes in{{2, 3}, {}, {}};
        const auto out = MXNetProbe("_contrib_requantize").infer(in, {{}, {}, {}});
        QCOMPARE(*out, (Shapes{{2, 3}, {1}, {1}}));
        QCOMPARE(in[2], (Shape{1}));
    }

    void otherTypesAreRefused()
    {
        DTypes in{DType::Int32, DType::Float32, DType::Float32};
        NERVURE_VERIFY_ERROR(MXNetProbe("_contrib_dequantize").inferTypes(in), "infer-type",
                             "input 0 (data) is int32");
        DTypes data{DType::Float32, DType::Float32, DType::Float32};
        NERVURE_VERIFY_ERROR(MXNetProbe("_contrib_requantize").inferTypes(data), "infer-type",
                             "input 0 (data) is float32");
    }
};

NERVURE_TEST(TstMxQuantize)
#include "tst_mx_quantize.moc"
