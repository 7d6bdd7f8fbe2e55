// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstSort : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalElementsKeepTheirOrder()
    {
        OpProbe probe("argsort", {{"dtype", "float32"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{5}, {2, 1, 2, 0, 1}}}), (std::vector<float>{3, 1, 4, 0, 2}));
    }

    void nanIsTheLargest()
    {
        OpProbe probe("argsort", {{"dtype", "float32"}, {"is_ascend", "0"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{3}, {1, NAN, 2}}}), (std::vector<float>{1, 2, 0}));
    }

    void sortsAlongADimension()
    {
        OpProbe probe("argsort", {{"dtype", "float32"}, {"axis", "0"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 2}, {4, 1, 3, 2}}}), (std::vector<float>{1, 0, 0, 1}));
    }
};

NERVURE_TEST(TstSort)
#include "tst_sort.moc"
