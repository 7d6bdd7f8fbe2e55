// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxQuantization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTypeIsTheZeroPointsOrAnAttributes()
    {
        const OnnxProbe quantize("QuantizeLinear", 21);
        QCOMPARE(quantize.outputs({"float32[n, 3]", "float32[]"}), std::string("uint8[n, 3]"));
        QCOMPARE(quantize.outputs({"float32[n, 3]", "float32[]", "int4[]"}),
                 std::string("int4[n, 3]"));
        const OnnxProbe toInt16("QuantizeLinear", 21, {{"output_dtype", "5"}});
        QCOMPARE(toInt16.outputs({"float32[n, 3]", "float32[]"}), std::string("int16[n, 3]"));
        QCOMPARE(toInt16.outputs({"float32[n, 3]", "float32[]", "int8[]"}),
                 std::string("error: output_dtype is int16, expected int8 as the zero point is"));
        QVERIFY(OnnxProbe("QuantizeLinear", 21, {{"output_dtype", "1"}})
                    .outputs({"float32[n, 3]", "float32[]"})
                    .starts_with("error: output y would be float32, expected "));
    }

    void valuesComeBackInTheTypeOfTheScale()
    {
        QCOMPARE(OnnxProbe("DequantizeLinear", 10).outputs({"int8[n, 3]", "float32[]"}),
                 std::string("float32[n, 3]"));
        QCOMPARE(OnnxProbe("DequantizeLinear", 19).outputs({"int8[n, 3]", "float16[]"}),
                 std::string("float16[n, 3]"));
        QCOMPARE(OnnxProbe("DequantizeLinear", 23, {{"output_dtype", "16"}})
                     .outputs({"int8[n, 3]", "float32[]"}),
                 std::string("bfloat16[n, 3]"));
    }

    void scalesFitTheAxisOrTheBlocks()
    {
        QCOMPARE(OnnxProbe("QuantizeLinear", 13).outputs({"float32[n, 3]", "float32[3]"}),
                 std::string("uint8[n, 3]"));
        QCOMPARE(OnnxProbe("QuantizeLinear", 13).outputs({"float32[n, 3]", "float32[2]"}),
                 std::string("error: sizes of the scale and of the axis are 2 and 3, expected the "
                             "same"));
        const OnnxProbe blocks("DequantizeLinear", 21, {{"block_size", "2"}});
        QCOMPARE(blocks.outputs({"int8[n, 3]", "float32[n, 2]"}), std::string("float32[n, 3]"));
        QCOMPARE(blocks.outputs({"int8[n, 3]", "float32[n, 3]"}),
                 std::string("error: sizes of the scale and numbers of blocks are 3 and 2, "
                             "expected the same"));
    }

    void theRangeGivesScaleAndZeroPoint()
    {
        QCOMPARE(OnnxProbe("DynamicQuantizeLinear", 11).outputs({"float32[n, 3]"}, 3),
                 std::string("uint8[n, 3]; float32[]; uint8[]"));
    }
};

NERVURE_TEST(TstOnnxQuantization)
#include "tst_onnx_quantization.moc"
