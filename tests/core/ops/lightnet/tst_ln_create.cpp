// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnCreate : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void valuesEqualLightNets();
    void restIsZero();
    void randomIsInRangeAndRepeats();
    void tooMuchDataIsAnError();
};

void TstLnCreate::valuesEqualLightNets()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_create_", "op_zeros_"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 1 && found.tensors > 0, prefix);
    }
}

void TstLnCreate::restIsZero()
{
    const auto run = runLightNet(oneOp("forward", {{"src", "[2,2]", "[5,6]"}}, {}), m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run), (std::vector<double>{5, 6, 0, 0}));
}

void TstLnCreate::randomIsInRangeAndRepeats()
{
    const std::string json = oneOp("create", {},
                                   {{"dtype", "\"TL_FLOAT\""},
                                    {"dims", "[100]"},
                                    {"ran", "[-2,3]"},
                                    {"data", "[0]"},
                                    {"from_file", "false"}});
    const auto values = resultOf(runLightNet(json, m_builtins));
    QCOMPARE(int(values.size()), 100);
    double least = 9;
    double most = -9;
    for (const double value : values) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    QVERIFY(least >= -2 && most <= 3 && most - least > 2);
    QCOMPARE(resultOf(runLightNet(json, m_builtins)), values);
}

void TstLnCreate::tooMuchDataIsAnError()
{
    QVERIFY(
        !runLightNet(oneOp("forward", {{"src", "[2]", "[5,6,7]"}}, {}), m_builtins).error.empty());
}

NERVURE_TEST(TstLnCreate)
#include "tst_ln_create.moc"
