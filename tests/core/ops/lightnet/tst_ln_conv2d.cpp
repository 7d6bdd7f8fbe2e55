// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnConv2d : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void wrongOperandsAreErrors();
};

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

NERVURE_TEST(TstLnConv2d)
#include "tst_ln_conv2d.moc"
