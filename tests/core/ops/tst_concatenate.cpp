// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstConcatenate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesAddUpAlongTheAxis()
    {
        OpProbe op("concatenate", {{"axis", "-1"}});
        QCOMPARE(op.firstOutput({counted({2, 1}), {{2, 2}, {7, 8, 9, 10}}}),
                 (std::vector<float>{1, 7, 8, 2, 9, 10}));
    }

    void otherDimensionsMustAgree()
    {
        QVERIFY(OpProbe("concatenate").outputsFor({{2, 3}, {4, 3}}).empty());
        QVERIFY(OpProbe("concatenate", {{"axis", "5"}}).outputsFor({{2, 3}, {2, 3}}).empty());
    }

    void anUnknownInputLearnsTheOtherDimensions()
    {
        Shapes in{{2, 3}, {}};
        const auto out = OpProbe("concatenate").infer(in);
        QVERIFY(out.ok());
        QCOMPARE(in[1], (Shape{2, 0}));
        QCOMPARE((*out)[0], (Shape{2, 3}));
    }
};

QTEST_APPLESS_MAIN(TstConcatenate)
#include "tst_concatenate.moc"
