// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multipliesAsNumPyDoes()
    {
        const OnnxProbe product("MatMul", 13);
        QCOMPARE(product.outputs({"float32[batch, 1, seq, 64]", "float32[8, 64, n]"}),
                 std::string("float32[batch, 8, seq, n]"));
        QCOMPARE(product.outputs({"float32[4]", "float32[4]"}), std::string("float32[]"));
        QCOMPARE(product.outputs({"float32[4]", "float32[b, 4, 5]"}), std::string("float32[b, 5]"));
        QCOMPARE(product.outputs({"float32[b, 3, 4]", "float32[4]"}), std::string("float32[b, 3]"));
        QCOMPARE(product.outputs({"float32", "float32[4]"}), std::string("float32"));
        QCOMPARE(product.outputs({"float32[3, 4]", "float32[5, 6]"}),
                 std::string("error: columns of the first and rows of the second are 4 and 5, "
                             "expected the same"));
        QCOMPARE(product.outputs({"float32[]", "float32[5]"}),
                 std::string("error: an operand has no dimensions, expected at least 1"));
    }

    void quantizedOnesHaveTheirInputsElsewhere()
    {
        QCOMPARE(OnnxProbe("MatMulInteger", 10).outputs({"uint8[3, 4]", "int8[4, 5]"}),
                 std::string("int32[3, 5]"));
        QCOMPARE(OnnxProbe("QLinearMatMul", 21)
                     .outputs({"uint8[2, 3, 4]", "float16[]", "uint8[]", "int8[4, 5]", "float16[]",
                               "int8[]", "float16[]", "uint8[]"}),
                 std::string("uint8[2, 3, 5]"));
    }

    void matricesAreTransposedWhereToldSo()
    {
        QCOMPARE(OnnxProbe("Gemm", 13, {{"transB", "1"}})
                     .outputs({"float32[batch, 4]", "float32[5, 4]", "float32[5]"}),
                 std::string("float32[batch, 5]"));
        QCOMPARE(OnnxProbe("Gemm", 11, {{"transA", "1"}}).outputs({"float32[4, 3]", "float32"}),
                 std::string("float32[3, ?]"));
        QCOMPARE(OnnxProbe("Gemm", 13).outputs({"float32[1, 2, 3]", "float32[3, 4]"}),
                 std::string("error: input 0 has 3 dimensions, expected 2"));
    }

    void productsAreCountedWhereSizesAreKnown()
    {
        const Builtins builtins = makeBuiltins();
        const OpSpec *product = builtins.ops.find(Dialect::Onnx, "MatMul", 13);
        const Node node;
        const ParsedAttrs attrs;
        const auto count = [&](const Shape &left, const Shape &result) {
            return product->macs({node, attrs}, std::vector<Shape>{left, {3, 4}},
                                 std::vector<Shape>{result});
        };
        QCOMPARE(count({2, 3}, {2, 4}), std::optional<std::int64_t>(24));
        QCOMPARE(count({0, 3}, {0, 4}), std::optional<std::int64_t>(0));
        QVERIFY(!count({2, unknownSize}, {2, 4}));
        QVERIFY(!count(Shape::scalar(), {4}));
        QVERIFY(!count({}, {4}));
    }

    void aDeterminantForEachMatrix()
    {
        QCOMPARE(OnnxProbe("Det", 11).outputs({"float32[n, 3, 3]"}), std::string("float32[n]"));
        QCOMPARE(OnnxProbe("Det", 11).outputs({"float32[2, 3]"}),
                 std::string("error: rows and columns are 3 and 2, expected the same"));
    }
};

NERVURE_TEST(TstOnnxProduct)
#include "tst_onnx_product.moc"
