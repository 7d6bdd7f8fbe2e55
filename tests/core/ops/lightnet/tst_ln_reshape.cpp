// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnReshape : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualLightNets();
    void keepsElements();
    void otherLengthIsAnError();
};

void TstLnReshape::valuesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_forward", "op_alias_lifetime"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 1 && found.tensors > 0, prefix);
    }
}

void TstLnReshape::keepsElements()
{
    const auto run = runLightNet(
        oneOp("reshape", {{"src", "[2,2]", "[1,2,3,4]"}}, {{"dims", "[4]"}}), m_builtins);
    QVERIFY(run.tensors.at("result").shape() == Shape{4});
    QCOMPARE(resultOf(run), (std::vector<double>{1, 2, 3, 4}));
}

void TstLnReshape::otherLengthIsAnError()
{
    QVERIFY(!runLightNet(oneOp("reshape", {{"src", "[2]", "[1,2]"}}, {{"dims", "[3]"}}), m_builtins)
                 .error.empty());
}

NERVURE_TEST(TstLnReshape)
#include "tst_ln_reshape.moc"
