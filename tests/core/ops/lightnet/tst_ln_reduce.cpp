// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnReduce : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void fixedComparesProperly();
    void largestAmongNumbersThatDifferALot();
    void dotProductRunsOverAllElements();
};

void TstLnReduce::fixedComparesProperly()
{
    const std::string json = oneOp("maxreduce_arg", {{"src", "[2,2]", "[0.1,0.4,7,-7]"}},
                                   {{"axis", "1"}}, {"dst", "arg"});
    const auto fixed = runLightNet(json, m_builtins);
    QCOMPARE(resultOf(fixed), (std::vector<double>{0.4F, 7}));
    QCOMPARE(resultOf(fixed, "arg"), (std::vector<double>{1, 0}));
    const auto exact = runLightNet(json, m_builtins, Semantics::Exact);
    QCOMPARE(resultOf(exact), (std::vector<double>{0.1F, 7}));
    QCOMPARE(resultOf(exact, "arg"), (std::vector<double>{0, 0}));
}

void TstLnReduce::largestAmongNumbersThatDifferALot()
{
    // LightNet's difference does not fit an int: the larger one is overlooked.
    const std::string json =
        oneOp("maxreduce", {{"src", "[2]", "[-1,4e9]", "TL_DOUBLE"}}, {{"axis", "0"}});
    QCOMPARE(resultOf(runLightNet(json, m_builtins)), (std::vector<double>{4e9}));
    QCOMPARE(resultOf(runLightNet(json, m_builtins, Semantics::Exact)), (std::vector<double>{-1}));
}

void TstLnReduce::dotProductRunsOverAllElements()
{
    const auto product = [this](const char *dtype, const char *data) {
        return resultOf(runLightNet(
            oneOp("dot_product",
                  {{"src1", "[2,2]", data, dtype}, {"src2", "[2,2]", "[1,1,1,1]", dtype}}, {}),
            m_builtins));
    };
    QCOMPARE(product("TL_FLOAT", "[1,2,3,4]"), (std::vector<double>{10}));
    QCOMPARE(product("TL_INT8", "[100,100,1,1]"), (std::vector<double>{-54}));
    QCOMPARE(product("TL_BOOL", "[1,0,1,1]"), (std::vector<double>{1}));
}

NERVURE_TEST(TstLnReduce)
#include "tst_ln_reduce.moc"
