// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfBatches : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blocksBecomeImages()
    {
        QCOMPARE(TfRunProbe("SpaceToBatchND")
                     .outputs({"float32[1, 2, 2, 1] = 1, 2, 3, 4", "int32[2] = 2, 2",
                               "int32[2, 2] = 0, 0, 0, 0"}),
                 std::string("float32[4,1,1,1] 1, 2, 3, 4"));
        // One more in front: 0 1 | 2 3.
        QCOMPARE(TfRunProbe("SpaceToBatchND")
                     .outputs({"float32[1, 3] = 1, 2, 3", "int32[1] = 2", "int32[1, 2] = 1, 0"}),
                 std::string("float32[2,2] 0, 2, 1, 3"));
    }

    void andBack()
    {
        QCOMPARE(TfRunProbe("BatchToSpaceND")
                     .outputs({"float32[4, 1, 1, 1] = 1, 2, 3, 4", "int32[2] = 2, 2",
                               "int32[2, 2] = 0, 0, 0, 0"}),
                 std::string("float32[1,2,2,1] 1, 2, 3, 4"));
        QCOMPARE(TfRunProbe("BatchToSpaceND")
                     .outputs({"float32[2, 2] = 0, 2, 1, 3", "int32[1] = 2", "int32[1, 2] = 1, 0"}),
                 std::string("float32[1,3] 1, 2, 3"));
    }

    void whatDoesNotFitIsAFault()
    {
        const std::string found =
            TfRunProbe("SpaceToBatchND")
                .outputs({"float32[1, 3] = 1, 2, 3", "int32[1] = 2", "int32[1, 2] = 0, 0"});
        QVERIFY2(found.find("expected a multiple of 2") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstTfBatches)
#include "tst_tf_batches.moc"
