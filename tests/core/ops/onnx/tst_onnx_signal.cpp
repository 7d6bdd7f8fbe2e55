// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxSignal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frequenciesOfASignal()
    {
        QCOMPARE(OnnxProbe("DFT", 17).outputs({"float32[batch, 10, 1]"}),
                 std::string("float32[batch, 10, 2]"));
        QCOMPARE(OnnxProbe("DFT", 17, {{"onesided", "1"}}).outputs({"float32[batch, n, 1]"}),
                 std::string("float32[batch, floor(n/2) + 1, 2]"));
        QCOMPARE(OnnxProbe("DFT", 17, {{"onesided", "1"}, {"inverse", "1"}})
                     .outputs({"float32[1, 6, 2]"}),
                 std::string("float32[1, 10, 1]"));
        QCOMPARE(OnnxProbe("DFT", 17, {{"axis", "2"}}).outputs({"float32[1, 6, 1]"}),
                 std::string("error: axis is the last one, which holds real and imaginary parts, "
                             "expected another"));
    }

    void lengthAndAxisAsInputs()
    {
        QCOMPARE(OnnxProbe("DFT", 20).outputs({"float32[5, 6, 2]", "int64[] = 16"}),
                 std::string("float32[5, 16, 2]"));
        QCOMPARE(OnnxProbe("DFT", 20).outputs({"float32[5, 6, 2]", "int64[] = 16", "int64[] = 0"}),
                 std::string("float32[16, 6, 2]"));
        QCOMPARE(OnnxProbe("DFT", 20).outputs({"float32[5, 6, 2]", "int64[] = 16", "int64[]"}),
                 std::string("float32[?, ?, 2]"));
        QCOMPARE(OnnxProbe("DFT", 20).outputs({"float32[5, 6, 1]", "", "int64[]"}),
                 std::string("float32[5, 6, 2]"));
    }

    void framesOfASignal()
    {
        QCOMPARE(
            OnnxProbe("STFT", 17).outputs({"float32[1, 128, 1]", "int64[] = 8", "float32[16]"}),
            std::string("float32[1, 15, 9, 2]"));
        QCOMPARE(OnnxProbe("STFT", 17, {{"onesided", "0"}})
                     .outputs({"float32[1, n, 1]", "int64[] = 8", "", "int64[] = 16"}),
                 std::string("float32[1, floor(n/8) - 1, 16, 2]"));
        QCOMPARE(OnnxProbe("STFT", 17).outputs({"float32[1, 8, 1]", "int64[] = 8", "float32[16]"}),
                 std::string("error: a frame of 16 does not fit into a signal of 8"));
    }

    void sizesAndTypesAreGiven()
    {
        QCOMPARE(OnnxProbe("MelWeightMatrix", 17)
                     .outputs({"int64[] = 8", "int64[] = 16", "int64[] = 8192", "float32[]",
                               "float32[]"}),
                 std::string("float32[9, 8]"));
        for (const char *op : {"HannWindow", "HammingWindow", "BlackmanWindow"}) {
            QCOMPARE(OnnxProbe(op, 17).outputs({"int32[] = 10"}), std::string("float32[10]"));
            QCOMPARE(OnnxProbe(op, 17, {{"output_datatype", "11"}}).outputs({"int64[] = n"}),
                     std::string("float64[n]"));
            QCOMPARE(OnnxProbe(op, 17).outputs({"int64[]"}), std::string("float32[?]"));
        }
    }
};

NERVURE_TEST(TstOnnxSignal)
#include "tst_onnx_signal.moc"
