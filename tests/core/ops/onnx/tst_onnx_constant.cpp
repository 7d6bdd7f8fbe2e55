// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxConstant : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsTypeShapeAndElements()
    {
        QCOMPARE(OnnxProbe("Constant", 13, {{"value", "int64[3] 1, -1, 64"}}).outputs({}),
                 std::string("int64[3] = 1, -1, 64"));
        QCOMPARE(
            OnnxProbe("Constant", 13, {{"value", "float32[64, 64] … (4096 values)"}}).outputs({}),
            std::string("float32[64, 64]"));
        QCOMPARE(OnnxProbe("Constant", 13, {{"value", "float32[2] in 'w.bin'"}}).outputs({}),
                 std::string("float32[2]"));
        QCOMPARE(OnnxProbe("Constant", 1, {{"value", "int64[2] 3, 2"}}).outputs({}),
                 std::string("int64[2] = 3, 2"));
        QCOMPARE(OnnxProbe("Constant", 13, {{"value_ints", "[2, 3]"}}).outputs({}),
                 std::string("int64[2] = 2, 3"));
        QCOMPARE(OnnxProbe("Constant", 13, {{"value_float", "0.5"}}).outputs({}),
                 std::string("float32[] = 0.5"));
        QCOMPARE(OnnxProbe("Constant", 13).outputs({}).substr(0, 23),
                 std::string("error: has no value, ex"));
    }

    void fillsTheShapeThatItIsGiven()
    {
        QCOMPARE(OnnxProbe("ConstantOfShape", 9).outputs({"int64[2] = batch, 3"}),
                 std::string("float32[batch, 3]"));
        QCOMPARE(
            OnnxProbe("ConstantOfShape", 9, {{"value", "int64[1] 7"}}).outputs({"int64[1] = 2"}),
            std::string("int64[2] = 7, 7"));
        QCOMPARE(OnnxProbe("ConstantOfShape", 9).outputs({"int64[3]"}),
                 std::string("float32[?, ?, ?]"));
    }
};

NERVURE_TEST(TstOnnxConstant)
#include "tst_onnx_constant.moc"
