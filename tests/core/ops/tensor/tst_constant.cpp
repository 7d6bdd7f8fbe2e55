// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstConstant : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesItsElements()
    {
        OpProbe probe("constant", {{"shape", "(2, 2)"}, {"elements", "(1, -0.5, 3, 4)"}},
                      Dialect::Nervure);
        QCOMPARE(probe.firstOutput({}), (std::vector<float>{1, -0.5F, 3, 4}));
    }

    void elementsMustFitTheShape()
    {
        OpProbe probe("constant", {{"shape", "(3,)"}, {"elements", "(1, 2)"}}, Dialect::Nervure);
        QVERIFY(probe.firstOutput({}).empty());
    }
};

NERVURE_TEST(TstConstant)
#include "tst_constant.moc"
