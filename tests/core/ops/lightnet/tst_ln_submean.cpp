// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnSubmean : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void planesLessTheirMean();
    void exactDoesNothing();
    void wrongInputsAreErrors();
};

void TstLnSubmean::planesLessTheirMean()
{
    const auto run =
        runLightNet(oneOp("submean", {{"src", "[1,2,3]", "[10,20,30,40,50,60]", "TL_UINT8"}},
                          {{"mean", "[1,2.5,31]"}, {"dtype", "\"TL_INT8\""}}),
                    m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QVERIFY(run.tensors.at("result").shape() == (Shape{3, 1, 2}));
    QCOMPARE(resultOf(run), (std::vector<double>{9, 39, 17, 47, -1, 29}));
}

void TstLnSubmean::exactDoesNothing()
{
    const auto run = runLightNet(oneOp("submean", {{"src", "[1,1,2]", "[10,20]", "TL_UINT8"}},
                                       {{"mean", "[1,2,3]"}, {"dtype", "\"TL_FLOAT\""}}),
                                 m_builtins, Semantics::Exact);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run), (std::vector<double>{0, 0}));
}

void TstLnSubmean::wrongInputsAreErrors()
{
    const auto error = [this](const char *dims, const char *mean, const char *type) {
        return runLightNet(oneOp("submean", {{"src", dims, "[1]", "TL_UINT8"}},
                                 {{"mean", mean}, {"dtype", type}}),
                           m_builtins)
            .error;
    };
    QVERIFY(error("[1,1,2]", "[1,2,3]", "\"TL_FLOAT\"").find("3 channels") != std::string::npos);
    QVERIFY(error("[1,1,3]", "[1,2]", "\"TL_FLOAT\"").find("mean has 2") != std::string::npos);
    QVERIFY(error("[1,1,3]", "[1,2,3]", "\"TL_BOOL\"").find("expected numbers")
            != std::string::npos);
    QVERIFY(!error("[1,1,3]", "[1,2,3]", "\"float\"").empty());
}

NERVURE_TEST(TstLnSubmean)
#include "tst_ln_submean.moc"
