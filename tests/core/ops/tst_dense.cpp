// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDense : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void referenceMultipliesByTheTransposedWeight()
    {
        OpProbe op("dense", {{"units", "2"}});
        QCOMPARE(
            op.firstOutput({{{1, 3}, {1, 2, 3}}, {{2, 3}, {1, 0, 0, 1, 1, 1}}, {{2}, {10, 20}}}),
            (std::vector<float>{11, 26}));
    }

    void dataLearnsTheBatchFromTheOutput()
    {
        Shapes in{{}, {4, 3}, {}};
        QVERIFY(OpProbe("dense", {{"units", "4"}}).infer(in, {{7, 4}}).ok());
        QCOMPARE(in[0], (Shape{7, 0}));
        QCOMPARE(in[2], (Shape{4}));
    }

    void unitsMustBePositive()
    {
        QVERIFY(!OpProbe("dense", {{"units", "0"}}).diagnostics.empty());
        QVERIFY(!OpProbe("dense", {{"units", "four"}}).diagnostics.empty());
    }
};

QTEST_APPLESS_MAIN(TstDense)
#include "tst_dense.moc"
