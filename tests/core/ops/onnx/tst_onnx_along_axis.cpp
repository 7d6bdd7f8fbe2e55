// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxAlongAxis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIndexStandsForADimension()
    {
        for (const char *op : {"ArgMax", "ArgMin"}) {
            QCOMPARE(OnnxProbe(op, 13).outputs({"float32[n, 3]"}), std::string("int64[1, 3]"));
            QCOMPARE(
                OnnxProbe(op, 13, {{"axis", "-1"}, {"keepdims", "0"}}).outputs({"float32[n, 3]"}),
                std::string("int64[n]"));
            QCOMPARE(OnnxProbe(op, 13, {{"axis", "2"}}).outputs({"float32[n, 3]"}),
                     std::string("error: axis is 2, expected -2 to 1 for 2 dimensions"));
        }
    }

    void aScalarHasNoAxis()
    {
        QCOMPARE(OnnxProbe("CumSum", 14).outputs({"float32[]", "int64[] = 0"}),
                 std::string("error: axis is 0, expected at least 1 dimension that it can be"));
    }

    void sumsAndProductsKeepTheShape()
    {
        QCOMPARE(OnnxProbe("CumSum", 14).outputs({"float32[n, 3]", "int64[] = -1"}),
                 std::string("float32[n, 3]"));
        QCOMPARE(OnnxProbe("CumProd", 26).outputs({"int32[n, 3]", "int32[]"}),
                 std::string("int32[n, 3]"));
        QCOMPARE(OnnxProbe("CumSum", 14).outputs({"float32[n, 3]", "int64[] = 2"}),
                 std::string("error: axis is 2, expected -2 to 1 for 2 dimensions"));
    }

    void soManyOfTheTopAsAreAskedFor()
    {
        QCOMPARE(OnnxProbe("TopK", 9, {{"k", "2"}}).outputs({"float32[n, 3]"}, 2),
                 std::string("float32[n, 2]; int64[n, 2]"));
        QCOMPARE(
            OnnxProbe("TopK", 11, {{"axis", "0"}}).outputs({"float32[n, 3]", "int64[1] = k"}, 2),
            std::string("float32[k, 3]; int64[k, 3]"));
        QCOMPARE(OnnxProbe("TopK", 11).outputs({"float32[n, 3]", "int64[1]"}, 2),
                 std::string("float32[n, ?]; int64[n, ?]"));
        QCOMPARE(OnnxProbe("TopK", 11).outputs({"float32[n, 3]", "int64[1] = 4"}, 2),
                 std::string("error: k is 4, expected 0 to 3, the size of dimension 1"));
        QCOMPARE(OnnxProbe("TopK", 11).outputs({"float32[n, 3]", "int64[2] = 1, 2"}, 2),
                 std::string("error: input K has 2 elements, expected 1"));
    }
};

NERVURE_TEST(TstOnnxAlongAxis)
#include "tst_onnx_along_axis.moc"
