// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmImage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void colorsAreInTheOrderOfTheImage()
    {
        QCOMPARE(CmRunProbe("scaler", {{"channelScale", "2"},
                                       {"blueBias", "1"},
                                       {"greenBias", "2"},
                                       {"redBias", "3"},
                                       {"colorSpace", "RGB"}})
                     .outputs({"float32[1, 3, 1, 1] = 10, 20, 30"}),
                 std::string("float32[1,3,1,1] 23, 42, 61"));
        QCOMPARE(CmRunProbe("scaler", {{"channelScale", "2"},
                                       {"blueBias", "1"},
                                       {"greenBias", "2"},
                                       {"redBias", "3"},
                                       {"colorSpace", "BGR"}})
                     .outputs({"float32[1, 3, 1, 1] = 10, 20, 30"}),
                 std::string("float32[1,3,1,1] 21, 42, 63"));
        QCOMPARE(CmRunProbe("scaler", {{"channelScale", "2"}, {"grayBias", "5"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2"}),
                 std::string("float32[1,1,1,2] 7, 9"));
        QCOMPARE(CmRunProbe("meanImage", {})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[2] = 0.5, 3"}),
                 std::string("float32[1,1,1,2] 0.5, -1"));
    }
    void imagesAreEnlargedByEveryMode()
    {
        QCOMPARE(CmRunProbe("upsample", {{"scalingFactor", "[1, 2]"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2"}),
                 std::string("float32[1,1,1,4] 1, 1, 2, 2"));
        QCOMPARE(CmRunProbe("upsample", {{"scalingFactor", "[2, 2]"}})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2"}),
                 std::string("float32[1,1,2,4] 1, 1, 2, 2, 1, 1, 2, 2"));
        QCOMPARE(
            CmRunProbe("upsample", {{"scalingFactor", "[2, 3]"}, {"mode", "BILINEAR"}})
                .outputs({"float32[1, 1, 1, 3] = 1, 2, 3"}),
            std::string(
                "float32[1,1,2,9] 1, 1.333, 1.667, 2, 2.333, 2.667, 3, 3, 3, 1, 1.333, 1.667, 2, 2.333, 2.667, 3, 3, 3"));
        QCOMPARE(CmRunProbe("upsample", {{"scalingFactor", "[1, 2]"},
                                         {"mode", "BILINEAR"},
                                         {"linearUpsampleMode", "ALIGN_CORNERS_TRUE"}})
                     .outputs({"float32[1, 1, 1, 2] = 0, 3"}),
                 std::string("float32[1,1,1,4] 0, 1, 2, 3"));
        QCOMPARE(CmRunProbe("upsample", {{"scalingFactor", "[1, 2]"},
                                         {"mode", "BILINEAR"},
                                         {"linearUpsampleMode", "ALIGN_CORNERS_FALSE"}})
                     .outputs({"float32[1, 1, 1, 2] = 0, 4"}),
                 std::string("float32[1,1,1,4] 0, 1, 3, 4"));
        QCOMPARE(CmRunProbe("resizeBilinear", {{"targetSize", "[1, 3]"}})
                     .outputs({"float32[1, 1, 1, 2] = 0, 4"}),
                 std::string("float32[1,1,1,3] 0, 2, 4"));
    }
    void partsOfImagesAreShownAlone()
    {
        const std::string found =
            CmRunProbe("cropResize", {{"targetSize", "[1, 1]"}})
                .outputs({"float32[1, 1, 1, 1, 1] = 1", "float32[1, 1, 4, 1, 1] = 0, 0, 1, 1"});
        QVERIFY2(found.find("cropResize") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmImage)
#include "tst_cm_image.moc"
