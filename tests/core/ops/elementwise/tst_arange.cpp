// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstArange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAtEqualDistances()
    {
        OpProbe probe("arange", {{"start", "1"}, {"step", "-0.5"}, {"count", "3"}},
                      Dialect::Nervure);
        QCOMPARE(probe.firstOutput({}), (std::vector<float>{1, 0.5, 0}));
    }

    void theCountIsTheShape()
    {
        QCOMPARE(OpProbe("arange", {{"count", "7"}}, Dialect::Nervure).outputsFor({}),
                 (Shapes{{7}}));
    }
};

NERVURE_TEST(TstArange)
#include "tst_arange.moc"
