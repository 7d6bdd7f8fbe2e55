// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsGoOrStay()
    {
        const std::vector<std::string> in{"float32[2, 2] = 1, 2, 3, 5", "int32[1] = -1"};
        QCOMPARE(TfRunProbe("Sum").outputs(in), std::string("float32[2] 3, 8"));
        QCOMPARE(TfRunProbe("Mean", {{"keep_dims", "true"}}).outputs(in),
                 std::string("float32[2,1] 1.5, 4"));
        QCOMPARE(TfRunProbe("Max").outputs({in[0], "int32[2] = 0, 1"}), std::string("float32[] 5"));
        QCOMPARE(TfRunProbe("Min").outputs({in[0], "int32[] = 0"}), std::string("float32[2] 1, 2"));
        QCOMPARE(TfRunProbe("Prod").outputs(in), std::string("float32[2] 2, 15"));
    }

    void truthValues()
    {
        const std::vector<std::string> in{"bool[2, 2] = 1, 0, 1, 1", "int32[] = 1"};
        QCOMPARE(TfRunProbe("All").outputs(in), std::string("uint8[2] 0, 1"));
        QCOMPARE(TfRunProbe("Any").outputs(in), std::string("uint8[2] 1, 1"));
    }

    void positions()
    {
        const std::vector<std::string> in{"float32[2, 2] = 1, 2, 7, 5", "int32[] = 1"};
        QCOMPARE(TfRunProbe("ArgMax").outputs(in), std::string("int64[2] 1, 0"));
        QCOMPARE(TfRunProbe("ArgMin", {{"output_type", "int32"}}).outputs(in),
                 std::string("int32[2] 0, 1"));
    }

    void sumsUpToEach()
    {
        QCOMPARE(TfRunProbe("Cumsum", {{"exclusive", "true"}})
                     .outputs({"float32[3] = 1, 2, 3", "int32[] = 0"}),
                 std::string("float32[3] 0, 1, 3"));
    }
};

NERVURE_TEST(TstTfReduction)
#include "tst_tf_reduction.moc"
