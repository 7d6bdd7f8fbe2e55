// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxRandom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theShapeIsAnAttributeOrTheInputs()
    {
        for (const char *op : {"RandomNormal", "RandomUniform"}) {
            QCOMPARE(OnnxProbe(op, 1, {{"shape", "[2, 3]"}}).outputs({}),
                     std::string("float32[2, 3]"));
            QCOMPARE(OnnxProbe(op, 22, {{"shape", "[2]"}, {"dtype", "16"}}).outputs({}),
                     std::string("bfloat16[2]"));
            QCOMPARE(OnnxProbe(op, 1, {{"shape", "[-1]"}}).outputs({}),
                     std::string("error: shape has the size -1, expected 0 or more"));
        }
        for (const char *op : {"RandomNormalLike", "RandomUniformLike", "Bernoulli"}) {
            QCOMPARE(OnnxProbe(op, 15).outputs({"float16[n, 3]"}), std::string("float16[n, 3]"));
            QCOMPARE(OnnxProbe(op, 15, {{"dtype", "11"}}).outputs({"float16[n, 3]"}),
                     std::string("float64[n, 3]"));
        }
    }

    void theTypeMustBeOneThatIsDrawn()
    {
        QCOMPARE(OnnxProbe("RandomNormalLike", 1).outputs({"int64[n, 3]"}),
                 std::string("error: output output would be int64, expected float32, float16 or "
                             "float64"));
        QCOMPARE(
            OnnxProbe("RandomNormal", 1, {{"shape", "[2]"}, {"dtype", "99"}}).outputs({}),
            std::string("error: attribute dtype is 99, expected the number of an element type"));
    }

    void samplesAreDrawnFromEachRow()
    {
        QCOMPARE(OnnxProbe("Multinomial", 7, {{"sample_size", "5"}}).outputs({"float32[n, 3]"}),
                 std::string("int32[n, 5]"));
        QCOMPARE(OnnxProbe("Multinomial", 7, {{"dtype", "7"}}).outputs({"float32"}),
                 std::string("int64[?, 1]"));
        QCOMPARE(OnnxProbe("Multinomial", 7).outputs({"float32[3]"}),
                 std::string("error: input 0 has 1 dimensions, expected 2"));
    }
};

NERVURE_TEST(TstOnnxRandom)
#include "tst_onnx_random.moc"
