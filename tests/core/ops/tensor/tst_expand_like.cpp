// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstExpandLike : public QObject {
    Q_OBJECT

private:
    static Elements<float> like(Shape shape)
    {
        const auto count = static_cast<std::size_t>(*elementCount(shape));
        return {std::move(shape), std::vector<float>(count)};
    }

private Q_SLOTS:
    void theSecondInputGivesTheShape()
    {
        QCOMPARE(OpProbe("expand_like").outputsFor({{}, {2, 3}})[0], (Shape{2, 3}));
        QVERIFY(!OpProbe("expand_like").outputsFor({{2}, {}})[0].hasRank());
    }

    void newDimensionsRepeat()
    {
        const Elements<float> data{{2}, {1, 2}};
        QCOMPARE(computed<float>(OpProbe("expand_like", {{"axis", "1"}}), data, like({2, 3})),
                 (std::vector<float>{1, 1, 1, 2, 2, 2}));
        QCOMPARE(computed<float>(OpProbe("expand_like", {{"axis", "-2"}}), data, like({3, 2})),
                 (std::vector<float>{1, 2, 1, 2, 1, 2}));
        QCOMPARE(computed<float>(OpProbe("expand_like", {{"axis", "1"}, {"exclude", "1"}}), data,
                                 like({3, 2})),
                 (std::vector<float>{1, 2, 1, 2, 1, 2}));
    }

    void equalRanksStretchWhateverTheAxes()
    {
        const Elements<float> data{{2, 1}, {1, 2}};
        QCOMPARE(computed<float>(OpProbe("expand_like", {{"axis", "0"}}), data, like({2, 2})),
                 (std::vector<float>{1, 1, 2, 2}));
    }

    void oneNumberFillsEverything()
    {
        QCOMPARE(computed<float>(OpProbe("expand_like", {{"exclude", "1"}}),
                                 Elements<float>{{1}, {5}}, like({2, 2})),
                 (std::vector<float>{5, 5, 5, 5}));
    }

    void shapesThatDoNotFitAreRefused()
    {
        const Elements<float> data{{2}, {1, 2}};
        QVERIFY(
            computed<float>(OpProbe("expand_like", {{"axis", "0"}}), data, like({2, 3})).empty());
        QVERIFY(computed<float>(OpProbe("expand_like"), data, like({2, 3})).empty());
        QVERIFY(computed<float>(OpProbe("expand_like", {{"axis", "(0,9)"}}), data, like({2, 3, 2}))
                    .empty());
    }

    void gradients()
    {
        QCOMPARE(RewriteProbe(OpProbe("expand_like"), 2).gradient(),
                 std::string("n_zero_grad = zeros_like(x1)\n-> g0, n_zero_grad"));
        QCOMPARE(RewriteProbe(OpProbe("expand_like", {{"axis", "(1,0)"}}), 2).gradient(),
                 std::string("n_sum_grad = sum(g0) {axis=[1,0], exclude=0}\n"
                             "n_grad = reshape_like(n_sum_grad, x0)\n"
                             "n_zero_grad = zeros_like(x1)\n-> n_grad, n_zero_grad"));
    }

    void theSecondInputsLayoutIsLeft()
    {
        QCOMPARE(askLayout(OpProbe("expand_like"), {"C", "NCHW4c"}, 1, {"-", "NCHW"}),
                 (LayoutAnswer{{"C", "NCHW4c"}, {"-"}, {}}));
    }
};

NERVURE_TEST(TstExpandLike)
#include "tst_expand_like.moc"
