// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesAreRoundedDown()
    {
        const OnnxProbe resize("Resize", 13);
        QCOMPARE(resize.outputs({"float32[1, 1, 2, 5]", "", "float32[4] = 1, 1, 0.6, 2.5"}),
                 std::string("float32[1, 1, 1, 12]"));
        QCOMPARE(OnnxProbe("Resize", 10).outputs({"float32[2, 5]", "float32[2] = 1, 3"}),
                 std::string("float32[2, 15]"));
        // In float32, as the scales are: in double it would be 6.
        QCOMPARE(resize.outputs({"float32[10]", "", "float32[1] = 0.7"}),
                 std::string("float32[7]"));
    }

    void namedSizesStayExpressions()
    {
        QCOMPARE(OnnxProbe("Resize", 13)
                     .outputs({"float32[n, 3, h, w]", "", "float32[4] = 1, 1, 2, 0.5"}),
                 std::string("float32[n, 3, 2*h, floor(w/2)]"));
        QCOMPARE(OnnxProbe("Resize", 13).outputs({"float32[h]", "", "float32[1] = 0.3"}),
                 std::string("float32[?]"));
    }

    void sizesAreTaken()
    {
        QCOMPARE(OnnxProbe("Resize", 11)
                     .outputs({"float32[1, 3, h, w]", "float32[0]", "float32[0]",
                               "int64[4] = 1, 3, 2*h, 7"}),
                 std::string("float32[1, 3, 2*h, 7]"));
        QCOMPARE(OnnxProbe("Resize", 13).outputs({"float32", "", "", "int64[4]"}),
                 std::string("float32[?, ?, ?, ?]"));
        QCOMPARE(OnnxProbe("Resize", 13).outputs({"float32[1, 3]", "", "", "int64[4]"}),
                 std::string("error: sizes has 4 elements, expected 2"));
        QCOMPARE(OnnxProbe("Resize", 13).outputs({"float32[1, 3]", "", "float32[0]"}),
                 std::string("error: has neither scales nor sizes, expected one of them"));
    }

    void onlyTheAxesNamedAreResized()
    {
        QCOMPARE(OnnxProbe("Resize", 18, {{"axes", "[3, 2]"}})
                     .outputs({"float32[n, 3, 4, 4]", "", "", "int64[2] = 7, 8"}),
                 std::string("float32[n, 3, 8, 7]"));
        QCOMPARE(OnnxProbe("Resize", 18, {{"axes", "[-1]"}})
                     .outputs({"float32[n, 3, 4, 4]", "", "float32[1]"}),
                 std::string("float32[n, 3, 4, ?]"));
    }

    void theRatioIsKept()
    {
        const std::vector<std::string> inputs = {"float32[1, 1, 2, 4]", "", "", "int64[2] = 7, 8"};
        const auto keeping = [](const char *policy) {
            return OnnxProbe("Resize", 19,
                             {{"axes", "[2, 3]"}, {"keep_aspect_ratio_policy", policy}});
        };
        QCOMPARE(keeping("not_larger").outputs(inputs), std::string("float32[1, 1, 4, 8]"));
        QCOMPARE(keeping("not_smaller").outputs(inputs), std::string("float32[1, 1, 7, 14]"));
        QCOMPARE(keeping("not_larger").outputs({"float32[1, 1, 2, w]", "", "", "int64[2] = 7, 8"}),
                 std::string("float32[1, 1, ?, ?]"));
    }

    void croppedPartsHaveSizesThatAreNotSure()
    {
        const OnnxProbe crop("Resize", 13,
                             {{"coordinate_transformation_mode", "tf_crop_and_resize"}});
        QCOMPARE(crop.outputs({"float32[8]", "float32[2] = 0.25, 0.5", "float32[1] = 2"}),
                 std::string("float32[?]"));
        QCOMPARE(crop.outputs({"float32[8]", "float32[2] = 0, 1", "float32[1] = 2"}),
                 std::string("float32[16]"));
        QCOMPARE(crop.outputs({"float32[8]", "float32[2]", "", "int64[1] = 3"}),
                 std::string("float32[3]"));
    }

    void upsampleTookItsFactorsThreeWays()
    {
        QCOMPARE(OnnxProbe("Upsample", 1, {{"height_scale", "2.0"}, {"width_scale", "1.5"}})
                     .outputs({"float32[n, 3, 4, w]"}),
                 std::string("float32[n, 3, 8, floor(3*w/2)]"));
        QCOMPARE(OnnxProbe("Upsample", 7, {{"scales", "[1.0, 2.0]"}}).outputs({"float32[3, 4]"}),
                 std::string("float32[3, 8]"));
        QCOMPARE(OnnxProbe("Upsample", 9).outputs({"float32[3, 4]", "float32[2] = 1, 2"}),
                 std::string("float32[3, 8]"));
    }
};

NERVURE_TEST(TstOnnxResize)
#include "tst_onnx_resize.moc"
