// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsAndEndsAreClamped()
    {
        QCOMPARE(
            OnnxProbe("Slice", 13).outputs({"float32[10, 4]", "int64[1] = -3", "int64[1] = 100"}),
            std::string("float32[3, 4]"));
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"float32[10, 4]", "int64[1] = 9", "int64[1] = -100", "int64[1] = 0",
                               "int64[1] = -2"}),
                 std::string("float32[5, 4]"));
        QCOMPARE(OnnxProbe("Slice", 1, {{"axes", "[1]"}, {"starts", "[1]"}, {"ends", "[3]"}})
                     .outputs({"float32[10, 4]"}),
                 std::string("float32[10, 2]"));
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"float32[10]", "int64[1] = 0", "int64[1] = 5", "int64[1] = 0",
                               "int64[1] = 0"}),
                 std::string("error: a step is 0, expected any other number"));
    }

    void namesAreCutAsLongAsTheyCanBe()
    {
        QCOMPARE(
            OnnxProbe("Slice", 13)
                .outputs({"float32[seq, 4]", "int64[1] = 1", "int64[1] = 9223372036854775807"}),
            std::string("float32[seq - 1, 4]"));
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"float32[seq]", "int64[1] = -1", "int64[1] = 9223372036854775807"}),
                 std::string("float32[1]"));
        QCOMPARE(OnnxProbe("Slice", 13).outputs({"float32[seq]", "int64[1] = 0", "int64[1] = -1"}),
                 std::string("float32[seq - 1]"));
        QCOMPARE(OnnxProbe("Slice", 13).outputs({"float32[512]", "int64[1] = 0", "int64[1] = seq"}),
                 std::string("float32[seq]"));
        QCOMPARE(OnnxProbe("Slice", 13).outputs({"float32[seq]", "int64[1] = 0", "int64[1] = 5"}),
                 std::string("float32[?]"));
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"float32[4, 5]", "int64[1]", "int64[1]", "int64[1] = 1"}),
                 std::string("float32[4, ?]"));
    }

    void elementsAreFollowed()
    {
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"int64[4] = a, b, 3, 4", "int64[1] = 1", "int64[1] = 3"}),
                 std::string("int64[2] = b, 3"));
        QCOMPARE(OnnxProbe("Slice", 13)
                     .outputs({"int64[3] = 1, 2, 3", "int64[1] = -1", "int64[1] = -4",
                               "int64[1] = 0", "int64[1] = -1"}),
                 std::string("int64[3] = 3, 2, 1"));
    }

    void padsAreAdded()
    {
        QCOMPARE(OnnxProbe("Pad", 13).outputs({"float32[2, n]", "int64[4] = 0, 1, 2, 3"}),
                 std::string("float32[4, n + 4]"));
        QCOMPARE(
            OnnxProbe("Pad", 18).outputs({"float32[2, 3]", "int64[2] = 1, 1", "", "int64[1] = 1"}),
            std::string("float32[2, 5]"));
        QCOMPARE(OnnxProbe("Pad", 2, {{"pads", "[0, 1, 0, 0]"}}).outputs({"float32[2, 3]"}),
                 std::string("float32[2, 4]"));
        QCOMPARE(OnnxProbe("Pad", 13).outputs({"float32[2]", "int64[3] = 1, 1, 1"}),
                 std::string("error: pads has 3 items, expected 2"));
        QCOMPARE(OnnxProbe("Pad", 13).outputs({"float32[2, 3]", "int64[4]"}),
                 std::string("float32[?, ?]"));
    }

    void othersKeepOrGiveTheShape()
    {
        QCOMPARE(OnnxProbe("CenterCropPad", 18, {{"axes", "[0]"}})
                     .outputs({"float32[10, n]", "int64[1] = 4"}),
                 std::string("float32[4, n]"));
        QCOMPARE(OnnxProbe("Trilu", 14).outputs({"float32[n, n]"}), std::string("float32[n, n]"));
    }
};

NERVURE_TEST(TstOnnxSlice)
#include "tst_onnx_slice.moc"
