// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstLnElew : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void divisionByZeroIsAnError();
    void shapesMustAgree();
};

void TstLnElew::divisionByZeroIsAnError()
{
    const auto quotient = [this](const char *type, Semantics semantics) {
        return runLightNet(oneOp("elew",
                                 {{"src1", "[1]", "[1]", type}, {"src2", "[1]", "[0]", type}},
                                 {{"elew_op", "\"TL_DIV\""}}),
                           m_builtins, semantics);
    };
    QVERIFY(quotient("TL_FLOAT", Semantics::Exact).error.find("is 0") != std::string::npos);
    QVERIFY(quotient("TL_INT32", Semantics::Fixed).error.find("is 0") != std::string::npos);
    // As devices have it.
    QCOMPARE(resultOf(quotient("TL_FLOAT", Semantics::Fixed)), (std::vector<double>{HUGE_VAL}));
}

void TstLnElew::shapesMustAgree()
{
    const auto run = runLightNet(oneOp("elew", {{"src1", "[2]", "[1]"}, {"src2", "[1]", "[0]"}},
                                       {{"elew_op", "\"TL_SUM\""}}),
                                 m_builtins);
    QVERIFY(run.error.find("expected that of src1") != std::string::npos);
}

NERVURE_TEST(TstLnElew)
#include "tst_ln_elew.moc"
