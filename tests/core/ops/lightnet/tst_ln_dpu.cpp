// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnDpu : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void elementsStay();
    void columnsAreAMultipleOfEight();
};

void TstLnDpu::elementsStay()
{
    for (const char *op : {"svmr", "ldmr"}) {
        const std::string json = oneOp(op, {{"src", "[1,8]", "[1,2,3,4,5,6,7,8]"}}, {});
        QCOMPARE(resultOf(runLightNet(json, m_builtins)),
                 (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
        QVERIFY(!runLightNet(json, m_builtins, Semantics::Exact).error.empty());
    }
}

void TstLnDpu::columnsAreAMultipleOfEight()
{
    const auto run = runLightNet(oneOp("svmr", {{"src", "[8,4]", "[1]"}}, {}), m_builtins);
    QVERIFY(run.error.find("multiple of 8") != std::string::npos);
}

NERVURE_TEST(TstLnDpu)
#include "tst_ln_dpu.moc"
