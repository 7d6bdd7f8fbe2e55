// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxQuantized : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void poolingKeepsTheRange()
    {
        const DTypes types{DType::Int8, DType::Float32, DType::Float32};
        const std::vector<FloatTensor> in{
            {{1, 1, 2, 4}, {-72, -63, 5, 7, -36, -27, 8, 1}}, oneNumber(-1), oneNumber(1)};
        const AttrDict window{{"kernel", "(2, 2)"}, {"stride", "(2, 2)"}};
        const MXNetProbe largest("_contrib_quantized_pooling", window);
        QCOMPARE(valuesOf(largest, types, in), (std::vector<float>{-27, 8}));
        QCOMPARE(valuesOf(largest, types, in, 1), (std::vector<float>{-1}));
        const MXNetProbe mean("_contrib_quantized_pooling",
                              {{"kernel", "(2, 2)"}, {"stride", "(2, 2)"}, {"pool_type", "avg"}});
        QCOMPARE(valuesOf(mean, types, in), (std::vector<float>{-50, 5})); // -49.5, 5.25
    }

    void joinedOnTheWidestRange()
    {
        const MXNetProbe probe("_contrib_quantized_concat", {{"num_args", "2"}, {"dim", "1"}});
        const std::vector<FloatTensor> in{{{1, 3}, {-127, 5, 127}},
                                          {{1, 3}, {0, 5, 255}},
                                          oneNumber(-1),
                                          oneNumber(1),
                                          oneNumber(0),
                                          oneNumber(3)};
        const DTypes types{DType::Int8,    DType::UInt8,   DType::Float32,
                           DType::Float32, DType::Float32, DType::Float32};
        QCOMPARE(valuesOf(probe, types, in), (std::vector<float>{-42, 2, 42, 0, 2, 127}));
        QCOMPARE(valuesOf(probe, types, in, 2), (std::vector<float>{3}));
    }

    void layers()
    {
        const std::vector<FloatTensor> ranges{oneNumber(-1), oneNumber(0.5F),  oneNumber(-2),
                                              oneNumber(1),  oneNumber(-0.1F), oneNumber(0.05F)};
        std::vector<FloatTensor> in{
            {{1, 3}, {1, -2, 3}}, {{2, 3}, {4, 5, 6, -7, 8, 9}}, {{2}, {10, -20}}};
        in.insert(in.end(), ranges.begin(), ranges.end());
        const MXNetProbe dense("_contrib_quantized_fully_connected", {{"num_hidden", "2"}});
        const DTypes types{DType::Int8, DType::Int8, DType::Int8};
        QCOMPARE(valuesOf(dense, types, in), (std::vector<float>{75, -123}));
        QCOMPARE(valuesOf(dense, types, in, 2), (std::vector<float>{266288.5F}));
        in = {{{1, 1, 2, 2}, {1, 2, 3, 4}}, {{1, 1, 2, 2}, {1, -2, 3, -4}}, {{1}, {7}}};
        in.insert(in.end(), ranges.begin(), ranges.end());
        const MXNetProbe convolution("_contrib_quantized_conv",
                                     {{"kernel", "(2, 2)"}, {"num_filter", "1"}});
        QCOMPARE(valuesOf(convolution, {DType::UInt8, DType::Int8, DType::Int8}, in),
                 (std::vector<float>{-3}));
    }

    void rowsOfATable()
    {
        const MXNetProbe probe("_contrib_quantized_embedding",
                               {{"input_dim", "2"}, {"output_dim", "3"}, {"dtype", "int8"}});
        QCOMPARE(
            valuesOf(probe, {DType::Float32, DType::Int8, DType::Float32, DType::Float32},
                     {{{2}, {1, 0}}, {{2, 3}, {4, 5, 6, -7, 8, 9}}, oneNumber(-2), oneNumber(1)}),
            (std::vector<float>{-7, 8, 9, 4, 5, 6}));
    }

    void shapesFlowToTheWeight()
    {
        Shapes in{{2, 3, 4, 4}, {}, {}, {}, {}, {}, {}, {}, {}};
        const auto out =
            MXNetProbe("_contrib_quantized_conv", {{"kernel", "(2, 2)"}, {"num_filter", "4"}})
                .infer(in, {{}, {}, {}});
        QCOMPARE(*out, (Shapes{{2, 4, 3, 3}, {1}, {1}}));
        QCOMPARE(in[1], (Shape{4, 3, 2, 2}));
        QCOMPARE(in[8], (Shape{1}));
    }

    void sumsWindowsAreRefused()
    {
        MXNetProbe probe("_contrib_quantized_pooling",
                         {{"kernel", "(2, 2)"}, {"pool_type", "sum"}});
        probe.types = {DType::Int8, DType::Float32, DType::Float32};
        QVERIFY(probe.lowersTo({{1, 1, 2, 2}, {1}, {1}}).find("pool_type sum")
                != std::string::npos);
    }

    void normalizationIsRefusedByName()
    {
        MXNetProbe probe("_contrib_quantized_batch_norm",
                         {{"min_calib_range", "-1.0"}, {"max_calib_range", "1.0"}});
        probe.types = {DType::Int8};
        const std::string reason = probe.lowersTo({{2, 3, 4}, {3}, {3}, {3}, {3}, {1}, {1}});
        QVERIFY2(reason.starts_with("_contrib_quantized_batch_norm 'op': has no counterpart"),
                 reason.c_str());
    }
};

NERVURE_TEST(TstMxQuantized)
#include "tst_mx_quantized.moc"
