// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerQuantization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void vectorsAreRowsAndColumns()
    {
        const OnnxRunProbe product("QLinearMatMul", 21);
        QCOMPARE(product.outputs({"int8[2] = 1, 2", "float32[1] = 0.5", "int8[1] = 0",
                                  "int8[2, 2] = 1, 2, 3, 4", "float32[1] = 1", "int8[1] = 0",
                                  "float32[1] = 0.5", "int8[1] = 0"}),
                 std::string("int8[2] 7, 10"));
        QCOMPARE(product.outputs({"int8[2, 2] = 1, 2, 3, 4", "float32[2] = 0.5, 1", "int8[1] = 0",
                                  "int8[2] = 1, 2", "float32[1] = 1", "int8[1] = 0",
                                  "float32[1] = 0.5", "int8[1] = 0"}),
                 std::string("int8[2] 5, 22"));
    }

    void scalesThatDoNotFitAreRefused()
    {
        const OnnxRunProbe real("DequantizeLinear", 21, {{"axis", "0"}, {"block_size", "2"}});
        QCOMPARE(real.outputs({"int8[3, 1] = 1, 2, 3", "float32[2, 1] = 1, 10"}),
                 std::string("float32[3,1] 1, 2, 30"));
        const std::string refused =
            OnnxRunProbe("QLinearMatMul", 21)
                .outputs({"int8[2, 2] = 1, 2, 3, 4", "float32[3] = 0.5, 1, 2", "int8[1] = 0",
                          "int8[2] = 1, 2", "float32[1] = 1", "int8[1] = 0", "float32[1] = 0.5",
                          "int8[1] = 0"});
        QVERIFY2(refused.find("scales or zero points have shape [3], expected one number")
                     != std::string::npos,
                 refused.c_str());
    }
};

NERVURE_TEST(TstLowerQuantization)
#include "tst_lower_quantization.moc"
