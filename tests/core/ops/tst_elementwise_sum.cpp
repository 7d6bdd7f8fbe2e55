// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseSum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allInputsAreAdded()
    {
        OpProbe op("elemwise_sum", {{"num_args", "3"}});
        QCOMPARE(op.firstOutput({counted({2}), counted({2}), counted({2})}),
                 (std::vector<float>{3, 6}));
        QCOMPARE(op.spec()->inputNames(op.rule()).size(), std::size_t{3});
    }

    void shapesMustAgree()
    {
        OpProbe op("elemwise_sum", {{"num_args", "2"}});
        QVERIFY(op.outputsFor({{2}, {3}}).empty());
    }
};

QTEST_APPLESS_MAIN(TstElementwiseSum)
#include "tst_elementwise_sum.moc"
