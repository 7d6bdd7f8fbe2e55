// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxRecurrence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesComeFromDataAndWeights()
    {
        QCOMPARE(
            OnnxProbe("LSTM", 14)
                .outputs({"float32[seq, batch, 3]", "float32[1, 20, 3]", "float32[1, 20, 5]"}, 3),
            std::string("float32[seq, 1, batch, 5]; float32[1, batch, 5]; "
                        "float32[1, batch, 5]"));
        QCOMPARE(OnnxProbe("GRU", 14, {{"direction", "bidirectional"}})
                     .outputs({"float32[seq, batch, 3]", "float32[2, 15, 3]", "float32"}, 2),
                 std::string("float32[seq, 2, batch, 5]; float32[2, batch, 5]"));
        QCOMPARE(OnnxProbe("RNN", 7, {{"hidden_size", "5"}})
                     .outputs({"float32", "float32", "float32"}, 2),
                 std::string("float32[?, 1, ?, 5]; float32[1, ?, 5]"));
    }

    void theBatchMayComeFirst()
    {
        QCOMPARE(
            OnnxProbe("RNN", 14, {{"layout", "1"}})
                .outputs({"float32[batch, seq, 3]", "float32[1, 5, 3]", "float32[1, 5, 5]"}, 2),
            std::string("float32[batch, seq, 1, 5]; float32[batch, 1, 5]"));
    }

    void theBatchIsKnownFromStatesAlso()
    {
        QCOMPARE(OnnxProbe("GRU", 14).outputs({"float32", "float32[1, 15, 3]", "float32[1, 15, 5]",
                                               "", "", "float32[1, 7, 5]"},
                                              2),
                 std::string("float32[?, 1, 7, 5]; float32[1, 7, 5]"));
    }

    void everyStepMeetsAllWeights()
    {
        const Builtins builtins = makeBuiltins();
        const OpSpec *lstm = builtins.ops.find(Dialect::Onnx, "LSTM", 14);
        const Node node;
        const ParsedAttrs attrs;
        const std::vector<Shape> in{{7, 2, 3}, {1, 20, 3}, {1, 20, 5}};
        QCOMPARE(lstm->macs({node, attrs}, in, {}),
                 std::optional<std::int64_t>(7 * 2 * 20 * (3 + 5)));
        QVERIFY(!lstm->macs({node, attrs}, std::vector<Shape>{{}, in[1], in[2]}, {}));
    }

    void whatDoesNotFitIsRefused()
    {
        const OnnxProbe lstm("LSTM", 14);
        QCOMPARE(lstm.outputs({"float32[9, 2, 3]", "float32[1, 20, 4]", "float32[1, 20, 5]"}),
                 std::string("error: sizes of inputs are 3 and 4, expected the same"));
        QCOMPARE(lstm.outputs({"float32[9, 2, 3]", "float32[2, 20, 3]", "float32[2, 20, 5]"}),
                 std::string("error: numbers of directions are 1 and 2, expected the same"));
        QCOMPARE(lstm.outputs({"float32[9, 2, 3]", "float32[1, 16, 3]", "float32[1, 20, 5]"}),
                 std::string("error: sizes of the hidden state are 5 and 4, expected the same"));
        QCOMPARE(lstm.outputs({"float32[9, 2]", "float32[1, 16, 3]", "float32[1, 20, 5]"}),
                 std::string("error: input 0 has 2 dimensions, expected 3"));
    }

    void inputsThatDecideNoSizeMustFit()
    {
        const OnnxProbe lstm("LSTM", 14);
        const auto with = [&lstm](std::vector<std::string> others) {
            std::vector<std::string> inputs{"float32[9, 2, 3]", "float32[1, 20, 3]",
                                            "float32[1, 20, 5]"};
            inputs.insert(inputs.end(), others.begin(), others.end());
            return lstm.outputs(inputs);
        };
        QCOMPARE(with({"float32[1]"}), std::string("error: input 3 has 1 dimensions, expected 2"));
        QCOMPARE(with({"float32[1, 20]"}),
                 std::string("error: sizes of the bias are 20 and 40, expected the same"));
        QCOMPARE(with({"", "", "float32[2, 2, 5]"}),
                 std::string("error: sizes of the first state are 2 and 1, expected the same"));
        QCOMPARE(with({"", "", "", "float32[1, 2, 4]"}),
                 std::string("error: sizes of the first cell are 4 and 5, expected the same"));
        QCOMPARE(with({"", "", "", "", "float32[1, 20]"}),
                 std::string("error: sizes of the peepholes are 20 and 15, expected the same"));
        QCOMPARE(lstm.outputs({"float32[9, 2, 3]", "float32[1, 22, 3]", "float32[1, 20, 5]"}),
                 std::string("error: sizes of weights are 22 and 20, expected the same"));
    }
};

NERVURE_TEST(TstOnnxRecurrence)
#include "tst_onnx_recurrence.moc"
