// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reshapeFindsWhatIsLeft()
    {
        QCOMPARE(
            OnnxProbe("Reshape", 14).outputs({"float32[batch, 12, 64]", "int64[3] = 0, -1, 8"}),
            std::string("float32[batch, 96, 8]"));
        QCOMPARE(OnnxProbe("Reshape", 14)
                     .outputs({"float32[batch, seq, 768]", "int64[4] = batch, seq, 12, 64"}),
                 std::string("float32[batch, seq, 12, 64]"));
        QCOMPARE(
            OnnxProbe("Reshape", 14).outputs({"float32[batch, seq, 768]", "int64[2] = -1, 768"}),
            std::string("float32[batch*seq, 768]"));
        QCOMPARE(
            OnnxProbe("Reshape", 14).outputs({"float32[a, past + seq, 4]", "int64[2] = a, -1"}),
            std::string("float32[a, 4*past + 4*seq]"));
        QCOMPARE(OnnxProbe("Reshape", 14).outputs({"float32[2, 3]", "int64[2] = 4, -1"}),
                 std::string("error: 6 elements cannot be divided among 4"));
        QCOMPARE(OnnxProbe("Reshape", 14).outputs({"float32[2, 3]", "int64[1] = 7"}),
                 std::string("error: 6 elements do not fit shape [7]"));
        QCOMPARE(OnnxProbe("Reshape", 14).outputs({"float32[2, 3]", "int64[4]"}),
                 std::string("float32[?, ?, ?, ?]"));
        QCOMPARE(OnnxProbe("Reshape", 1, {{"shape", "[3, -1]"}}).outputs({"float32[2, 3]"}),
                 std::string("float32[3, 2]"));
        QCOMPARE(OnnxProbe("Reshape", 14, {{"allowzero", "1"}})
                     .outputs({"float32[0, 3]", "int64[2] = 3, 0"}),
                 std::string("float32[3, 0]"));
    }

    void dimensionsChangePlaces()
    {
        QCOMPARE(OnnxProbe("Transpose", 13).outputs({"float32[a, b, 3]"}),
                 std::string("float32[3, b, a]"));
        QCOMPARE(OnnxProbe("Transpose", 13, {{"perm", "[0, 2, 1]"}}).outputs({"float32[a, b, 3]"}),
                 std::string("float32[a, 3, b]"));
        QCOMPARE(OnnxProbe("Transpose", 13).outputs({"int64[2, 2] = 1, 2, 3, 4"}),
                 std::string("int64[2, 2] = 1, 3, 2, 4"));
        QCOMPARE(OnnxProbe("Transpose", 13, {{"perm", "[0, 2, 1]"}}).outputs({"float32[2, 3]"}),
                 std::string("error: perm has 3 items, expected 2"));
    }

    void onesComeAndGo()
    {
        QCOMPARE(OnnxProbe("Squeeze", 13).outputs({"float32[1, n, 1]", "int64[1] = -1"}),
                 std::string("float32[1, n]"));
        QCOMPARE(OnnxProbe("Squeeze", 11).outputs({"float32[1, 2, 1]"}), std::string("float32[2]"));
        QCOMPARE(OnnxProbe("Squeeze", 11).outputs({"float32[1, n]"}), std::string("float32"));
        QCOMPARE(OnnxProbe("Squeeze", 13).outputs({"float32[2]", "int64[1] = 0"}),
                 std::string("error: dimension 0 is 2, expected 1"));
        QCOMPARE(OnnxProbe("Unsqueeze", 13).outputs({"int64[] = seq", "int64[1] = 0"}),
                 std::string("int64[1] = seq"));
        QCOMPARE(OnnxProbe("Unsqueeze", 11, {{"axes", "[0, 2]"}}).outputs({"float32[3, 4]"}),
                 std::string("float32[1, 3, 1, 4]"));
        QCOMPARE(OnnxProbe("Unsqueeze", 13).outputs({"float32[3]", "int64[2]"}),
                 std::string("float32[?, ?, ?]"));
    }

    void dimensionsAreMultiplied()
    {
        QCOMPARE(OnnxProbe("Flatten", 13).outputs({"float32[batch, 3, 4]"}),
                 std::string("float32[batch, 12]"));
        QCOMPARE(OnnxProbe("Flatten", 13, {{"axis", "-1"}}).outputs({"float32[2, 3, 4]"}),
                 std::string("float32[6, 4]"));
        QCOMPARE(OnnxProbe("Expand", 13).outputs({"float32[3, 1]", "int64[3] = batch, 1, 5"}),
                 std::string("float32[batch, 3, 5]"));
        QCOMPARE(OnnxProbe("Tile", 13).outputs({"float32[2, n]", "int64[2] = 3, 2"}),
                 std::string("float32[6, 2*n]"));
        QCOMPARE(OnnxProbe("Tile", 13).outputs({"int64[2] = 1, 2", "int64[1] = 2"}),
                 std::string("int64[4] = 1, 2, 1, 2"));
        QCOMPARE(
            OnnxProbe("DepthToSpace", 13, {{"blocksize", "2"}}).outputs({"float32[n, 8, h, 3]"}),
            std::string("float32[n, 2, 2*h, 6]"));
        QCOMPARE(
            OnnxProbe("SpaceToDepth", 13, {{"blocksize", "2"}}).outputs({"float32[1, 2, 4, 6]"}),
            std::string("float32[1, 8, 2, 3]"));
    }
};

NERVURE_TEST(TstOnnxLayout)
#include "tst_onnx_layout.moc"
