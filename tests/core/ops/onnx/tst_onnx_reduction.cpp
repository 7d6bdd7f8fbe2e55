// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reducedDimensionsStayOrGo()
    {
        for (const char *op :
             {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean",
              "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"}) {
            QCOMPARE(OnnxProbe(op, 12, {{"axes", "[-1]"}}).outputs({"float32[n, 3, 4]"}),
                     std::string("float32[n, 3, 1]"));
            QCOMPARE(OnnxProbe(op, 18, {{"keepdims", "0"}})
                         .outputs({"float32[n, 3, 4]", "int64[2] = 1, 2"}),
                     std::string("float32[n]"));
        }
    }

    void withoutAxesAllOrNoneAreReduced()
    {
        QCOMPARE(OnnxProbe("ReduceSum", 13).outputs({"float32[n, 3]"}),
                 std::string("float32[1, 1]"));
        QCOMPARE(OnnxProbe("ReduceSum", 13, {{"keepdims", "0"}}).outputs({"float32", "int64[0]"}),
                 std::string("float32[]"));
        QCOMPARE(OnnxProbe("ReduceSum", 13, {{"noop_with_empty_axes", "1"}})
                     .outputs({"float32[n, 3]", "int64[0]"}),
                 std::string("float32[n, 3]"));
    }

    void axesThatAreNotKnownLeaveWhatIsCertain()
    {
        QCOMPARE(OnnxProbe("ReduceMax", 18).outputs({"float32[n, 1, 4]", "int64[1]"}),
                 std::string("float32[?, 1, ?]"));
        QCOMPARE(OnnxProbe("ReduceMax", 18).outputs({"float32[n, 4]", "int64[2]"}),
                 std::string("float32[1, 1]"));
        QCOMPARE(OnnxProbe("ReduceMax", 18, {{"keepdims", "0"}})
                     .outputs({"float32[n, 3, 4]", "int64[2]"}),
                 std::string("float32[?]"));
        QCOMPARE(OnnxProbe("ReduceMax", 18, {{"keepdims", "0"}})
                     .outputs({"float32[n, 3, 4]", "int64[?]"}),
                 std::string("float32"));
    }

    void wrongAxesAreRefused()
    {
        QCOMPARE(OnnxProbe("ReduceMean", 11, {{"axes", "[2]"}}).outputs({"float32[n, 3]"}),
                 std::string("error: axis is 2, expected -2 to 1 for 2 dimensions"));
        QCOMPARE(OnnxProbe("ReduceMean", 11, {{"axes", "[1, -1]"}}).outputs({"float32[n, 3]"}),
                 std::string("error: axes names dimension 1 twice"));
    }

    void elementsAreFollowed()
    {
        const AttrDict alone{{"keepdims", "0"}};
        QCOMPARE(OnnxProbe("ReduceProd", 18, alone).outputs({"int64[3] = n, 3, 4"}),
                 std::string("int64[] = 12*n"));
        QCOMPARE(OnnxProbe("ReduceSum", 13, alone)
                     .outputs({"int64[2, 3] = 1, 2, 3, 4, 5, n", "int64[1] = 0"}),
                 std::string("int64[3] = 5, 7, n + 3"));
        QCOMPARE(OnnxProbe("ReduceSum", 13, alone)
                     .outputs({"int64[2, 3] = 1, 2, 3, 4, 5, n", "int64[1] = 1"}),
                 std::string("int64[2] = 6, n + 9"));
        QCOMPARE(OnnxProbe("ReduceMax", 20).outputs({"int64[3] = 2, 7, 4"}),
                 std::string("int64[1] = 7"));
        QCOMPARE(OnnxProbe("ReduceMin", 20).outputs({"bool[2] = 1, 0"}),
                 std::string("bool[1] = 0"));
        QCOMPARE(OnnxProbe("ReduceProd", 18, alone).outputs({"int64[0]", "int64[1] = 0"}),
                 std::string("int64[]"));
    }
};

NERVURE_TEST(TstOnnxReduction)
#include "tst_onnx_reduction.moc"
