// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmRanked : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsTakeAnyRank()
    {
        QCOMPARE(CmRunProbe("floor", {}).outputs({"float32[2] = 1.5, -1.5"}),
                 std::string("float32[2] 1, -2"));
        QCOMPARE(CmRunProbe("erf", {}).outputs({"float32[1] = 1"}),
                 std::string("float32[1] 0.8427"));
        QCOMPARE(CmRunProbe("exp2", {}).outputs({"float32[2] = 3, -1"}),
                 std::string("float32[2] 8, 0.5"));
        QCOMPARE(CmRunProbe("clip", {{"minVal", "-1"}, {"maxVal", "2"}})
                     .outputs({"float32[3] = -5, 1, 5"}),
                 std::string("float32[3] -1, 1, 2"));
        QCOMPARE(CmRunProbe("copy", {}).outputs({"float32[1] = 3"}), std::string("float32[1] 3"));
    }
    void twoAreStretchedToEachOther()
    {
        QCOMPARE(CmRunProbe("addBroadcastable", {})
                     .outputs({"float32[2, 1] = 1, 2", "float32[2] = 10, 20"}),
                 std::string("float32[2,2] 11, 21, 12, 22"));
        QCOMPARE(
            CmRunProbe("maxBroadcastable", {}).outputs({"float32[2] = 1, 5", "float32[1] = 3"}),
            std::string("float32[2] 3, 5"));
        QCOMPARE(CmRunProbe("floorDivBroadcastable", {})
                     .outputs({"float32[2] = -7, 7", "float32[1] = 2"}),
                 std::string("float32[2] -4, 3"));
        QCOMPARE(
            CmRunProbe("modBroadcastable", {}).outputs({"float32[2] = -7, 7", "float32[1] = 3"}),
            std::string("float32[2] 2, 1"));
        QCOMPARE(CmRunProbe("whereBroadcastable", {})
                     .outputs({"float32[2] = 0, 2", "float32[2] = 1, 2", "float32[1] = 9"}),
                 std::string("float32[2] 9, 2"));
    }
    void truthIsOneOrZero()
    {
        QCOMPARE(CmRunProbe("greaterThan", {{"alpha", "1"}}).outputs({"float32[2] = 1, 2"}),
                 std::string("float32[2] 0, 1"));
        QCOMPARE(CmRunProbe("equal", {}).outputs({"float32[2] = 1, 2", "float32[2] = 1, 3"}),
                 std::string("float32[2] 1, 0"));
        QCOMPARE(CmRunProbe("logicalAnd", {}).outputs({"float32[2] = 0, 5", "float32[2] = 1, 2"}),
                 std::string("float32[2] 0, 1"));
        QCOMPARE(CmRunProbe("logicalXor", {}).outputs({"float32[2] = 0, 5", "float32[2] = 1, 2"}),
                 std::string("float32[2] 1, 0"));
        QCOMPARE(CmRunProbe("logicalNot", {}).outputs({"float32[2] = 0, 5"}),
                 std::string("float32[2] 1, 0"));
    }
};

NERVURE_TEST(TstCmRanked)
#include "tst_cm_ranked.moc"
