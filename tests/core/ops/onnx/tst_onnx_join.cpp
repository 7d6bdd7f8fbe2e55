// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxJoin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesAddUpAlongTheAxis()
    {
        QCOMPARE(OnnxProbe("Concat", 13, {{"axis", "1"}})
                     .outputs({"float32[batch, past, 64]", "float32[batch, seq, 64]"}),
                 std::string("float32[batch, past + seq, 64]"));
        QCOMPARE(OnnxProbe("Concat", 13, {{"axis", "0"}})
                     .outputs({"int64[1] = batch", "int64[2] = 1, 2"}),
                 std::string("int64[3] = batch, 1, 2"));
        QCOMPARE(OnnxProbe("Concat", 13, {{"axis", "0"}}).outputs({"float32[2, 3]", "float32[2]"}),
                 std::string("error: input 1 has 1 dimensions and another 2"));
        QCOMPARE(
            OnnxProbe("Concat", 13, {{"axis", "1"}}).outputs({"float32[2, 3]", "float32[3, 3]"}),
            std::string("error: sizes beside the axis are 2 and 3, expected the same"));
    }

    void partsAreEqualOrAsGiven()
    {
        QCOMPARE(OnnxProbe("Split", 13).outputs({"float32[6, 2]"}, 2),
                 std::string("float32[3, 2]; float32[3, 2]"));
        QCOMPARE(OnnxProbe("Split", 13).outputs({"float32[6, 2]", "int64[2] = 1, 5"}, 2),
                 std::string("float32[1, 2]; float32[5, 2]"));
        QCOMPARE(OnnxProbe("Split", 18, {{"num_outputs", "3"}}).outputs({"float32[7]"}, 3),
                 std::string("float32[3]; float32[3]; float32[1]"));
        QCOMPARE(OnnxProbe("Split", 2, {{"axis", "1"}}).outputs({"float32[2, 2*n]"}, 2),
                 std::string("float32[2, n]; float32[2, n]"));
        QCOMPARE(OnnxProbe("Split", 13).outputs({"float32[7]"}, 2),
                 std::string("error: size 7 cannot be split into 2 equal parts"));
        QCOMPARE(OnnxProbe("Split", 13).outputs({"int64[2] = a, 5"}, 2),
                 std::string("int64[1] = a; int64[1] = 5"));
    }
};

NERVURE_TEST(TstOnnxJoin)
#include "tst_onnx_join.moc"
