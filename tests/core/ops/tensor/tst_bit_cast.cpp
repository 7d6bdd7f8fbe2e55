// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <bit>

using namespace nervure;
using namespace nervure::tests;

class TstBitCast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBitsStay()
    {
        const OpProbe probe("bit_cast", {{"dtype", "int32"}}, Dialect::Nervure);
        FloatTensor in{{2}, {1.0F, -2.5F}};
        std::vector<std::int32_t> out(2);
        const std::vector<ConstTensorView> from{in.view()};
        const std::vector<TensorView> to{
            {DType::Int32, in.shape, reinterpret_cast<std::byte *>(out.data())}};
        const RuleContext rule = probe.rule();
        QVERIFY(probe.spec()->reference({rule, from, to, {}}));
        QCOMPARE(out[0], std::bit_cast<std::int32_t>(1.0F));
        QCOMPARE(out[1], std::bit_cast<std::int32_t>(-2.5F));
    }

    void elementsOfOtherLengthsAreRefused()
    {
        const OpProbe probe("bit_cast", {{"dtype", "float16"}}, Dialect::Nervure);
        DTypes half{DType::UInt16};
        DTypes single{DType::Float32};
        const auto types = probe.inferTypes(half);
        QVERIFY(types.ok());
        QCOMPARE(types->front(), DType::Float16);
        NERVURE_VERIFY_ERROR(probe.inferTypes(single), "infer-type",
                             "input 0 (data) is float32, expected elements as long as float16");
    }
};

NERVURE_TEST(TstBitCast)
#include "tst_bit_cast.moc"
