// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDeterminant : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreExchangedWhereTheFirstIsZero()
    {
        OpProbe probe("determinant", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput(
                     {{{2, 3, 3}, {0, 2, 0, 3, 0, 0, 0, 0, 4, /**/ 2, 0, 0, 0, 3, 0, 1, 1, 1}}}),
                 (std::vector<float>{-24, 6}));
    }

    void singularMatricesHaveNone()
    {
        OpProbe probe("determinant", {}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{1, 2, 2}, {1, 2, 2, 4}}}), (std::vector<float>{0}));
    }

    void otherShapesAreRefused()
    {
        const OpProbe probe("determinant", {}, Dialect::Nervure);
        QCOMPARE(probe.outputsFor({{4, 3, 3}}), (Shapes{{4}}));
        QCOMPARE(probe.outputsFor({{3, 3}}), Shapes());
        QCOMPARE(probe.outputsFor({{4, 3, 2}}), Shapes());
    }
};

NERVURE_TEST(TstDeterminant)
#include "tst_determinant.moc"
