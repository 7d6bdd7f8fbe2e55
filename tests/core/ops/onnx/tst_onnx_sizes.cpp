// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxSizes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesBecomeElements()
    {
        QCOMPARE(OnnxProbe("Shape", 13).outputs({"float32[batch, 3, ?]"}),
                 std::string("int64[3] = batch, 3, ?"));
        QCOMPARE(OnnxProbe("Shape", 15, {{"start", "-1"}}).outputs({"float32[batch, 3, 4]"}),
                 std::string("int64[1] = 4"));
        QCOMPARE(OnnxProbe("Shape", 13).outputs({"float32"}), std::string("int64[?]"));
        QCOMPARE(OnnxProbe("Size", 13).outputs({"float32[batch, 3]"}),
                 std::string("int64[] = 3*batch"));
    }

    void rangesAreCounted()
    {
        QCOMPARE(OnnxProbe("Range", 11).outputs({"int64[] = 1", "int64[] = 10", "int64[] = 3"}),
                 std::string("int64[3] = 1, 4, 7"));
        QCOMPARE(OnnxProbe("Range", 11).outputs({"int64[] = 0", "int64[] = seq", "int64[] = 1"}),
                 std::string("int64[seq]"));
        QCOMPARE(
            OnnxProbe("Range", 11).outputs({"float32[] = 0", "float32[] = 1", "float32[] = 0.25"}),
            std::string("float32[4]"));
        QCOMPARE(OnnxProbe("Range", 11).outputs({"int64[]", "int64[]", "int64[]"}),
                 std::string("int64[?]"));
    }

    void dataDecidesHowMuchStays()
    {
        QCOMPARE(OnnxProbe("NonZero", 13).outputs({"float32[2, n]"}), std::string("int64[2, ?]"));
        QCOMPARE(OnnxProbe("Unique", 11).outputs({"float32[4]"}, 2),
                 std::string("float32[?]; int64[?]"));
        QCOMPARE(OnnxProbe("Compress", 11, {{"axis", "0"}})
                     .outputs({"float32[4, 3]", "bool[4] = 1, 0, 1, 0"}),
                 std::string("float32[2, 3]"));
        QCOMPARE(OnnxProbe("Compress", 11).outputs({"float32[4, 3]", "bool[4]"}),
                 std::string("float32[?]"));
    }

    void othersGiveTheirShape()
    {
        QCOMPARE(OnnxProbe("OneHot", 11).outputs({"int64[n]", "int64[] = 10", "float32[2]"}),
                 std::string("float32[n, 10]"));
        QCOMPARE(OnnxProbe("EyeLike", 9, {{"dtype", "1"}}).outputs({"int32[3, 3]"}),
                 std::string("float32[3, 3]"));
        QCOMPARE(
            OnnxProbe("Where", 16).outputs({"bool[2] = 1, 0", "int64[2] = a, b", "int64[1] = 7"}),
            std::string("int64[2] = a, 7"));
    }
};

NERVURE_TEST(TstOnnxSizes)
#include "tst_onnx_sizes.moc"
