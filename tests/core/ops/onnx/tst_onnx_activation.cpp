// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapeAndTypeStay()
    {
        for (const char *op : {"Elu", "Gelu", "HardSigmoid", "HardSwish", "LeakyRelu", "Mish",
                               "Relu", "Selu", "Shrink", "Sigmoid", "Softplus", "Softsign", "Swish",
                               "Tanh", "ThresholdedRelu", "Celu"}) {
            QCOMPARE(OnnxProbe(op, 24).outputs({"float32[batch, ?]"}),
                     std::string("float32[batch, ?]"));
        }
    }

    void laterSetsTakeMoreTypes()
    {
        QVERIFY(OnnxProbe("Celu", 27).outputs({"float64[1]"}).starts_with("error: input X is"));
        QCOMPARE(OnnxProbe("Celu", 28).outputs({"float64[1]"}), std::string("float64[1]"));
        QVERIFY(OnnxProbe("Relu", 13).outputs({"int8[1]"}).starts_with("error: input X is"));
        QCOMPARE(OnnxProbe("Relu", 14).outputs({"int8[1]"}), std::string("int8[1]"));
    }

    void aSlopeIsBroadcastToTheData()
    {
        QCOMPARE(OnnxProbe("PRelu", 16).outputs({"float32[batch, 3, 4]", "float32[3, 1]"}),
                 std::string("float32[batch, 3, 4]"));
        QCOMPARE(OnnxProbe("PRelu", 16).outputs({"float32[3, 4]", "float32[3]"}),
                 std::string("error: input 1 is [3], expected what broadcasts to [3, 4]"));
        QCOMPARE(OnnxProbe("PRelu", 6).outputs({"float32[2, 3, 4]", "float32[3]"}),
                 std::string("float32[2, 3, 4]"));
    }

    void gateAndValueHaveOneShape()
    {
        QCOMPARE(OnnxProbe("SwiGLU", 28).outputs({"float32[batch, ?]", "float32[?, 8]"}),
                 std::string("float32[batch, 8]"));
        QCOMPARE(OnnxProbe("SwiGLU", 28).outputs({"float32[2]", "float32[1]"}),
                 std::string("error: sizes of A and B are 2 and 1, expected the same"));
    }

    void boundsAreAttributesThenInputs()
    {
        QCOMPARE(OnnxProbe("Clip", 6, {{"min", "0"}, {"max", "6"}}).outputs({"float32[2]"}),
                 std::string("float32[2]"));
        QCOMPARE(OnnxProbe("Clip", 13)
                     .outputs({"int64[4] = -1, 5, 9, seq", "int64[] = 0", "int64[] = 7"}),
                 std::string("int64[4] = 0, 5, 7, ?"));
        QCOMPARE(OnnxProbe("Clip", 13).outputs({"int64[2] = -1, 5", "", "int64[] = 4"}),
                 std::string("int64[2] = -1, 4"));
        QCOMPARE(OnnxProbe("Clip", 13).outputs({"int64[1] = 3", "int64[]"}),
                 std::string("int64[1] = ?"));
    }
};

NERVURE_TEST(TstOnnxActivation)
#include "tst_onnx_activation.moc"
