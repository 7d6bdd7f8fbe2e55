// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstRecurrence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneUnitAddsItsState()
    {
        OpProbe probe("recurrence", {{"mode", "rnn_relu"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 1, 1}, {1, 2}}, {{1, 1}, {3}}, {{1}, {0}}, {{1, 1}, {1}}}),
                 (std::vector<float>{4, 14}));
    }

    void backwardFromTheLastStep()
    {
        OpProbe probe("recurrence", {{"mode", "rnn_relu"}, {"reverse", "1"}}, Dialect::Nervure);
        QCOMPARE(probe.firstOutput({{{2, 1, 1}, {1, 2}}, {{1, 1}, {3}}, {{1}, {0}}, {{1, 1}, {1}}}),
                 (std::vector<float>{16, 5}));
    }

    void gatesOfZeroHalveTheCell()
    {
        OpProbe probe("recurrence", {{"mode", "lstm"}}, Dialect::Nervure);
        std::vector<FloatTensor> in{{{1, 1, 4}, {0, 0, 0, 0}},
                                    {{4, 1}, {0, 0, 0, 0}},
                                    {{4}, {0, 0, 0, 0}},
                                    {{1, 1}, {0}},
                                    {{1, 1}, {2}}};
        const auto out = probe.run(in);
        QVERIFY(bool(out));
        QCOMPARE(out->at(2).data, std::vector<float>{1});
    }

    void otherSizesAreRefused()
    {
        QVERIFY(OpProbe("recurrence", {{"mode", "gru"}}, Dialect::Nervure)
                    .outputsFor({{1, 1, 4}, {}, {}, {}})
                    .empty());
    }
};

NERVURE_TEST(TstRecurrence)
#include "tst_recurrence.moc"
