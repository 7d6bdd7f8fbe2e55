// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerSignal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signalsBecomeFrequencies()
    {
        QCOMPARE(OnnxRunProbe("DFT", 20).outputs({"float32[1, 3, 1] = 1, 2, 4"}),
                 std::string("float32[1,3,2] 7, 0, -2, 1.732, -2, -1.732"));
        QCOMPARE(OnnxRunProbe("DFT", 17, {{"onesided", "1"}, {"axis", "1"}})
                     .outputs({"float32[1, 3, 1] = 1, 2, 4", "int64[] = 4"}),
                 std::string("float32[1,3,2] 7, 0, -3, -2, 3, 0"));
    }

    void frequenciesBecomeSignals()
    {
        QCOMPARE(
            OnnxRunProbe("DFT", 20, {{"inverse", "1"}}).outputs({"float32[1, 2, 2] = 7, 0, -1, 2"}),
            std::string("float32[1,2,2] 3, 1, 4, -1"));
        QCOMPARE(OnnxRunProbe("DFT", 20, {{"inverse", "1"}, {"onesided", "1"}})
                     .outputs({"float32[1, 3, 2] = 7, 0, -3, -2, 3, 0"}),
                 std::string("float32[1,4,1] 1, 2, 4, 0"));
    }

    void framesAreTransformedApart()
    {
        QCOMPARE(OnnxRunProbe("STFT", 17)
                     .outputs({"float32[1, 4, 1] = 1, 2, 3, 4", "int64[] = 1", "float32[2] = 1, 2",
                               "int64[] = 2"}),
                 std::string("float32[1,3,2,2] 5, 0, -3, 0, 8, 0, -4, 0, 11, 0, -5, 0"));
    }

    void bandsAreTriangles()
    {
        QCOMPARE(OnnxRunProbe("MelWeightMatrix", 17)
                     .outputs({"int64[] = 3", "int64[] = 8", "int64[] = 16", "float32[] = 0",
                               "float32[] = 8"}),
                 std::string("float32[5,3] 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0"));
    }
};

NERVURE_TEST(TstLowerSignal)
#include "tst_lower_signal.moc"
