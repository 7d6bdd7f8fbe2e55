// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnResize : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void linearIsBetweenTheNeighbors();
    void sizesMustBeOneADimension();
};

void TstLnResize::linearIsBetweenTheNeighbors()
{
    const std::string json = oneOp("upsample", {{"src", "[1,2]", "[0,8]"}},
                                   {{"mode", "\"TL_LINEAR\""}, {"scales", "[1,2]"}});
    QCOMPARE(resultOf(runLightNet(json, m_builtins)), (std::vector<double>{0, 2, 6, 8}));
    QVERIFY(!runLightNet(json, m_builtins, Semantics::Exact).error.empty());
}

void TstLnResize::sizesMustBeOneADimension()
{
    const auto error = [this](const char *op, const char *name, const char *value) {
        return runLightNet(oneOp(op, {{"src", "[2,3]", "[0]"}},
                                 {{"mode", "\"TL_NEAREST\""}, {name, value}}),
                           m_builtins)
            .error;
    };
    QVERIFY(error("resize", "dims", "[2,3,1]").find("dims has 3 numbers") != std::string::npos);
    QVERIFY(error("upsample", "scales", "[2]").find("scales has 1 numbers") != std::string::npos);
    QVERIFY(error("upsample", "scales", "[0,1]").find("expected 1 to") != std::string::npos);
    QVERIFY(error("upsample", "scales", "[1e30,1]").find("expected 1 to") != std::string::npos);
    QVERIFY(!error("resize", "dims", "[60000,60000]").empty());
}

NERVURE_TEST(TstLnResize)
#include "tst_ln_resize.moc"
