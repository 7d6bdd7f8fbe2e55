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
};

NERVURE_TEST(TstMxBatchNorm)
#include "tst_mx_batch_norm.moc"
