// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstL2Normalize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesGetLengthOne()
    {
        OpProbe op("l2_normalize", {{"eps", "0.001"}, {"axis", "(1,)"}});
        QCOMPARE(op.firstOutput({{{1, 2, 1, 2}, {3, 0, 4, 0}}}),
                 (std::vector<float>{0.6F, 0, 0.8F, 0}));
    }

    void theSumOfSquaresHasALeast()
    {
        OpProbe op("l2_normalize", {{"eps", "4"}, {"axis", "(0,1,2,3)"}});
        QCOMPARE(op.firstOutput({{{1, 1, 1, 1}, {1}}}), (std::vector<float>{0.5F}));
    }

    void attributesAreRequired()
    {
        QCOMPARE(OpProbe("l2_normalize").diagnostics.size(), std::size_t{2});
        OpProbe op("l2_normalize", {{"eps", "1"}, {"axis", "4"}});
        QVERIFY(op.firstOutput({counted({1, 1, 1, 1})}).empty());
    }

    void shapesFlowForwardOnly()
    {
        Shapes in{{}};
        QVERIFY(OpProbe("l2_normalize", {{"eps", "1"}, {"axis", "1"}}).infer(in, {{2, 3}}).ok());
        QVERIFY(!in[0].hasRank());
    }

    void anyLayoutPasses()
    {
        const OpProbe op("l2_normalize", {{"eps", "1"}, {"axis", "1"}});
        QCOMPARE(askLayout(op, {"NHWC"}), (LayoutAnswer{{"NHWC"}, {"NHWC"}, {}}));
    }
};

NERVURE_TEST(TstL2Normalize)
#include "tst_l2_normalize.moc"
