// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesSayWhereCornersLie()
    {
        QCOMPARE(
            OnnxRunProbe("Resize", 19,
                         {{"mode", "linear"}, {"coordinate_transformation_mode", "align_corners"}})
                .outputs({"float32[1, 1, 2, 4] = 1, 2, 3, 4, 5, 6, 7, 8", "",
                          "float32[4] = 1, 1, 0.6, 0.6"}),
            std::string("float32[1,1,1,2] 1, 3.143"));
    }

    /// 10.5 / 0.7 is 15 in the numbers of 32 bits that runtimes compute with, more in others: a tie.
    void theNearestElementIsThatOfNumbersOf32Bits()
    {
        std::string row = "float32[30] = 0";
        for (int i = 1; i < 30; ++i) {
            row += ", " + std::to_string(i);
        }
        const std::string found = OnnxRunProbe("Resize", 19, {{"mode", "nearest"}})
                                      .outputs({row, "", "float32[1] = 0.7"});
        QCOMPARE(found, std::string("float32[21] 0, 2, 3, 4, 6, 7, 9, 10, 12, 13, 14, 16, 17, 19, "
                                    "20, 22, 23, 24, 26, 27, 29"));
    }

    void tensorFlowsPlacesLieHalfAPixelFarther()
    {
        for (const int version : {11, 19}) {
            const std::string found =
                OnnxRunProbe("Resize", version,
                             {{"mode", "nearest"},
                              {"nearest_mode", "floor"},
                              {"coordinate_transformation_mode", "tf_half_pixel_for_nn"}})
                    .outputs({"float32[5] = 0, 1, 2, 3, 4", "float32[0] =", "float32[1] = 0.6"});
            QCOMPARE(found, std::string("float32[3] 0, 2, 4"));
        }
    }

    void sumsOfTooManyElementsAreRefused()
    {
        std::string row = "float32[1, 8192] = 0";
        for (int i = 1; i < 8192; ++i) {
            row += ", 0";
        }
        const std::string refused =
            OnnxRunProbe("Resize", 19, {{"mode", "linear"}, {"antialias", "1"}})
                .outputs({row, "", "", "int64[2] = 1, 2"});
        QVERIFY2(refused.find("is a sum of 8193 elements, expected 4096 at most")
                     != std::string::npos,
                 refused.c_str());
    }

    void placesThatNoNumberCountsAreRefused()
    {
        for (const char *roi : {"float32[2] = 1e30, 2e30", "float32[2] = -1e30, 1e30"}) {
            const std::string refused =
                OnnxRunProbe(
                    "Resize", 19,
                    {{"mode", "linear"}, {"coordinate_transformation_mode", "tf_crop_and_resize"}})
                    .outputs({"float32[3] = 1, 2, 3", roi, "", "int64[1] = 2"});
            QVERIFY2(refused.starts_with("error: "), refused.c_str());
        }
    }
};

NERVURE_TEST(TstLowerResize)
#include "tst_lower_resize.moc"
