// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmSpread : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tensorsAreStretchedTurnedAndPadded()
    {
        QCOMPARE(CmRunProbe("reverse", {{"reverseDim", "[0, 1]"}})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[2,2] 2, 1, 4, 3"));
        QCOMPARE(CmRunProbe("tile", {{"reps", "[1, 2]"}}).outputs({"float32[1, 2] = 1, 2"}),
                 std::string("float32[1,4] 1, 2, 1, 2"));
        QCOMPARE(CmRunProbe("broadcastToStatic", {{"targetShape", "[2, 2]"}})
                     .outputs({"float32[2] = 1, 2"}),
                 std::string("float32[2,2] 1, 2, 1, 2"));
        QCOMPARE(CmRunProbe("constantPad", {{"value", "7"}, {"padAmounts", "[1, 0]"}})
                     .outputs({"float32[2] = 1, 2"}),
                 std::string("float32[3] 7, 1, 2"));
    }
    void windowsLieSideBySide()
    {
        QCOMPARE(CmRunProbe("slidingWindows", {{"axis", "0"}, {"windowSize", "2"}, {"step", "1"}})
                     .outputs({"float32[3] = 1, 2, 3"}),
                 std::string("float32[2,2] 1, 2, 2, 3"));
    }

    void windowsThatAreTooLongAreTold()
    {
        const std::string found =
            CmRunProbe("slidingWindows", {{"axis", "0"}, {"windowSize", "4"}, {"step", "1"}})
                .outputs({"float32[3] = 1, 2, 3"});
        QVERIFY2(found.find("windows of 4 elements each 1 over 3") != std::string::npos,
                 found.c_str());
    }
};

NERVURE_TEST(TstCmSpread)
#include "tst_cm_spread.moc"
