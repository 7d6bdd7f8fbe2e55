// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesChange()
    {
        QCOMPARE(
            CmRunProbe("transpose", {{"axes", "[1, 0]"}}).outputs({"float32[2, 2] = 1, 2, 3, 4"}),
            std::string("float32[2,2] 1, 3, 2, 4"));
        QCOMPARE(CmRunProbe("reshapeStatic", {{"targetShape", "[2, -1]"}})
                     .outputs({"float32[4] = 1, 2, 3, 4"}),
                 std::string("float32[2,2] 1, 2, 3, 4"));
        QCOMPARE(CmRunProbe("rankPreservingReshape", {{"targetShape", "[0, 2, -1]"}})
                     .outputs({"float32[1, 4, 1] = 1, 2, 3, 4"}),
                 std::string("float32[1,2,2] 1, 2, 3, 4"));
        QCOMPARE(CmRunProbe("reshapeLike", {})
                     .outputs({"float32[4] = 1, 2, 3, 4", "float32[2, 2] = 0, 0, 0, 0"}),
                 std::string("float32[2,2] 1, 2, 3, 4"));
        QCOMPARE(CmRunProbe("squeeze", {{"axes", "[0]"}}).outputs({"float32[1, 2] = 1, 2"}),
                 std::string("float32[2] 1, 2"));
        QCOMPARE(CmRunProbe("expandDims", {{"axes", "[0, -1]"}}).outputs({"float32[2] = 1, 2"}),
                 std::string("float32[1,2,1] 1, 2"));
        QCOMPARE(
            CmRunProbe("flattenTo2D", {{"axis", "1"}}).outputs({"float32[2, 1, 2] = 1, 2, 3, 4"}),
            std::string("float32[2,2] 1, 2, 3, 4"));
        QCOMPARE(CmRunProbe("softmaxND", {{"axis", "0"}}).outputs({"float32[2] = 0, 0"}),
                 std::string("float32[2] 0.5, 0.5"));
    }
    void valuesAreJoinedAndTakenApart()
    {
        QCOMPARE(CmRunProbe("stack", {{"axis", "1"}})
                     .outputs({"float32[2] = 1, 2", "float32[2] = 3, 4"}),
                 std::string("float32[2,2] 1, 3, 2, 4"));
        QCOMPARE(CmRunProbe("concatND", {{"axis", "0"}})
                     .outputs({"float32[1] = 1", "float32[2] = 3, 4"}),
                 std::string("float32[3] 1, 3, 4"));
        QCOMPARE(CmRunProbe("concatND", {{"axis", "0"}, {"interleave", "true"}})
                     .outputs({"float32[2] = 1, 2", "float32[2] = 3, 4"}),
                 std::string("float32[4] 1, 3, 2, 4"));
        QCOMPARE(CmRunProbe("splitND", {{"axis", "0"}, {"splitSizes", "[1, 2]"}})
                     .outputs({"float32[3] = 1, 2, 3"}, 2),
                 std::string("float32[1] 1; float32[2] 2, 3"));
    }
    void anotherNumberOfElementsIsTold()
    {
        const std::string found = CmRunProbe("reshapeStatic", {{"targetShape", "[3]"}})
                                      .outputs({"float32[4] = 1, 2, 3, 4"});
        QVERIFY2(found.find("4 elements, expected 3") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmTensors)
#include "tst_cm_tensors.moc"
