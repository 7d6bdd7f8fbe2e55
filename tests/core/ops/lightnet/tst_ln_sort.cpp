// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/ln_probe.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLnSort : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void sortsBothWays();
    void valuesFollowTheirKeys();
    void exactSortsNothing();
    void picksBlocks();
    void indexBeyondTheSourceIsAnError();
};

void TstLnSort::sortsBothWays()
{
    const auto sorted = [this](const char *direction) {
        return resultOf(runLightNet(oneOp("sort1d", {{"src_key", "[4]", "[3,1,2,1]"}},
                                          {{"dir", direction}}, {"dst_key"}),
                                    m_builtins),
                        "dst_key");
    };
    QCOMPARE(sorted("\"TL_SORT_DIR_ASCENDING\""), (std::vector<double>{1, 1, 2, 3}));
    QCOMPARE(sorted("\"TL_SORT_DIR_DESCENDING\""), (std::vector<double>{3, 2, 1, 1}));
    QVERIFY(sorted("\"down\"").empty());
}

void TstLnSort::valuesFollowTheirKeys()
{
    const auto run = runLightNet(
        oneOp("sort1d_by_key",
              {{"src_key", "[4]", "[3,1,2,1]"}, {"src_val", "[4]", "[30,10,20,11]", "TL_INT32"}},
              {{"dir", "\"TL_SORT_DIR_ASCENDING\""}}, {"dst_key", "dst_val"}),
        m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run, "dst_val"), (std::vector<double>{10, 11, 20, 30}));
}

void TstLnSort::exactSortsNothing()
{
    const auto run = runLightNet(oneOp("sort1d", {{"src_key", "[2]", "[2,1]"}},
                                       {{"dir", "\"TL_SORT_DIR_ASCENDING\""}}, {"dst_key"}),
                                 m_builtins, Semantics::Exact);
    QCOMPARE(resultOf(run, "dst_key"), (std::vector<double>{0, 0}));
}

void TstLnSort::picksBlocks()
{
    const auto run = runLightNet(
        oneOp("pick1d",
              {{"src", "[6]", "[0,1,2,3,4,5]"}, {"src_index", "[3]", "[2,0,1]", "TL_INT32"}},
              {{"len", "2"}, {"stride", "2"}}),
        m_builtins);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(resultOf(run), (std::vector<double>{4, 5, 0, 1}));
}

void TstLnSort::indexBeyondTheSourceIsAnError()
{
    const auto error = [this](const char *index, const char *type, const char *len) {
        return runLightNet(
                   oneOp("pick1d",
                         {{"src", "[6]", "[0,1,2,3,4,5]"}, {"src_index", "[1]", index, type}},
                         {{"len", len}, {"stride", "2"}}),
                   m_builtins)
            .error;
    };
    QVERIFY(error("[3]", "TL_INT32", "1").find("src_index holds 3, expected 0 to 2")
            != std::string::npos);
    QVERIFY(error("[-1]", "TL_INT32", "1").find("holds -1") != std::string::npos);
    QVERIFY(error("[0]", "TL_FLOAT", "1").find("src_index is float32, expected int32")
            != std::string::npos);
    QVERIFY(error("[0]", "TL_INT32", "2").find("len is 2") != std::string::npos);
}

NERVURE_TEST(TstLnSort)
#include "tst_ln_sort.moc"
