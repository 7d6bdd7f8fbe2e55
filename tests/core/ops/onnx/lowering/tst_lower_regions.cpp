// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerRegions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void regionsAreAligned()
    {
        QCOMPARE(
            OnnxRunProbe("RoiAlign", 16,
                         {{"output_height", "1"}, {"output_width", "2"}, {"sampling_ratio", "2"}})
                .outputs({"float32[1, 1, 3, 3] = 1, 2, 3, 4, 5, 6, 7, 8, 9",
                          "float32[1, 4] = 0, 0, 2, 2", "int64[1] = 0"}),
            std::string("float32[1,1,1,2] 2.625, 3.5"));
    }

    void theLargestWeightedElementIsTaken()
    {
        const OnnxRunProbe probe("RoiAlign", 16,
                                 {{"mode", "max"},
                                  {"output_height", "1"},
                                  {"output_width", "2"},
                                  {"sampling_ratio", "1"},
                                  {"coordinate_transformation_mode", "output_half_pixel"}});
        QCOMPARE(probe.outputs({"float32[1, 1, 3, 3] = 1, 2, 3, 4, 5, 6, 7, 8, 9",
                                "float32[1, 4] = 0, 0, 2, 2", "int64[1] = 0"}),
                 std::string("float32[1,1,1,2] 2.5, 3"));
    }

    void regionsArePooled()
    {
        const OnnxRunProbe probe("MaxRoiPool", 1,
                                 {{"pooled_shape", "[1, 2]"}, {"spatial_scale", "2"}});
        QCOMPARE(probe.outputs({"float32[1, 1, 3, 3] = 1, 2, 3, 4, 5, 6, 7, 8, 9",
                                "float32[1, 5] = 0, 0, 0, 0.5, 0.5"}),
                 std::string("float32[1,1,1,2] 4, 5"));
    }
};

NERVURE_TEST(TstLowerRegions)
#include "tst_lower_regions.moc"
