// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void imagesAreReduced()
    {
        QCOMPARE(CmRunProbe("reduce", {{"mode", "SUM"}, {"axis", "CHW"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,1,1,1] 36"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "AVG"}, {"axis", "HW"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,2,1,1] 2.5, 6.5"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "L2"}, {"axis", "W"}})
                     .outputs({"float32[1, 1, 1, 2] = 3, 4"}),
                 std::string("float32[1,1,1,1] 5"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "L1"}, {"axis", "C"}})
                     .outputs({"float32[1, 2] = -3, 4"}),
                 std::string("float32[1,1] 7"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "ARGMAX"}, {"axis", "C"}})
                     .outputs({"float32[1, 3] = 1, 5, 2"}),
                 std::string("float32[1,1] 1"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "LOGSUM"}, {"axis", "C"}})
                     .outputs({"float32[1, 2] = 1, 2.718282"}),
                 std::string("float32[1,1] 1"));
        QCOMPARE(CmRunProbe("reduce", {{"mode", "PROD"}, {"axis", "C"}})
                     .outputs({"float32[1, 3] = 2, 3, 4"}),
                 std::string("float32[1,1] 24"));
    }
    void dimensionsAreReduced()
    {
        QCOMPARE(
            CmRunProbe("reduceSum", {{"axes", "[-1]"}}).outputs({"float32[2, 2] = 1, 2, 3, 4"}),
            std::string("float32[2] 3, 7"));
        QCOMPARE(CmRunProbe("reduceMean", {{"axes", "[0]"}, {"keepDims", "true"}})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[1,2] 2, 3"));
        QCOMPARE(CmRunProbe("reduceL2", {{"reduceAll", "true"}}).outputs({"float32[1, 2] = 3, 4"}),
                 std::string("float32[1] 5"));
        QCOMPARE(
            CmRunProbe("reduceLogSumExp", {{"axes", "[0]"}}).outputs({"float32[2] = 100, 100"}),
            std::string("float32[1] 100.7"));
        QCOMPARE(CmRunProbe("argMax", {{"axis", "1"}}).outputs({"float32[2, 2] = 1, 2, 4, 3"}),
                 std::string("float32[2,1] 1, 0"));
        QCOMPARE(CmRunProbe("argMin", {{"axis", "1"}, {"removeDim", "true"}})
                     .outputs({"float32[2, 2] = 1, 2, 4, 3"}),
                 std::string("float32[2] 0, 1"));
    }
    void onePlaceAloneIsFound()
    {
        const std::string found = CmRunProbe("reduce", {{"mode", "ARGMAX"}, {"axis", "HW"}})
                                      .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"});
        QVERIFY2(found.find("expected one") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmReduction)
#include "tst_cm_reduction.moc"
