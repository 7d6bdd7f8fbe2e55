// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersNamePlaces()
    {
        QCOMPARE(CmRunProbe("gather", {{"axis", "1"}})
                     .outputs({"float32[1, 3] = 5, 6, 7", "float32[2] = 2, -3"}),
                 std::string("float32[1,2] 7, 5"));
        QCOMPARE(CmRunProbe("gatherAlongAxis", {{"axis", "1"}})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4", "float32[2, 1] = 1, 0"}),
                 std::string("float32[2,1] 2, 3"));
        QCOMPARE(CmRunProbe("gatherND", {})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4", "float32[2, 2] = 0, 1, 1, 0"}),
                 std::string("float32[2] 2, 3"));
        QCOMPARE(
            CmRunProbe(
                "oneHot",
                {{"oneHotVectorSize", "3"}, {"axis", "-1"}, {"onValue", "5"}, {"offValue", "1"}})
                .outputs({"float32[2] = 2, 0"}),
            std::string("float32[2,3] 1, 1, 5, 5, 1, 1"));
    }
    void partsHaveBeginsEndsAndMasks()
    {
        QCOMPARE(CmRunProbe("sliceStatic", {{"beginIds", "[0, 1]"},
                                            {"beginMasks", "[1, 0]"},
                                            {"endIds", "[0, -1]"},
                                            {"endMasks", "[1, 0]"},
                                            {"strides", "[1, 1]"}})
                     .outputs({"float32[2, 4] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[2,2] 2, 3, 6, 7"));
        QCOMPARE(CmRunProbe("sliceStatic", {{"beginIds", "[3]"},
                                            {"beginMasks", "[1]"},
                                            {"endIds", "[0]"},
                                            {"endMasks", "[1]"},
                                            {"strides", "[-2]"}})
                     .outputs({"float32[4] = 1, 2, 3, 4"}),
                 std::string("float32[2] 4, 2"));
        QCOMPARE(
            CmRunProbe("sliceStatic",
                       {{"beginIds", "[1, 0]"}, {"endIds", "[0, 2]"}, {"squeezeMasks", "[1, 0]"}})
                .outputs({"float32[2, 2] = 1, 2, 3, 4"}),
            std::string("float32[2] 3, 4"));
    }
    void tensorsAreMade()
    {
        QCOMPARE(CmRunProbe("fillStatic", {{"value", "3"}, {"targetShape", "[1, 2]"}}).outputs({}),
                 std::string("float32[1,2] 3, 3"));
        QCOMPARE(CmRunProbe("fillLike", {{"value", "3"}}).outputs({"float32[2] = 1, 2"}),
                 std::string("float32[2] 3, 3"));
        QCOMPARE(CmRunProbe("rangeStatic",
                            {{"startValue", "1"}, {"endValue", "4"}, {"stepSizeValue", "1.5"}})
                     .outputs({}),
                 std::string("float32[2] 1, 2.5"));
        QCOMPARE(CmRunProbe("getShape", {}).outputs({"float32[1, 2] = 1, 2"}),
                 std::string("float32[2] 1, 2"));
        QCOMPARE(CmRunProbe("upperTriangular", {}).outputs({"float32[2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[2,2] 1, 2, 0, 4"));
        QCOMPARE(
            CmRunProbe("lowerTriangular", {{"k", "-1"}}).outputs({"float32[2, 2] = 1, 2, 3, 4"}),
            std::string("float32[2,2] 0, 0, 3, 0"));
        QCOMPARE(CmRunProbe("matrixBandPart", {{"numLower", "0"}, {"numUpper", "-1"}})
                     .outputs({"float32[2, 2] = 1, 2, 3, 4"}),
                 std::string("float32[2,2] 1, 2, 0, 4"));
    }
    void anEmptyPartIsTold()
    {
        const std::string found =
            CmRunProbe("sliceStatic", {{"beginIds", "[2]"}, {"endIds", "[1]"}})
                .outputs({"float32[4] = 1, 2, 3, 4"});
        QVERIFY2(found.find("no element is left of dimension 0") != std::string::npos,
                 found.c_str());
    }
};

NERVURE_TEST(TstCmPlaces)
#include "tst_cm_places.moc"
