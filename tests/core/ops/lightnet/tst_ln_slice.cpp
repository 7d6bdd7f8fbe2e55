// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnSlice : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualLightNets();
    void takesPartOfTheAxis();
    void outsideIsAnError();
};

void TstLnSlice::valuesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_slice_"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 5 && found.tensors > 0, prefix);
    }
}

void TstLnSlice::takesPartOfTheAxis()
{
    const auto run = runLightNet(oneOp("slice", {{"src", "[2,3]", "[1,2,3,4,5,6]"}},
                                       {{"axis", "1"}, {"start", "1"}, {"len", "2"}}),
                                 m_builtins);
    QCOMPARE(resultOf(run), (std::vector<double>{2, 3, 5, 6}));
}

void TstLnSlice::outsideIsAnError()
{
    for (const char *start : {"-1", "2", "3"}) {
        const auto run = runLightNet(oneOp("slice", {{"src", "[3]", "[1,2,3]"}},
                                           {{"axis", "0"}, {"start", start}, {"len", "2"}}),
                                     m_builtins);
        QVERIFY(!run.error.empty());
    }
}

NERVURE_TEST(TstLnSlice)
#include "tst_ln_slice.moc"
