// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnConcat : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void joinsAlongTheAxis();
    void otherShapesAreErrors();
};

void TstLnConcat::joinsAlongTheAxis()
{
    const auto run =
        runLightNet(oneOp("concat", {{"src1", "[2,1]", "[1,2]"}, {"src2", "[2,2]", "[3,4,5,6]"}},
                          {{"axis", "1"}}),
                    m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run), (std::vector<double>{1, 3, 4, 2, 5, 6}));
}

void TstLnConcat::otherShapesAreErrors()
{
    const auto run =
        runLightNet(oneOp("concat", {{"src1", "[2,1]", "[1,2]"}, {"src2", "[3,1]", "[1,2,3]"}},
                          {{"axis", "1"}}),
                    m_builtins);
    QVERIFY(!run.error.empty());
}

NERVURE_TEST(TstLnConcat)
#include "tst_ln_concat.moc"
