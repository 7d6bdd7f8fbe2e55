// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTfNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChannelByItsStatistics()
    {
        const std::vector<std::string> in{"float32[1, 1, 1, 2] = 3, 5", "float32[2] = 1, 2",
                                          "float32[2] = 0, 1", "float32[2] = 1, 1",
                                          "float32[2] = 4, 16"};
        const AttrDict attrs{{"is_training", "false"}, {"epsilon", "0.0"}};
        QCOMPARE(TfRunProbe("FusedBatchNorm", attrs).outputs(in),
                 std::string("float32[1,1,1,2] 1, 3"));
        QCOMPARE(TfRunProbe("FusedBatchNormV3", attrs).outputs(in),
                 std::string("float32[1,1,1,2] 1, 3"));
    }

    void aBatchByItsOwn()
    {
        const AttrDict attrs{{"is_training", "true"}, {"epsilon", "0.0"}};
        QCOMPARE(TfRunProbe("FusedBatchNorm", attrs)
                     .outputs({"float32[2, 1, 1, 1] = 1, 3", "float32[1] = 1", "float32[1] = 0",
                               "float32[1] = 7", "float32[1] = 7"},
                              3),
                 std::string("float32[2,1,1,1] -1, 1; float32[1] 2; float32[1] 2"));
    }

    void betaComesBeforeGamma()
    {
        const AttrDict attrs{{"variance_epsilon", "0.0"}, {"scale_after_normalization", "true"}};
        QCOMPARE(TfRunProbe("BatchNormWithGlobalNormalization", attrs)
                     .outputs({"float32[1, 1, 1, 1] = 3", "float32[1] = 1", "float32[1] = 4",
                               "float32[1] = 10", "float32[1] = 5"}),
                 std::string("float32[1,1,1,1] 15"));
    }

    void neighboringChannels()
    {
        const AttrDict attrs{{"depth_radius", "1"}, {"beta", "1.0"}};
        QCOMPARE(TfRunProbe("LRN", attrs).outputs({"float32[1, 1, 1, 3] = 1, 2, 2"}),
                 std::string("float32[1,1,1,3] 0.1667, 0.2, 0.2222"));
    }
};

NERVURE_TEST(TstTfNormalization)
#include "tst_tf_normalization.moc"
