// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLrn : public QObject {
    Q_OBJECT

private:
    static AttrDict attrs(const char *size, const char *axis)
    {
        return {{"size", size}, {"axis", axis}, {"alpha", "3"}, {"beta", "1"}, {"bias", "1"}};
    }

private Q_SLOTS:
    void neighborsScaleDown()
    {
        OpProbe op("lrn", attrs("3", "1"));
        QCOMPARE(op.firstOutput({{{1, 3, 1, 1}, {1, 2, 3}}}),
                 (std::vector<float>{1.0F / 6, 2.0F / 15, 3.0F / 14}));
    }

    void channelsMayComeLast()
    {
        OpProbe op("lrn", attrs("1", "3"));
        QCOMPARE(op.firstOutput({{{1, 1, 2, 2}, {1, 2, 0, 1}}}),
                 (std::vector<float>{0.25F, 2.0F / 13, 0, 0.25F}));
    }

    void aWindowBeyondTheChannelsTakesAll()
    {
        OpProbe op("lrn", attrs("2147483647", "1"));
        QCOMPARE(op.firstOutput({{{1, 2, 1, 1}, {1, 2}}}), (std::vector<float>{1, 2}));
    }

    void oddSizesOnTwoAxesRun()
    {
        for (const auto &[size, axis] : {std::pair{"2", "1"}, std::pair{"0", "1"},
                                         std::pair{"-3", "1"}, std::pair{"3", "2"}}) {
            OpProbe op("lrn", attrs(size, axis));
            QVERIFY(op.firstOutput({counted({1, 2, 2, 2})}).empty());
        }
        OpProbe op("lrn", attrs("3", "1"));
        QVERIFY(op.firstOutput({counted({2, 2})}).empty());
    }

    void everyAttributeIsRequired() { QCOMPARE(OpProbe("lrn").diagnostics.size(), std::size_t{5}); }

    void noLayoutRule() { QVERIFY(!OpProbe("lrn").spec()->rewrites->layout); }
};

NERVURE_TEST(TstLrn)
#include "tst_lrn.moc"
