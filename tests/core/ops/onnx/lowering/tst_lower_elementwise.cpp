// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void negativeNumbersStayNegativeWhenShifted()
    {
        QCOMPARE(OnnxRunProbe("BitShift", 28, {{"direction", "RIGHT"}})
                     .outputs({"int32[3] = -8, -1, 8", "int32[3] = 1, 40, -1"}),
                 std::string("int32[3] -4, -1, 0"));
    }

    void remaindersHaveTheSignOfTheDivisor()
    {
        QCOMPARE(OnnxRunProbe("Mod", 13).outputs(
                     {"float32[4] = -3, 3, -3, 5", "float32[4] = 2, -2, inf, inf"}),
                 std::string("float32[4] 1, -1, inf, 5"));
        QCOMPARE(OnnxRunProbe("Mod", 13).outputs({"int8[2] = 100, -100", "int8[2] = 120, 120"}),
                 std::string("int8[2] 100, 20"));
    }

    void bitsAreReadAsAnotherType()
    {
        QCOMPARE(OnnxRunProbe("BitCast", 26, {{"to", "6"}}).outputs({"float32[2] = 1, -1"}),
                 std::string("int32[2] 1.065e+09, -1.082e+09"));
    }

    void aShareOfZeroDropsNothing()
    {
        const OnnxRunProbe probe("Dropout", 13);
        QCOMPARE(probe.outputs({"float32[2] = 1, 2", "float32[] = 0", "bool[] = 1"}),
                 std::string("float32[2] 1, 2"));
        QVERIFY(probe.outputs({"float32[2] = 1, 2", "float32[] = 0.5", "bool[] = 1"})
                    .starts_with("error: "));
    }

    void elementsAboveAThresholdAreOne()
    {
        const OnnxRunProbe probe("ai.onnx.ml:Binarizer", 1, {{"threshold", "-0.5"}});
        QCOMPARE(probe.outputs({"float32[3] = -1, -0.5, 0.25"}), std::string("float32[3] 0, 0, 1"));
        QCOMPARE(probe.outputs({"int64[3] = -1, 0, 1"}), std::string("int64[3] 0, 1, 1"));
    }
};

NERVURE_TEST(TstLowerElementwise)
#include "tst_lower_elementwise.moc"
