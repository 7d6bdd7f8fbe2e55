// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseFunctions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void halvesBecomeEven()
    {
        OpProbe probe("rint", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{3}, {0.5F, 1.5F, -2.5F}}}), (std::vector<float>{0, 2, -2}));
    }

    void signsAreNumbers()
    {
        OpProbe probe("sign", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{3}, {-7, 0, 0.1F}}}), (std::vector<float>{-1, 0, 1}));
    }

    void errorFunctionAtOne()
    {
        OpProbe probe("erf", {}, Dialect::Nervure);
        const std::vector<float> result = probe.firstOutput({{{1}, {1}}});
        QCOMPARE(result.size(), std::size_t{1});
        QVERIFY(std::fabs(result[0] - 0.8427008F) < 1e-6F);
    }
};

NERVURE_TEST(TstElementwiseFunctions)
#include "tst_elementwise_functions.moc"
