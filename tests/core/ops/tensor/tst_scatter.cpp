// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstScatter : public QObject {
    Q_OBJECT

private:
    [[nodiscard]] static std::vector<float> scattered(const char *reduction,
                                                      std::vector<float> rows)
    {
        OpProbe probe("scatter_rows", {{"reduction", reduction}}, Dialect::Nervure);
        return probe.firstOutput(
            {{{3, 2}, {1, 2, 3, 4, 5, 6}}, {{2}, std::move(rows)}, {{2, 2}, {10, 20, 30, 40}}});
    }

private Q_SLOTS:
    void laterUpdatesReplaceEarlierOnes()
    {
        QCOMPARE(scattered("none", {2, 0}), (std::vector<float>{30, 40, 3, 4, 10, 20}));
        QCOMPARE(scattered("none", {1, 1}), (std::vector<float>{1, 2, 30, 40, 5, 6}));
    }

    void updatesOfOneRowAreAllCounted()
    {
        QCOMPARE(scattered("add", {1, 1}), (std::vector<float>{1, 2, 43, 64, 5, 6}));
        QCOMPARE(scattered("mul", {0, 0}), (std::vector<float>{300, 1600, 3, 4, 5, 6}));
        QCOMPARE(scattered("max", {0, 0}), (std::vector<float>{30, 40, 3, 4, 5, 6}));
        QCOMPARE(scattered("min", {0, 2}), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    }

    void rowsOutsideAreRefused() { QVERIFY(scattered("none", {3, 0}).empty()); }
};

NERVURE_TEST(TstScatter)
#include "tst_scatter.moc"
