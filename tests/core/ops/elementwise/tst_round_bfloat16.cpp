// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstRoundBfloat16 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void halvesBecomeEven()
    {
        OpProbe probe("round_bfloat16", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{4}, {1.00390625F, 1.01171875F, 1.004F, -1.00390625F}}}),
                 (std::vector<float>{1, 1.015625F, 1.0078125F, -1}));
    }

    void otherTypesAreRefused()
    {
        OpProbe probe("round_bfloat16", {}, Dialect::Nervure);
        DTypes in{DType::Float16};
        const auto types = probe.inferTypes(in);
        QVERIFY(!types.ok());
        QCOMPARE(types.error().message, std::string("input 0 (data) is float16, expected float32"));
    }
};

NERVURE_TEST(TstRoundBfloat16)
#include "tst_round_bfloat16.moc"
