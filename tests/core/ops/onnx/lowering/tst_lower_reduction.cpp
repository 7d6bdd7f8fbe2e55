// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingReducesToTheNeutralElement()
    {
        QCOMPARE(OnnxRunProbe("ReduceSum", 18).outputs({"float32[2, 0] =", "int64[1] = 1"}),
                 std::string("float32[2,1] 0, 0"));
        QCOMPARE(OnnxRunProbe("ReduceProd", 18).outputs({"float32[2, 0] =", "int64[1] = 1"}),
                 std::string("float32[2,1] 1, 1"));
        QCOMPARE(OnnxRunProbe("ReduceMax", 20).outputs({"float32[2, 0] =", "int64[1] = 1"}),
                 std::string("float32[2,1] -inf, -inf"));
        QCOMPARE(OnnxRunProbe("ReduceMin", 20).outputs({"float32[2, 0] =", "int64[1] = 1"}),
                 std::string("float32[2,1] inf, inf"));
        QCOMPARE(OnnxRunProbe("ReduceLogSum", 18).outputs({"float32[2, 0] =", "int64[1] = 1"}),
                 std::string("float32[2,1] -inf, -inf"));
    }
};

NERVURE_TEST(TstLowerReduction)
#include "tst_lower_reduction.moc"
