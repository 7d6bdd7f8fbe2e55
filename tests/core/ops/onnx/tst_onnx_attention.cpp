// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void headsInADimensionOfTheirOwn()
    {
        QCOMPARE(OnnxProbe("Attention", 23)
                     .outputs({"float32[batch, 8, seq, 64]", "float32[batch, 4, kv, 64]",
                               "float32[batch, 4, kv, 32]"}),
                 std::string("float32[batch, 8, seq, 32]"));
        QCOMPARE(
            OnnxProbe("Attention", 23)
                .outputs({"float32[2, 8, 5, 64]", "float32[2, 4, 5, 32]", "float32[2, 4, 5, 64]"}),
            std::string("error: sizes of heads of queries and keys are 32 and 64, expected "
                        "the same"));
        QCOMPARE(
            OnnxProbe("Attention", 23)
                .outputs({"float32[2, 8, 5, 64]", "float32[2, 3, 5, 64]", "float32[2, 3, 5, 64]"}),
            std::string("error: has 8 heads of queries and 3 of keys, expected a multiple of "
                        "these"));
    }

    void headsPackedIntoTheLastDimension()
    {
        const OnnxProbe packed("Attention", 23, {{"q_num_heads", "8"}, {"kv_num_heads", "4"}});
        const std::vector<std::string> inputs = {
            "float32[batch, seq, 512]", "float32[batch, kv, 256]", "float32[batch, kv, 128]"};
        QCOMPARE(packed.outputs(inputs, 2),
                 std::string("float32[batch, seq, 256]; float32[batch, 4, kv, 64]"));
        QCOMPARE(OnnxProbe("Attention", 23).outputs(inputs),
                 std::string("error: has no q_num_heads, expected it for inputs of 3 dimensions"));
    }

    void keysGrowByWhatIsNew()
    {
        QCOMPARE(OnnxProbe("Attention", 24)
                     .outputs({"float32[batch, 8, seq, 64]", "float32[batch, 8, seq, 64]",
                               "float32[batch, 8, seq, 32]", "", "float32[batch, 8, past, 64]",
                               "float32[batch, 8, past, 32]"},
                              4),
                 std::string("float32[batch, 8, seq, 32]; float32[batch, 8, past + seq, 64]; "
                             "float32[batch, 8, past + seq, 32]; "
                             "float32[batch, 8, seq, past + seq]"));
    }

    void aStateOfOneMatrixAHead()
    {
        QCOMPARE(OnnxProbe("LinearAttention", 27, {{"q_num_heads", "8"}, {"kv_num_heads", "4"}})
                     .outputs({"float16[b, t, 256]", "float16[b, t, 128]", "float16[b, t, 64]",
                               "float32[b, 4, 32, 16]"},
                              2),
                 std::string("float16[b, t, 128]; float32[b, 4, 32, 16]"));
        QCOMPARE(OnnxProbe("LinearAttention", 27, {{"q_num_heads", "1"}, {"kv_num_heads", "1"}})
                     .outputs({"float16[b, t, 8]", "float16[b, t, 8]", "float16[b, t, 4]"}, 2),
                 std::string("float16[b, t, 4]; float16[b, 1, 8, 4]"));
    }

    void turningKeepsTheShape()
    {
        QCOMPARE(OnnxProbe("RotaryEmbedding", 23)
                     .outputs({"float32[b, 4, s, 8]", "float32[50, 4]", "float32[50, 4]",
                               "int64[b, s]"}),
                 std::string("float32[b, 4, s, 8]"));
        QCOMPARE(OnnxProbe("RotaryEmbedding", 23)
                     .outputs({"float32[b, s, 8]", "float32[50, 4]", "float32[50, 4]"}),
                 std::string("error: has no num_heads, expected it for inputs of 3 dimensions"));
    }

    void theCacheKeepsItsSize()
    {
        QCOMPARE(OnnxProbe("TensorScatter", 24)
                     .outputs({"float32[b, ?, 100, 8]", "float32[b, 4, new, 8]"}),
                 std::string("float32[b, 4, 100, 8]"));
        QCOMPARE(OnnxProbe("TensorScatter", 24, {{"axis", "0"}})
                     .outputs({"float32[2, 100, 8]", "float32[2, 1, 8]"}),
                 std::string("error: axis is 0, the batch, expected another one"));
    }
};

NERVURE_TEST(TstOnnxAttention)
#include "tst_onnx_attention.moc"
