// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmArithmetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSingleInputIsTakenWithANumber()
    {
        QCOMPARE(CmRunProbe("add", {{"alpha", "-2"}}).outputs({"float32[1, 2] = 1, 2"}),
                 std::string("float32[1,2] -1, 0"));
        QCOMPARE(CmRunProbe("multiply", {{"alpha", "3"}}).outputs({"float32[1, 2] = 1, 2"}),
                 std::string("float32[1,2] 3, 6"));
    }
    void severalInputsAreStretchedToEachOther()
    {
        QCOMPARE(CmRunProbe("add", {{"alpha", "5"}})
                     .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float32[1, 2] = 10, 20"}),
                 std::string("float32[1,2,1,2] 11, 12, 23, 24"));
        QCOMPARE(
            CmRunProbe("multiply", {}).outputs({"float32[1, 2] = 2, 3", "float32[1, 2] = 4, 5"}),
            std::string("float32[1,2] 8, 15"));
        QCOMPARE(
            CmRunProbe("average", {})
                .outputs({"float32[1, 2] = 1, 2", "float32[1, 2] = 3, 6", "float32[1, 2] = 5, 4"}),
            std::string("float32[1,2] 3, 4"));
        QCOMPARE(CmRunProbe("max", {}).outputs({"float32[1, 2] = 1, 5", "float32[1, 2] = 3, 4"}),
                 std::string("float32[1,2] 3, 5"));
        QCOMPARE(CmRunProbe("min", {}).outputs({"float32[1, 2] = 1, 5", "float32[1, 2] = 3, 4"}),
                 std::string("float32[1,2] 1, 4"));
    }
    void unaryFunctionsScaleAndShiftFirst()
    {
        QCOMPARE(CmRunProbe("unary", {{"type", "SQRT"}, {"scale", "2"}, {"shift", "1"}})
                     .outputs({"float32[1, 2] = 4, 12"}),
                 std::string("float32[1,2] 3, 5"));
        QCOMPARE(CmRunProbe("unary", {{"type", "RSQRT"}}).outputs({"float32[1, 2] = 4, 16"}),
                 std::string("float32[1,2] 0.5, 0.25"));
        QCOMPARE(CmRunProbe("unary", {{"type", "INVERSE"}}).outputs({"float32[1, 2] = 4, 8"}),
                 std::string("float32[1,2] 0.25, 0.125"));
        QCOMPARE(CmRunProbe("unary", {{"type", "POWER"}, {"alpha", "3"}})
                     .outputs({"float32[1, 2] = 2, -1"}),
                 std::string("float32[1,2] 8, -1"));
        QCOMPARE(CmRunProbe("unary", {{"type", "THRESHOLD"}, {"alpha", "3"}})
                     .outputs({"float32[1, 2] = 2, 4"}),
                 std::string("float32[1,2] 3, 4"));
        QCOMPARE(CmRunProbe("unary", {{"type", "ABS"}}).outputs({"float32[1, 2] = 2, -4"}),
                 std::string("float32[1,2] 2, 4"));
    }
    void weightsLieOnChannelsOrOnTheWholeImage()
    {
        QCOMPARE(CmRunProbe("scale", {{"hasBias", "true"}})
                     .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float32[2] = 2, 3",
                               "float32[1] = 1"}),
                 std::string("float32[1,2,1,2] 3, 5, 10, 13"));
        QCOMPARE(CmRunProbe("scale", {})
                     .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float32[2, 1, 1] = 2, 3"}),
                 std::string("float32[1,2,1,2] 2, 4, 9, 12"));
        QCOMPARE(CmRunProbe("bias", {})
                     .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float16[1, 1, 2] = 10, 20"}),
                 std::string("float32[1,2,1,2] 11, 22, 13, 24"));
    }
    void weightsThatDoNotFitAreTold()
    {
        const std::string found =
            CmRunProbe("bias", {})
                .outputs({"float32[1, 2, 1, 2] = 1, 2, 3, 4", "float32[3] = 1, 2, 3"});
        QVERIFY2(found.find("weights of the shape [3]") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmArithmetic)
#include "tst_cm_arithmetic.moc"
