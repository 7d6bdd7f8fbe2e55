// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxCast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theAttributeNamesTheType()
    {
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "7"}}).outputs({"float32[batch, 2]"}),
                 std::string("int64[batch, 2]"));
        QCOMPARE(OnnxProbe("Cast", 1, {{"to", "DOUBLE"}}).outputs({"float32[2]"}),
                 std::string("float64[2]"));
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "99"}}).outputs({"float32[2]"}),
                 std::string("error: attribute to is 99, expected the number of an element type"));
        QCOMPARE(OnnxProbe("CastLike", 15).outputs({"float32[2]", "int8[]"}),
                 std::string("int8[2]"));
    }

    void elementsAreFollowed()
    {
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "1"}}).outputs({"int64[1] = 3"}),
                 std::string("float32[1] = 3"));
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "7"}}).outputs({"float32[1] = 2.9"}),
                 std::string("int64[1] = 2"));
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "9"}}).outputs({"int64[2] = 5, 0"}),
                 std::string("bool[2] = 1, 0"));
        QCOMPARE(OnnxProbe("Cast", 13, {{"to", "6"}}).outputs({"int64[1] = seq"}),
                 std::string("int32[1] = seq"));
    }

    void bitsMustBeAsMany()
    {
        QCOMPARE(OnnxProbe("BitCast", 26, {{"to", "6"}}).outputs({"float32[2]"}),
                 std::string("int32[2]"));
        QCOMPARE(OnnxProbe("BitCast", 26, {{"to", "7"}}).outputs({"float32[2]"}),
                 std::string("error: float32 has 32 bits and int64 has 64, expected as many"));
    }

    void identityKeepsAnyKind()
    {
        QCOMPARE(OnnxProbe("Identity", 16).outputs({"optional(float32[2])"}),
                 std::string("optional(float32[2])"));
    }
};

NERVURE_TEST(TstOnnxCast)
#include "tst_onnx_cast.moc"
