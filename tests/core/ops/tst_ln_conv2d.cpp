// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnConv2d : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualTheReference();
    void shapesEqualLightNets();
    void wrongOperandsAreErrors();
};

void TstLnConv2d::valuesEqualTheReference()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"ref_conv2d_"}) {
        const auto found = compareWithReference(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 5 && found.tensors > 0, prefix);
    }
}

void TstLnConv2d::shapesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    const auto found = compareWithLightNet("op_conv2d_", m_builtins);
    QVERIFY(found.files > 5 && found.differences.empty());
}

void TstLnConv2d::wrongOperandsAreErrors()
{
    const auto run = runLightNet(
        oneOp("conv2d",
              {{"src", "[1,2,3,3]", "[0]"}, {"weight", "[4,1,1,1]", "[0]"}, {"bias", "[4]", "[0]"}},
              {{"group", "1"},
               {"size", "[1,1]"},
               {"stride", "[1,1]"},
               {"dilation", "[1,1]"},
               {"padding", "[0,0,0,0]"},
               {"autopad", "\"NOTSET\""}}),
        m_builtins);
    QVERIFY(run.error.find("weight has shape [4,1,1,1]") != std::string::npos);
}

QTEST_APPLESS_MAIN(TstLnConv2d)
#include "tst_ln_conv2d.moc"
