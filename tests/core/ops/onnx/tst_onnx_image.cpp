// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxImage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGridTellsSizes()
    {
        QCOMPARE(
            OnnxProbe("GridSample", 16).outputs({"float32[n, 3, 8, 8]", "float32[n, 5, w, 2]"}),
            std::string("float32[n, 3, 5, w]"));
        QCOMPARE(OnnxProbe("GridSample", 20).outputs({"float32", "float32[2, 4, 5, 6, 3]"}),
                 std::string("float32[2, ?, 4, 5, 6]"));
        QCOMPARE(
            OnnxProbe("GridSample", 20).outputs({"float32[1, 3, 8, 8]", "float32[1, 5, 6, 3]"}),
            std::string("error: coordinates of the grid and spatial dimensions are 3 and 2, "
                        "expected the same"));
    }

    void aGridIsMadeByMatrices()
    {
        const OnnxProbe grid("AffineGrid", 20);
        QCOMPARE(grid.outputs({"float32[2, 2, 3]", "int64[4] = 2, 3, 5, w"}),
                 std::string("float32[2, 5, w, 2]"));
        QCOMPARE(grid.outputs({"float32[2, 3, 4]", "int64"}),
                 std::string("float32[2, ?, ?, ?, 3]"));
        QCOMPARE(grid.outputs({"float32", "int64[3]"}),
                 std::string("error: has 1 spatial sizes, expected 2 or 3"));
    }

    void aResultForEachRegion()
    {
        QCOMPARE(OnnxProbe("MaxRoiPool", 1, {{"pooled_shape", "[7, 6]"}})
                     .outputs({"float32[1, 3, 9, 9]", "float32[r, 5]"}),
                 std::string("float32[r, 3, 7, 6]"));
        QCOMPARE(OnnxProbe("RoiAlign", 16, {{"output_height", "5"}})
                     .outputs({"float32[1, 3, 9, 9]", "float32", "int64[r]"}),
                 std::string("float32[r, 3, 5, 1]"));
        QCOMPARE(OnnxProbe("MaxRoiPool", 1, {{"pooled_shape", "[7]"}})
                     .outputs({"float32[1, 3, 9, 9]", "float32[r, 5]"}),
                 std::string("error: pooled_shape has 1 numbers, expected 2"));
    }

    void boxesThatAreLeftAreNotKnown()
    {
        const OnnxProbe suppress("NonMaxSuppression", 11);
        QCOMPARE(suppress.outputs({"float32[1, 9, 4]", "float32[1, 2, 9]"}),
                 std::string("int64[?, 3]"));
        QCOMPARE(suppress.outputs({"float32[1, 9, 4]", "float32[1, 2, 8]"}),
                 std::string("error: numbers of boxes and scores are 9 and 8, expected the same"));
    }

    void filesTellTheirPictures()
    {
        QCOMPARE(OnnxProbe("ImageDecoder", 20).outputs({"uint8[4000]"}),
                 std::string("uint8[?, ?, ?]"));
    }
};

NERVURE_TEST(TstOnnxImage)
#include "tst_onnx_image.moc"
