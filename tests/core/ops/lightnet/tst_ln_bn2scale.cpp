// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnBn2scale : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void fixedTakesTheSquareRoot();
};

void TstLnBn2scale::fixedTakesTheSquareRoot()
{
    const auto run = runLightNet(oneOp("bn2scale_wts_cpu",
                                       {{"src_mean", "[1]", "[2]"},
                                        {"src_var", "[1]", "[4]"},
                                        {"src_scale", "[1]", "[6]"},
                                        {"src_offset", "[1]", "[1]"}},
                                       {{"epsilon", "0"}}, {"dst_scale", "dst_shift", "dst_power"}),
                                 m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run, "dst_scale"), (std::vector<double>{3}));
    QCOMPARE(resultOf(run, "dst_shift"), (std::vector<double>{-5}));
    QCOMPARE(resultOf(run, "dst_power"), (std::vector<double>{1}));
}

NERVURE_TEST(TstLnBn2scale)
#include "tst_ln_bn2scale.moc"
