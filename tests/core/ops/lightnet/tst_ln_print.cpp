// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnPrint : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void printsWhatLightNetPrints();
    void documentationExamplePrintsItsBlock();
    void indentsByTheBracketsThatStayOpen();
};

void TstLnPrint::printsWhatLightNetPrints()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"op_print_"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 10 && found.tensors > 0, prefix);
    }
}

void TstLnPrint::documentationExamplePrintsItsBlock()
{
    NERVURE_NEED_ORACLES();
    for (const char *prefix : {"doc_example"}) {
        const auto found = compareWithLightNet(prefix, m_builtins);
        QVERIFY2(found.differences.empty(),
                 found.differences.empty() ? "" : found.differences.front().c_str());
        QVERIFY2(found.files >= 1 && found.tensors > 0, prefix);
    }
}

void TstLnPrint::indentsByTheBracketsThatStayOpen()
{
    const auto run = runLightNet(
        oneOp("print", {{"src", "[2,1,2]", "[1,2,3,4]", "TL_INT8"}}, {{"msg", "\"m\""}}, {}),
        m_builtins);
    QCOMPARE(run.printed, std::string("m\n[[[1 2]]\n [[3 4]]]\n"));
}

NERVURE_TEST(TstLnPrint)
#include "tst_ln_print.moc"
