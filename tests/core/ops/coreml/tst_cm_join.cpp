// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmJoin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void channelsOrSequencesAreJoined()
    {
        QCOMPARE(CmRunProbe("concat", {})
                     .outputs({"float32[1, 1, 1, 2] = 1, 2", "float32[1, 2, 1, 2] = 3, 4, 5, 6"}),
                 std::string("float32[1,3,1,2] 1, 2, 3, 4, 5, 6"));
        QCOMPARE(CmRunProbe("concat", {{"sequenceConcat", "true"}})
                     .outputs({"float32[1, 2] = 1, 2", "float32[1, 2] = 3, 4"}),
                 std::string("float32[2,1,2,1,1] 1, 2, 3, 4"));
        QCOMPARE(
            CmRunProbe("sequenceRepeat", {{"nRepetitions", "2"}}).outputs({"float32[1, 2] = 1, 2"}),
            std::string("float32[2,1,2,1,1] 1, 2, 1, 2"));
    }
    void channelsAreSplit()
    {
        QCOMPARE(
            CmRunProbe("split", {{"nOutputs", "2"}}).outputs({"float32[1, 4] = 1, 2, 3, 4"}, 2),
            std::string("float32[1,2] 1, 2; float32[1,2] 3, 4"));
    }
    void constantsAreImages()
    {
        QCOMPARE(CmRunProbe("loadConstant", {{"shape", "[1, 1, 2]"}})
                     .outputs({"float16[1, 1, 2] = 1, 2"}),
                 std::string("float32[1,1,1,2] 1, 2"));
        QCOMPARE(CmRunProbe("loadConstant", {{"shape", "[1, 1, 2]"}, {"keepsRank", "true"}})
                     .outputs({"float32[1, 1, 2] = 1, 2"}),
                 std::string("float32[1,1,1,1,2] 1, 2"));
        QCOMPARE(CmRunProbe("loadConstantND", {{"shape", "[2]"}}).outputs({"float32[2] = 1, 2"}),
                 std::string("float32[2] 1, 2"));
    }
    void partsThatAreNotEqualAreTold()
    {
        const std::string found =
            CmRunProbe("split", {{"nOutputs", "2"}}).outputs({"float32[1, 4] = 1, 2, 3, 4"});
        QVERIFY2(found.find("1 outputs, expected nOutputs, 2") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmJoin)
#include "tst_cm_join.moc"
