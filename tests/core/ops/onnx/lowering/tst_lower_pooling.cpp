// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void positionsAreCountedInTheTensor()
    {
        QCOMPARE(OnnxRunProbe("MaxPool", 12, {{"kernel_shape", "[2, 2]"}})
                     .outputs({"float32[1, 1, 2, 3] = 1, 5, 2, 7, 3, 9"}, 2),
                 std::string("float32[1,1,1,2] 7, 9; int64[1,1,1,2] 3, 5"));
        QCOMPARE(OnnxRunProbe("MaxPool", 12, {{"kernel_shape", "[2, 2]"}, {"storage_order", "1"}})
                     .outputs({"float32[1, 1, 2, 3] = 1, 5, 2, 7, 3, 9"}, 2),
                 std::string("float32[1,1,1,2] 7, 9; int64[1,1,1,2] 1, 5"));
    }

    void elementsReturnToTheirPositions()
    {
        QCOMPARE(OnnxRunProbe("MaxUnpool", 11, {{"kernel_shape", "[2, 2]"}, {"strides", "[2, 2]"}})
                     .outputs({"float32[1, 1, 1, 2] = 5, 6", "int64[1, 1, 1, 2] = 1, 6"}),
                 std::string("float32[1,1,2,4] 0, 5, 0, 0, 0, 0, 6, 0"));
        QCOMPARE(OnnxRunProbe("MaxUnpool", 11, {{"kernel_shape", "[1, 2]"}, {"strides", "[1, 2]"}})
                     .outputs({"float32[1, 1, 1, 1] = 5", "int64[1, 1, 1, 1] = 1",
                               "int64[4] = 1, 1, 1, 3"}),
                 std::string("float32[1,1,1,3] 0, 5, 0"));
    }
};

NERVURE_TEST(TstLowerPooling)
#include "tst_lower_pooling.moc"
