// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnArange : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void arangeStopsBelowTheEnd();
    void numbersMustFitTheType();
    void rearangeNeedsAsManyElements();
};

void TstLnArange::arangeStopsBelowTheEnd()
{
    const auto run = runLightNet(
        oneOp("arange", {},
              {{"dtype", "\"TL_INT32\""}, {"start", "1"}, {"stop", "8"}, {"step", "3"}}),
        m_builtins);
    QCOMPARE(resultOf(run), (std::vector<double>{1, 4, 7}));
}

void TstLnArange::numbersMustFitTheType()
{
    const auto run = runLightNet(
        oneOp("arange", {},
              {{"dtype", "\"TL_UINT8\""}, {"start", "250"}, {"stop", "256"}, {"step", "1"}}),
        m_builtins);
    QVERIFY2(run.error.find("stop is 256, expected a number that uint8 holds") != std::string::npos,
             run.error.c_str());
}

void TstLnArange::rearangeNeedsAsManyElements()
{
    const auto rearanged = [this](const char *dims) {
        return runLightNet(oneOp("rearange", {{"src", dims, "[0]"}},
                                 {{"start", "3"}, {"stop", "0"}, {"step", "-1"}}),
                           m_builtins);
    };
    QCOMPARE(resultOf(rearanged("[3]")), (std::vector<double>{3, 2, 1}));
    QVERIFY(rearanged("[4]").error.find("has 3 elements, expected those of src, 4")
            != std::string::npos);
    QVERIFY(rearanged("[3,1]").error.find("src has 2 dimensions, expected 1") != std::string::npos);
}

NERVURE_TEST(TstLnArange)
#include "tst_ln_arange.moc"
