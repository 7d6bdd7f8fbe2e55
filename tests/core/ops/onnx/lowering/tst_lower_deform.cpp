// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerDeform : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAreMovedAndMasked()
    {
        QCOMPARE(OnnxRunProbe("DeformConv", 19, {{"kernel_shape", "[1, 1]"}})
                     .outputs({"float32[1, 1, 2, 2] = 1, 2, 3, 4", "float32[1, 1, 1, 1] = 2",
                               "float32[1, 2, 2, 2] = 0, 0, 0, 0, 0.5, 0, 0, -1", "float32[1] = 1",
                               "float32[1, 1, 2, 2] = 1, 1, 0.5, 1"}),
                 std::string("float32[1,1,2,2] 4, 5, 4, 7"));
    }
};

NERVURE_TEST(TstLowerDeform)
#include "tst_lower_deform.moc"
