// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfRecurrence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneStep()
    {
        // No weights and no bias: gates are 0.5, but for the forget gate, which 0 leaves at 0.5, too.
        const std::vector<std::string> in{
            "float32[1, 1] = 1", "float32[1, 1] = 8",
            "float32[1, 1] = 0", "float32[2, 4] = 0, 0, 0, 0, 0, 0, 0, 0",
            "float32[1] = 0",    "float32[1] = 0",
            "float32[1] = 0",    "float32[4] = 0, 0, 0, 0"};
        QCOMPARE(TfRunProbe("LSTMBlockCell", {{"forget_bias", "0.0"}, {"cell_clip", "3.0"}})
                     .outputs(in, 2),
                 std::string("float32[1,1] 0.5; float32[1,1] 3"));
        QCOMPARE(TfRunProbe("LSTMBlockCell", {{"forget_bias", "0.0"}, {"cell_clip", "-1.0"}})
                     .outputs(in, 2),
                 std::string("float32[1,1] 0.5; float32[1,1] 4"));
    }
};

NERVURE_TEST(TstTfRecurrence)
#include "tst_tf_recurrence.moc"
