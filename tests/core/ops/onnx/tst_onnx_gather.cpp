// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxGather : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void indicesTakeTheDimensionsPlace()
    {
        QCOMPARE(OnnxProbe("Gather", 13).outputs({"float32[vocab, 768]", "int64[batch, seq]"}),
                 std::string("float32[batch, seq, 768]"));
        QCOMPARE(OnnxProbe("Gather", 13).outputs({"int64[3] = batch, 3, 4", "int64[] = 0"}),
                 std::string("int64[] = batch"));
        QCOMPARE(OnnxProbe("Gather", 13).outputs({"int64[3] = 5, 6, 7", "int64[2] = -1, 0"}),
                 std::string("int64[2] = 7, 5"));
        QCOMPARE(OnnxProbe("Gather", 13).outputs({"float32[]", "int64[1]"}),
                 std::string("error: data has no dimensions, expected at least 1"));
        QCOMPARE(OnnxProbe("Gather", 13, {{"axis", "3"}}).outputs({"float32[2]", "int64[1]"}),
                 std::string("error: axis is 3, expected -1 to 0 for 1 dimensions"));
    }

    void otherFormsGiveTheirShape()
    {
        QCOMPARE(OnnxProbe("GatherElements", 13, {{"axis", "1"}})
                     .outputs({"float32[2, 3]", "int64[2, k]"}),
                 std::string("float32[2, k]"));
        QCOMPARE(OnnxProbe("GatherND", 13).outputs({"float32[2, 3, 4]", "int64[n, 2]"}),
                 std::string("float32[n, 4]"));
        QCOMPARE(OnnxProbe("GatherND", 13, {{"batch_dims", "1"}})
                     .outputs({"float32[2, 3, 4]", "int64[2, 1]"}),
                 std::string("float32[2, 4]"));
        QCOMPARE(
            OnnxProbe("GatherND", 13).outputs({"float32[2]", "int64[2, 2]"}),
            std::string("error: indices take 2 dimensions after 0 of batches, expected at most 1"));
        QCOMPARE(OnnxProbe("ScatterND", 18, {{"reduction", "max"}})
                     .outputs({"float32[n, 3]", "int64[1, 1]", "float32[1, 3]"}),
                 std::string("float32[n, 3]"));
        QCOMPARE(OnnxProbe("ScatterElements", 11).outputs({"float32[n]", "int64[1]", "float32[1]"}),
                 std::string("float32[n]"));
    }
};

NERVURE_TEST(TstOnnxGather)
#include "tst_onnx_gather.moc"
