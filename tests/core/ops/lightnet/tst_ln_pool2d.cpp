// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnPool2d : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void paddingByBatchIsExactOnly();
};

void TstLnPool2d::paddingByBatchIsExactOnly()
{
    const std::string json = oneOp("maxpool2d", {{"src", "[1,1,4,4]", "[0]"}},
                                   {{"size", "[3,3]"},
                                    {"stride", "[1,1]"},
                                    {"padding", "[0,0,0,0]"},
                                    {"autopad", "\"SAME_UPPER\""}});
    const auto fixed = runLightNet(json, m_builtins);
    QVERIFY2(fixed.error.empty(), fixed.error.c_str());
    QVERIFY(fixed.tensors.at("result").shape() == (Shape{1, 1, 4, 4}));
}

NERVURE_TEST(TstLnPool2d)
#include "tst_ln_pool2d.moc"
