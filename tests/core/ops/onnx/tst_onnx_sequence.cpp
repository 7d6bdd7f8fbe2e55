// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxSequence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sequencesKnowWhatTheirTensorsShare()
    {
        QCOMPARE(OnnxProbe("SequenceConstruct", 11).outputs({"float32[2, 3]", "float32[4, 3]"}),
                 std::string("sequence(float32[?, 3])"));
        QCOMPARE(OnnxProbe("SequenceEmpty", 11, {{"dtype", "7"}}).outputs({}),
                 std::string("sequence(int64)"));
        QCOMPARE(OnnxProbe("SequenceInsert", 11).outputs({"sequence(float32)", "float32[2]"}),
                 std::string("sequence(float32)"));
        QCOMPARE(OnnxProbe("SequenceAt", 11).outputs({"sequence(float32[?, 3])", "int64[] = 0"}),
                 std::string("float32[?, 3]"));
        QCOMPARE(OnnxProbe("SequenceLength", 11).outputs({"sequence(float32)"}),
                 std::string("int64[]"));
        QCOMPARE(OnnxProbe("SplitToSequence", 11).outputs({"float32[6, 2]", "int64[] = 3"}),
                 std::string("sequence(float32[3, 2])"));
        QCOMPARE(OnnxProbe("SplitToSequence", 11, {{"keepdims", "0"}}).outputs({"float32[6, 2]"}),
                 std::string("sequence(float32[2])"));
        QCOMPARE(OnnxProbe("ConcatFromSequence", 11, {{"axis", "0"}})
                     .outputs({"sequence(float32[2, 3])"}),
                 std::string("float32[?, 3]"));
        QCOMPARE(OnnxProbe("ConcatFromSequence", 11, {{"axis", "1"}, {"new_axis", "1"}})
                     .outputs({"sequence(float32[2, 3])"}),
                 std::string("float32[2, ?, 3]"));
    }

    void optionalsHoldAValue()
    {
        QCOMPARE(OnnxProbe("Optional", 15).outputs({"float32[2]"}),
                 std::string("optional(float32[2])"));
        QCOMPARE(OnnxProbe("OptionalGetElement", 15).outputs({"optional(float32[2])"}),
                 std::string("float32[2]"));
        QCOMPARE(OnnxProbe("OptionalGetElement", 18).outputs({"float32[2]"}),
                 std::string("float32[2]"));
        QCOMPARE(OnnxProbe("OptionalHasElement", 18).outputs({"float32[2]"}),
                 std::string("bool[] = 1"));
        QCOMPARE(OnnxProbe("OptionalHasElement", 18).outputs({""}), std::string("bool[] = 0"));
        QCOMPARE(OnnxProbe("OptionalHasElement", 18).outputs({"optional(float32[2])"}),
                 std::string("bool[]"));
    }
};

NERVURE_TEST(TstOnnxSequence)
#include "tst_onnx_sequence.moc"
