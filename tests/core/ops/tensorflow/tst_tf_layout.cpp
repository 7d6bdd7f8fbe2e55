// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes()
    {
        const std::string data = "float32[2, 2] = 1, 2, 3, 4";
        QCOMPARE(TfRunProbe("Reshape").outputs({data, "int32[2] = -1, 1"}),
                 std::string("float32[4,1] 1, 2, 3, 4"));
        QCOMPARE(TfRunProbe("ExpandDims").outputs({data, "int32[] = -1"}),
                 std::string("float32[2,2,1] 1, 2, 3, 4"));
        QCOMPARE(
            TfRunProbe("Squeeze", {{"squeeze_dims", "[0]"}}).outputs({"float32[1, 1, 2] = 1, 2"}),
            std::string("float32[1,2] 1, 2"));
        QCOMPARE(TfRunProbe("Transpose").outputs({data, "int32[2] = 1, 0"}),
                 std::string("float32[2,2] 1, 3, 2, 4"));
    }

    void borders()
    {
        const std::string data = "float32[3] = 1, 2, 3";
        const std::string widths = "int32[1, 2] = 1, 2";
        QCOMPARE(TfRunProbe("Pad").outputs({data, widths}),
                 std::string("float32[6] 0, 1, 2, 3, 0, 0"));
        QCOMPARE(TfRunProbe("PadV2").outputs({data, widths, "float32[] = 7"}),
                 std::string("float32[6] 7, 1, 2, 3, 7, 7"));
        QCOMPARE(TfRunProbe("MirrorPad", {{"mode", "REFLECT"}}).outputs({data, widths}),
                 std::string("float32[6] 2, 1, 2, 3, 2, 1"));
        QCOMPARE(TfRunProbe("MirrorPad", {{"mode", "SYMMETRIC"}}).outputs({data, widths}),
                 std::string("float32[6] 1, 1, 2, 3, 3, 2"));
    }

    void repeatedAndReversed()
    {
        QCOMPARE(TfRunProbe("Tile").outputs({"float32[2] = 1, 2", "int32[1] = 2"}),
                 std::string("float32[4] 1, 2, 1, 2"));
        QCOMPARE(TfRunProbe("BroadcastTo").outputs({"float32[2] = 1, 2", "int32[2] = 2, 2"}),
                 std::string("float32[2,2] 1, 2, 1, 2"));
        QCOMPARE(TfRunProbe("ReverseV2").outputs({"float32[2] = 1, 2", "int32[1] = 0"}),
                 std::string("float32[2] 2, 1"));
    }

    void blocksOfPlaces()
    {
        const std::string image = "float32[1, 2, 2, 1] = 1, 2, 3, 4";
        const AttrDict attrs{{"block_size", "2"}};
        QCOMPARE(TfRunProbe("SpaceToDepth", attrs).outputs({image}),
                 std::string("float32[1,1,1,4] 1, 2, 3, 4"));
        QCOMPARE(TfRunProbe("DepthToSpace", attrs).outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4"}),
                 std::string("float32[1,2,2,1] 1, 2, 3, 4"));
    }
};

NERVURE_TEST(TstTfLayout)
#include "tst_tf_layout.moc"
