// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsInSteps()
    {
        const std::string data = "float32[5] = 1, 2, 3, 4, 5";
        QCOMPARE(TfRunProbe("StridedSlice")
                     .outputs({data, "int32[1] = 1", "int32[1] = 5", "int32[1] = 2"}),
                 std::string("float32[2] 2, 4"));
        // Backward, and both ends open.
        QCOMPARE(TfRunProbe("StridedSlice", {{"begin_mask", "1"}, {"end_mask", "1"}})
                     .outputs({data, "int32[1] = 0", "int32[1] = 0", "int32[1] = -2"}),
                 std::string("float32[3] 5, 3, 1"));
    }

    void masks()
    {
        const std::string data = "float32[2, 1, 3] = 1, 2, 3, 4, 5, 6";
        // x[..., tf.newaxis, 1]
        QCOMPARE(
            TfRunProbe("StridedSlice",
                       {{"ellipsis_mask", "1"}, {"new_axis_mask", "2"}, {"shrink_axis_mask", "4"}})
                .outputs({data, "int32[3] = 0, 0, 1", "int32[3] = 0, 0, 2", "int32[3] = 1, 1, 1"}),
            std::string("float32[2,1,1] 2, 5"));
    }

    void whatIsNotThereIsAFault()
    {
        const std::string found =
            TfRunProbe("StridedSlice", {{"shrink_axis_mask", "1"}})
                .outputs({"float32[2] = 1, 2", "int32[1] = 2", "int32[1] = 3", "int32[1] = 1"});
        QVERIFY2(found.find("takes position 2 of 2 elements") != std::string::npos, found.c_str());
    }

    void aSizeOrTheRest()
    {
        QCOMPARE(TfRunProbe("Slice").outputs(
                     {"float32[2, 3] = 1, 2, 3, 4, 5, 6", "int32[2] = 0, 1", "int32[2] = -1, 1"}),
                 std::string("float32[2,1] 2, 5"));
    }
};

NERVURE_TEST(TstTfSlice)
#include "tst_tf_slice.moc"
