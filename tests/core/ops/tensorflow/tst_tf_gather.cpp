// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfGather : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsByTheirPlaces()
    {
        const std::string data = "float32[2, 2] = 1, 2, 3, 4";
        QCOMPARE(TfRunProbe("Gather").outputs({data, "int32[2] = 1, 0"}),
                 std::string("float32[2,2] 3, 4, 1, 2"));
        QCOMPARE(TfRunProbe("GatherV2").outputs({data, "int32[] = 1", "int32[] = 1"}),
                 std::string("float32[2] 2, 4"));
        QCOMPARE(TfRunProbe("GatherNd").outputs({data, "int32[1, 2] = 1, 0"}),
                 std::string("float32[1] 3"));
    }

    void theLargest()
    {
        QCOMPARE(TfRunProbe("TopKV2").outputs({"float32[3] = 1, 9, 5", "int32[] = 2"}, 2),
                 std::string("float32[2] 9, 5; int32[2] 1, 2"));
    }
};

NERVURE_TEST(TstTfGather)
#include "tst_tf_gather.moc"
