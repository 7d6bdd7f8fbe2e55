// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void betweenElements()
    {
        const std::vector<std::string> in{"float32[1, 1, 2, 1] = 0, 4", "int32[2] = 1, 4"};
        QCOMPARE(TfRunProbe("ResizeBilinear").outputs(in),
                 std::string("float32[1,1,4,1] 0, 2, 4, 4"));
        QCOMPARE(TfRunProbe("ResizeBilinear", {{"half_pixel_centers", "true"}}).outputs(in),
                 std::string("float32[1,1,4,1] 0, 1, 3, 4"));
        QCOMPARE(TfRunProbe("ResizeNearestNeighbor").outputs(in),
                 std::string("float32[1,1,4,1] 0, 0, 4, 4"));
    }

    void cornersOnCorners()
    {
        QCOMPARE(TfRunProbe("ResizeBilinear", {{"align_corners", "true"}})
                     .outputs({"float32[1, 1, 2, 1] = 0, 4", "int32[2] = 1, 3"}),
                 std::string("float32[1,1,3,1] 0, 2, 4"));
    }
};

NERVURE_TEST(TstTfResize)
#include "tst_tf_resize.moc"
