// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnGather : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void gathersInTheOrderOfTheFile();
    void scattersRows();
    void wrongShapesAreErrors();
};

void TstLnGather::gathersInTheOrderOfTheFile()
{
    const auto run = runLightNet(
        oneOp("gather", {{"src2", "[2]", "[1,2]"}, {"src1", "[2]", "[3,4]"}}, {}), m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QVERIFY(run.tensors.at("result").shape() == (Shape{2, 2}));
    QCOMPARE(resultOf(run), (std::vector<double>{1, 2, 3, 4}));
}

void TstLnGather::scattersRows()
{
    const auto run = runLightNet(
        oneOp("scatter", {{"src", "[2,2]", "[1,2,3,4]"}}, {}, {"dst1", "dst2"}), m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run, "dst2"), (std::vector<double>{3, 4}));
}

void TstLnGather::wrongShapesAreErrors()
{
    QVERIFY(!runLightNet(oneOp("gather", {{"src1", "[2]", "[1]"}, {"src2", "[3]", "[1]"}}, {}),
                         m_builtins)
                 .error.empty());
    QVERIFY(!runLightNet(oneOp("gather", {{"src1", "[1,1,1,1,1,1,1,1]", "[1]"}}, {}), m_builtins)
                 .error.empty());
    const auto run =
        runLightNet(oneOp("scatter", {{"src", "[3,2]", "[1]"}}, {}, {"dst1", "dst2"}), m_builtins);
    QVERIFY(run.error.find("expected 2 tensors") != std::string::npos);
    QVERIFY(!runLightNet(oneOp("gather", {{"other", "[2]", "[1]"}}, {}), m_builtins).error.empty());
}

NERVURE_TEST(TstLnGather)
#include "tst_ln_gather.moc"
