// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnTranspose : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualLightNets();
    void permutes();
    void noPermutationIsAnError();
};

void TstLnTranspose::valuesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_transpose_"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 4 && found.tensors > 0, prefix);
    }
}

void TstLnTranspose::permutes()
{
    const auto run = runLightNet(
        oneOp("transpose", {{"src", "[2,3]", "[1,2,3,4,5,6]"}}, {{"axes", "[1,0]"}}), m_builtins);
    QCOMPARE(resultOf(run), (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

void TstLnTranspose::noPermutationIsAnError()
{
    for (const char *axes : {"[0,0]", "[0]", "[0,2]", "[-1,0]"}) {
        QVERIFY(!runLightNet(oneOp("transpose", {{"src", "[1,2]", "[1,2]"}}, {{"axes", axes}}),
                             m_builtins)
                     .error.empty());
    }
}

NERVURE_TEST(TstLnTranspose)
#include "tst_ln_transpose.moc"
