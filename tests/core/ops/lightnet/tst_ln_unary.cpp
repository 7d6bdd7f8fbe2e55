// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnUnary : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void slopeMayBeZero();
    void reluCutsNegativeNumbers();
};

void TstLnUnary::slopeMayBeZero()
{
    const std::string json = oneOp("lrelu", {{"src", "[2]", "[-4,4]"}}, {{"negslope", "0"}});
    QCOMPARE(resultOf(runLightNet(json, m_builtins)), (std::vector<double>{0, 4}));
    QVERIFY(resultOf(runLightNet(json, m_builtins, Semantics::Exact))[0] < 0);
}

void TstLnUnary::reluCutsNegativeNumbers()
{
    const auto run = runLightNet(oneOp("relu", {{"src", "[3]", "[-4,0,4]"}}, {}), m_builtins);
    QCOMPARE(resultOf(run), (std::vector<double>{0, 0, 4}));
}

NERVURE_TEST(TstLnUnary)
#include "tst_ln_unary.moc"
