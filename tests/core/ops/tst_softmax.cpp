// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstSoftmax : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesSumToOneAlongTheAxis()
    {
        OpProbe op("softmax", {{"axis", "0"}});
        const auto out = op.firstOutput({{{2, 2}, {0, 1000, 0, 1000}}});
        QCOMPARE(out, (std::vector<float>{0.5F, 0.5F, 0.5F, 0.5F}));
    }

    void logarithmMatches()
    {
        const auto out = OpProbe("log_softmax").firstOutput({{{1, 2}, {3, 3}}});
        QVERIFY(std::abs(out[0] + std::log(2.0F)) < 1e-6F);
    }

    void anAxisBeyondTheDataCannotRun()
    {
        OpProbe op("softmax", {{"axis", "4"}});
        QVERIFY(!op.outputsFor({{2, 2}}).empty());
        QVERIFY(op.firstOutput({counted({2, 2})}).empty());
    }
};

QTEST_APPLESS_MAIN(TstSoftmax)
#include "tst_softmax.moc"
