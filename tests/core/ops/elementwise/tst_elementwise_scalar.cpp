// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

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
        NERVURE_VERIFY_ERROR(OpProbe("__add_scalar__"), "attr-missing",
                             "__add_scalar__ 'n': attribute 'scalar' is missing, the operator");
        NERVURE_VERIFY_ERROR(OpProbe("__add_scalar__", {{"scalar", "two"}}), "attr-invalid",
                             "__add_scalar__ 'n': attribute 'scalar' is 'two', expected a number");
    }

    void theScalarIsAFloatFirstInExact()
    {
        const OpProbe op("__add_scalar__", {{"scalar", "0.1"}});
        QCOMPARE(computed<double>(op, Elements<double>{{1}, {0}}),
                 (std::vector<double>{static_cast<double>(0.1F)}));
        double y = -1;
        const double x = 0;
        const Shape shape{1};
        const ConstTensorView in(DType::Float64, shape, reinterpret_cast<const std::byte *>(&x));
        const TensorView out{DType::Float64, shape, reinterpret_cast<std::byte *>(&y)};
        const RuleContext rule = op.rule(Semantics::Fixed);
        QVERIFY(op.spec()->reference({rule, {&in, 1}, {&out, 1}, {}}).ok());
        QCOMPARE(y, 0.1);
    }

    void shiftsTakeTheWholeScalar()
    {
        const OpProbe op("__lshift_scalar__", {{"scalar", "2.9"}});
        QCOMPARE(computed<std::int32_t>(op, Elements<std::int32_t>{{2}, {3, -1}}),
                 (std::vector<std::int32_t>{12, -4}));
    }

    void halvesAreRounded()
    {
        const OpProbe op("__mul_scalar__", {{"scalar", "3"}});
        const auto out = computed<Half>(op, Elements<Half>{{2}, {Half(0.1), Half(30000)}});
        QCOMPARE(float{out[0]}, float{Half(0.29992675)});
        QVERIFY(std::isinf(float{out[1]}));
    }

    void anyLayoutPasses()
    {
        QCOMPARE(askLayout(OpProbe("__add_scalar__", {{"scalar", "1"}}), {"NCHW8c"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW8c"}, {"NCHW8c"}, {}}));
    }
};

NERVURE_TEST(TstElementwiseScalar)
#include "tst_elementwise_scalar.moc"
