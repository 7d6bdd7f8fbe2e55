// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void broadcastsNamesAndNumbers()
    {
        const OnnxProbe add("Add", 14);
        QCOMPARE(add.outputs({"float32[batch, 1, 4]", "float32[3, 1]"}),
                 std::string("float32[batch, 3, 4]"));
        QCOMPARE(add.outputs({"float32[batch, seq]", "float32[batch, seq]"}),
                 std::string("float32[batch, seq]"));
        QCOMPARE(add.outputs({"float32[batch]", "float32[seq]"}), std::string("float32[?]"));
        QCOMPARE(add.outputs({"float32", "float32[3]"}), std::string("float32"));
    }

    void sizesThatDoNotFitAreRefused()
    {
        QCOMPARE(OnnxProbe("Mul", 14).outputs({"float32[2, 3]", "float32[4]"}),
                 std::string("error: shapes [2, 3] and [4] cannot be broadcast"));
    }

    void typesMustAgreeAndBeAllowed()
    {
        QCOMPARE(OnnxProbe("Add", 14).outputs({"float32[1]", "int64[1]"}),
                 std::string("error: input B is int64, expected float32 as others are"));
        QCOMPARE(OnnxProbe("Add", 6).outputs({"int8[1]", "int8[1]"}).substr(0, 24),
                 std::string("error: input A is int8, "));
        QCOMPARE(OnnxProbe("Add", 14).outputs({"int8[1]", "int8[1]"}), std::string("int8[1]"));
    }

    void elementsAreFollowed()
    {
        QCOMPARE(OnnxProbe("Add", 14).outputs({"int64[2] = batch, 3", "int64[] = 1"}),
                 std::string("int64[2] = batch + 1, 4"));
        QCOMPARE(OnnxProbe("Div", 14).outputs({"int64[2] = 7, -7", "int64[1] = 2"}),
                 std::string("int64[2] = 3, -3"));
        QCOMPARE(OnnxProbe("Mul", 14).outputs({"float32[] = 2.5", "float32[2] = 2, 4"}),
                 std::string("float32[2] = 5, 10"));
        QCOMPARE(OnnxProbe("Mod", 13).outputs({"int64[2] = -7, 7", "int64[1] = 3"}),
                 std::string("int64[2] = 2, 1"));
        QCOMPARE(OnnxProbe("Equal", 13).outputs({"int64[2] = -1, seq", "int64[2] = -1, 2"}),
                 std::string("bool[2] = 1, ?"));
        QCOMPARE(OnnxProbe("Max", 13).outputs({"int64[1] = 3", "int64[1] = 5", "int64[1] = 4"}),
                 std::string("int64[1] = 5"));
    }

    void theFirstSetsBroadcastWhereAnAttributeSaysSo()
    {
        QCOMPARE(OnnxProbe("Add", 6, {{"broadcast", "1"}, {"axis", "1"}})
                     .outputs({"float32[2, 3, 4]", "float32[3]"}),
                 std::string("float32[2, 3, 4]"));
        QVERIFY(OnnxProbe("Add", 7, {{"broadcast", "1"}})
                    .outputs({"float32[2]", "float32[2]"})
                    .find("is unknown")
                != std::string::npos);
    }

    void aMissingInputIsNamed()
    {
        QCOMPARE(OnnxProbe("Add", 14).outputs({"float32[2]"}),
                 std::string("error: input B is missing"));
    }
};

NERVURE_TEST(TstOnnxBinary)
#include "tst_onnx_binary.moc"
