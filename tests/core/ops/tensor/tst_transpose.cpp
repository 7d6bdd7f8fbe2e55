// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstTranspose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dimensionsAreReversedOrPermuted()
    {
        QCOMPARE(OpProbe("transpose").outputsFor({{2, 3, 4}})[0], (Shape{4, 3, 2}));
        OpProbe op("transpose", {{"axes", "(0, 2, 1)"}});
        QCOMPARE(op.outputsFor({{2, unknownSize, 4}})[0], (Shape{2, 4, unknownSize}));
        QCOMPARE(op.firstOutput({counted({1, 2, 3})}), (std::vector<float>{1, 4, 2, 5, 3, 6}));
    }

    void axesThatDoNotFitAreRefused()
    {
        QVERIFY(OpProbe("transpose", {{"axes", "(0, 1)"}}).outputsFor({{2, 3, 4}}).empty());
        QVERIFY(OpProbe("transpose", {{"axes", "(0, 3, 1)"}}).outputsFor({{2, 3, 4}}).empty());
        QVERIFY(OpProbe("transpose", {{"axes", "(0, -1)"}}).outputsFor({{2, 3}}).empty());
    }

    void repeatedAxesPassInExactSemantics()
    {
        const AttrDict attrs{{"axes", "(0, 0)"}};
        QCOMPARE(OpProbe("transpose", attrs).outputsFor({{2, 3}})[0], (Shape{2, 2}));
        QVERIFY(OpProbe::fixed("transpose", attrs).outputsFor({{2, 3}}).empty());
        QVERIFY(OpProbe("transpose", attrs).firstOutput({counted({2, 3})}).empty());
    }

    void negativeAxesCountFromTheEndInFixedSemantics()
    {
        OpProbe op = OpProbe::fixed("transpose", {{"axes", "(-1, 0)"}});
        QCOMPARE(op.firstOutput({counted({2, 3})}), (std::vector<float>{1, 4, 2, 5, 3, 6}));
    }

    void theInputIsNotInferred()
    {
        Shapes in{{}};
        const auto out = OpProbe("transpose").infer(in, {{2, 3}});
        QCOMPARE((*out)[0], (Shape{2, 3}));
        QVERIFY(!in[0].hasRank());
    }

    void theLayoutIsPermutedToo()
    {
        OpProbe op("transpose", {{"axes", "(0, 2, 3, 1, 4)"}});
        QCOMPARE(askLayout(op, {"NCHW4c"}), (LayoutAnswer{{"NCHW4c"}, {"NHWC4c"}, {}}));
        QCOMPARE(askLayout(OpProbe("transpose"), {"NHWC"}, 1, {"NCHW"}),
                 (LayoutAnswer{{"NCHW"}, {"WHCN"}, {}}));
        QCOMPARE(askLayout(op, {"-"}), (LayoutAnswer{{"-"}, {"-"}, {}}));
        QVERIFY(!askLayout(op, {"NCHW"}).error.empty());
        QVERIFY(!askLayout(OpProbe("transpose", {{"axes", "(0, 0)"}}), {"NC"}).error.empty());
    }

    void theGradientRepeatsTheAxesInExactSemantics()
    {
        const AttrDict attrs{{"axes", "(1, 2, 0)"}};
        QCOMPARE(RewriteProbe(OpProbe("transpose", attrs), 1).gradient(),
                 std::string("n_t = transpose(g0) {axes=[1,2,0]}\n-> n_t"));
        QCOMPARE(RewriteProbe(OpProbe("transpose", attrs), 1, 1, Semantics::Fixed).gradient(),
                 std::string("n_t = transpose(g0) {axes=[2,0,1]}\n-> n_t"));
        QCOMPARE(RewriteProbe(OpProbe("transpose"), 1).gradient(),
                 std::string("n_t = transpose(g0) {axes=[]}\n-> n_t"));
    }

    void flipReversesOneDimension()
    {
        OpProbe op("flip", {{"axis", "-1"}});
        QCOMPARE(op.firstOutput({counted({2, 3})}), (std::vector<float>{3, 2, 1, 6, 5, 4}));
        QCOMPARE(OpProbe("flip").firstOutput({counted({2, 2})}), (std::vector<float>{3, 4, 1, 2}));
        QVERIFY(!op.spec()->rewrites->layout);
        QVERIFY(!op.spec()->rewrites->gradient);
    }

    void flipLooksAtItsAxisWhenItRuns()
    {
        const AttrDict attrs{{"axis", "4"}};
        QCOMPARE(OpProbe("flip", attrs).outputsFor({{2, 3}})[0], (Shape{2, 3}));
        QVERIFY(OpProbe("flip", attrs).firstOutput({counted({2, 3})}).empty());
        QVERIFY(OpProbe::fixed("flip", attrs).outputsFor({{2, 3}}).empty());
    }

    void flipLearnsItsInputFromItsOutput()
    {
        Shapes in{{unknownSize, 3}};
        QVERIFY(OpProbe("flip").infer(in, {{2, unknownSize}}).ok());
        QCOMPARE(in[0], (Shape{2, 3}));
    }
};

NERVURE_TEST(TstTranspose)
#include "tst_transpose.moc"
