// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseScalar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reversedOperatorsPutTheScalarFirst()
    {
        OpProbe op("__rsub_scalar__", {{"scalar", "10"}});
        QCOMPARE(op.firstOutput({counted({3})}), (std::vector<float>{9, 8, 7}));
        OpProbe power("__rpow_scalar__", {{"scalar", "2"}});
        QCOMPARE(power.firstOutput({counted({3})}), (std::vector<float>{2, 4, 8}));
    }

    void integersTruncateTheScalarFirst()
    {
        OpProbe op("__mul_scalar__", {{"scalar", "2.5"}});
        std::vector<std::int32_t> x{3, -4};
        std::vector<std::int32_t> y(2);
        const Shape shape{2};
        const ConstTensorView in(DType::Int32, shape,
                                 reinterpret_cast<const std::byte *>(x.data()));
        const TensorView out{DType::Int32, shape, reinterpret_cast<std::byte *>(y.data())};
        const RuleContext rule = op.rule();
        QVERIFY(op.spec()->reference({rule, {&in, 1}, {&out, 1}, {}}).ok());
        QCOMPARE(y, (std::vector<std::int32_t>{6, -8}));
    }

    void theScalarIsRequired()
    {
        QVERIFY(!OpProbe("__add_scalar__").diagnostics.empty());
        QVERIFY(!OpProbe("__add_scalar__", {{"scalar", "two"}}).diagnostics.empty());
    }

    void fullLikeFills()
    {
        OpProbe op("full_like", {{"fill_value", "1.5"}});
        QCOMPARE(op.firstOutput({counted({2})}), (std::vector<float>{1.5F, 1.5F}));
    }
};

QTEST_APPLESS_MAIN(TstElementwiseScalar)
#include "tst_elementwise_scalar.moc"
