// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnElew : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualLightNets();
    void divisionByZeroIsAnError();
    void shapesMustAgree();
};

void TstLnElew::valuesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_elew_"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 30 && found.tensors > 0, prefix);
    }
}

void TstLnElew::divisionByZeroIsAnError()
{
    const auto run = runLightNet(oneOp("elew", {{"src1", "[1]", "[1]"}, {"src2", "[1]", "[0]"}},
                                       {{"elew_op", "\"TL_DIV\""}}),
                                 m_builtins);
    QVERIFY(run.error.find("is 0") != std::string::npos);
}

void TstLnElew::shapesMustAgree()
{
    const auto run = runLightNet(oneOp("elew", {{"src1", "[2]", "[1]"}, {"src2", "[1]", "[0]"}},
                                       {{"elew_op", "\"TL_SUM\""}}),
                                 m_builtins);
    QVERIFY(run.error.find("expected that of src1") != std::string::npos);
}

QTEST_APPLESS_MAIN(TstLnElew)
#include "tst_ln_elew.moc"
