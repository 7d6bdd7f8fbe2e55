// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnNormalize : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void batchnormNormalizes();
};

void TstLnNormalize::batchnormNormalizes()
{
    const auto run = runLightNet(oneOp("batchnorm",
                                       {{"src", "[1,2,1,1]", "[3,5]"},
                                        {"scale", "[2]", "[1,2]"},
                                        {"offset", "[2]", "[0,1]"},
                                        {"mean", "[2]", "[1,1]"},
                                        {"var", "[2]", "[4,4]"}},
                                       {{"epsilon", "0"}}),
                                 m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run), (std::vector<double>{1, 5}));
}

NERVURE_TEST(TstLnNormalize)
#include "tst_ln_normalize.moc"
