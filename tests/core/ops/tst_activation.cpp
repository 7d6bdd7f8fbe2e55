// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leakyReluScalesNegatives()
    {
        OpProbe op("leaky_relu", {{"alpha", "0.5"}});
        QCOMPARE(op.firstOutput({{{3}, {-2, 0, 3}}}), (std::vector<float>{-1, 0, 3}));
    }

    void clipLimitsAndTurnsNanIntoTheUpperBound()
    {
        OpProbe op("clip", {{"a_min", "-1"}, {"a_max", "2"}});
        QCOMPARE(op.firstOutput({{{4}, {-5, 0.5F, 7, NAN}}}), (std::vector<float>{-1, 0.5F, 2, 2}));
    }

    void negativeSlopeIsRefused()
    {
        QVERIFY(!OpProbe("leaky_relu", {{"alpha", "-1"}}).diagnostics.empty());
        QCOMPARE(OpProbe("clip").diagnostics.size(), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(TstActivation)
#include "tst_activation.moc"
