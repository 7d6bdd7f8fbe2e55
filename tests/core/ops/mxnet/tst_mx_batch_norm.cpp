// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxBatchNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statisticsFollowTheAxis()
    {
        Shapes in{{2, 4, 4, 3}, {}, {}, {}, {}};
        const auto out = MXNetProbe("BatchNorm", {{"axis", "-1"}}).infer(in, {{}, {}, {}});
        QVERIFY(bool(out));
        QCOMPARE(*out, (Shapes{{2, 4, 4, 3}, {3}, {3}}));
        QCOMPARE(in[4], (Shape{3}));
    }

    void statisticsOfHalfAreFloat()
    {
        DTypes in{DType::Float16, DType::Unknown, DType::Unknown, DType::Unknown, DType::Unknown};
        const auto out = MXNetProbe("BatchNorm").inferTypes(in);
        QVERIFY(bool(out));
        QCOMPARE((*out)[0], DType::Float16);
        QCOMPARE(in[3], DType::Float32);
    }

    /// gamma is 1 unless the operator is told otherwise.
    void gammaIsFixedByDefault()
    {
        const std::vector<FloatTensor> in{
            {{1, 1, 2}, {3, 5}}, {{1}, {10}}, {{1}, {1}}, {{1}, {3}}, {{1}, {4}}};
        const auto fixed = MXNetProbe("BatchNorm", {{"eps", "0"}}).computed(in);
        QVERIFY(bool(fixed));
        QCOMPARE(fixed->data, (std::vector<float>{1, 2}));
        const auto used =
            MXNetProbe("BatchNorm_v1", {{"eps", "0"}, {"fix_gamma", "False"}}).computed(in);
        QVERIFY(bool(used));
        QCOMPARE(used->data, (std::vector<float>{1, 11}));
    }

    void unknownAttributesAreTold()
    {
        QCOMPARE(MXNetProbe("BatchNorm_v1", {{"axis", "1"}}).diagnostics.size(), std::size_t{1});
    }

    void statisticsThatAreShown()
    {
        const auto result = MXNetProbe("BatchNorm", {{"output_mean_var", "True"}, {"eps", "0"}})
                                .computed({counted({1, 2, 1}),
                                           {{2}, {1, 1}},
                                           {{2}, {0, 0}},
                                           {{2}, {3, 4}},
                                           {{2}, {4, 16}}},
                                          2);
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0.5F, 0.25F}));
    }

    void whatInferenceDoesNotGiveIsRefused()
    {
        const auto result = MXNetProbe("_contrib_SyncBatchNorm", {{"key", "k"}})
                                .computed({counted({1, 2, 1}),
                                           {{2}, {1, 1}},
                                           {{2}, {0, 0}},
                                           {{2}, {3, 4}},
                                           {{2}, {4, 16}}},
                                          1);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("output 1 is one that inference does not give")
                     != std::string::npos,
                 result.error().message.c_str());
    }

    void withAnActivation()
    {
        const MXNetProbe probe("_contrib_BatchNormWithReLU",
                               {{"fix_gamma", "False"}, {"eps", "0"}});
        const auto result = probe.computed(
            {{{1, 2, 1}, {3, -3}}, {{2}, {1, 1}}, {{2}, {0, 0}}, {{2}, {1, 1}}, {{2}, {4, 4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 0}));
        QCOMPARE(probe.outputCount(), std::size_t{4});
    }

    void overTheImagesOfAllDevices()
    {
        QVERIFY(!MXNetProbe("_contrib_SyncBatchNorm").diagnostics.empty());
        QCOMPARE(MXNetProbe("_contrib_SyncBatchNorm", {{"key", "k"}})
                     .lowersTo({{1, 2, 1}, {2}, {2}, {2}, {2}}),
                 std::string("batch_norm"));
    }
};

NERVURE_TEST(TstMxBatchNorm)
#include "tst_mx_batch_norm.moc"
