// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnUnary : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void reluAndSigmoidEqualTheReference();
    void lreluEqualsLightNets();
    void slopeMayBeZero();
};

void TstLnUnary::reluAndSigmoidEqualTheReference()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"ref_relu", "ref_sigmoid"}) {
        const auto found = compareWithReference(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 1 && found.tensors > 0, prefix);
    }
}

void TstLnUnary::lreluEqualsLightNets()
{
    NERVURE_NEED_ORACLES();
    const auto found = compareWithLightNet("op_lrelu_", m_builtins);
    for (const std::string &text : found.differences) {
        // LightNet turns slopes up to 0 into the least float; fixed semantics does not.
        QVERIFY2(text.find("neg") != std::string::npos, text.c_str());
    }
    QVERIFY(found.files > 5);
}

void TstLnUnary::slopeMayBeZero()
{
    const std::string json = oneOp("lrelu", {{"src", "[2]", "[-4,4]"}}, {{"negslope", "0"}});
    QCOMPARE(resultOf(runLightNet(json, m_builtins)), (std::vector<double>{0, 4}));
    QVERIFY(resultOf(runLightNet(json, m_builtins, Semantics::Exact))[0] < 0);
}

QTEST_APPLESS_MAIN(TstLnUnary)
#include "tst_ln_unary.moc"
