// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/layout_rules.h"

#include "tests/core/ops/rewrite_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

using Texts = std::vector<std::string>;

/// The shared rules look at no attribute and no node.
LayoutAnswer ask(const RewriteRules::LayoutRule &rule, const Texts &in, const Texts &last = {},
                 std::size_t outputs = 1)
{
    const Node node;
    const ParsedAttrs attrs;
    return askLayout(rule, RuleContext{node, attrs, Semantics::Exact}, in, outputs, last);
}

bool fails(const LayoutAnswer &answer)
{
    return !answer.error.empty();
}

} // namespace

class TstLayoutRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noLayoutLeavesAllAsItIs()
    {
        QCOMPARE(ask(noLayout(), {"NCHW", "-"}), (LayoutAnswer{{"NCHW", "-"}, {"-"}, {}}));
    }

    void anyLayoutPassesOn()
    {
        QCOMPARE(ask(anyLayout(), {"NCHW4c"}, {"NCHW"}),
                 (LayoutAnswer{{"NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(ask(anyLayout(), {"-"}), (LayoutAnswer{{"-"}, {"-"}, {}}));
        QCOMPARE(ask(anyLayout(2), {"-", "NC"}), (LayoutAnswer{{"-", "NC"}, {"NC"}, {}}));
        QVERIFY(fails(ask(anyLayout(2), {"NC", "-"})));
        QVERIFY(fails(ask(anyLayout(2), {"NC", "CN"})));
        QCOMPARE(ask(anyLayout(1, 1), {"NC"}, {}, 2), (LayoutAnswer{{"NC"}, {"NC", "-"}, {}}));
    }

    void keptLayoutGoesBackToWhatItWas()
    {
        QCOMPARE(ask(keptLayout(), {"NCHW4c"}, {"NCHW"}), (LayoutAnswer{{"NCHW"}, {"NCHW"}, {}}));
        QCOMPARE(ask(keptLayout(), {"NHWC"}), (LayoutAnswer{{"NHWC"}, {"NHWC"}, {}}));
        QCOMPARE(ask(keptLayout(allOfThem), {"-", "NC"}), (LayoutAnswer{{"NC", "NC"}, {"NC"}, {}}));
        QVERIFY(fails(ask(keptLayout(2), {"NC", "CN"})));
        QVERIFY(fails(ask(keptLayout(2), {"NC"})));
    }

    void keptLayoutOfTheFirstInputLeavesTheOthers()
    {
        QCOMPARE(ask(keptLayout(1), {"NC", "IO"}), (LayoutAnswer{{"NC", "IO"}, {"NC"}, {}}));
    }

    void keptInputLayoutSaysNothingOfTheOutput()
    {
        QCOMPARE(ask(keptInputLayout(), {"NCHW4c"}, {"NCHW"}), (LayoutAnswer{{"NCHW"}, {"-"}, {}}));
    }

    void theRightInputFollowsTheLeftOne()
    {
        QCOMPARE(ask(leftLayout(), {"NCHW4c", "NCHW"}),
                 (LayoutAnswer{{"NCHW4c", "NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(ask(leftLayout(), {"-", "NHWC"}), (LayoutAnswer{{"NHWC", "NHWC"}, {"NHWC"}, {}}));
        QCOMPARE(ask(leftLayout(), {"-", "-"}), (LayoutAnswer{{"-", "-"}, {"-"}, {}}));
        QVERIFY(fails(ask(leftLayout(), {"NCHW", "-"}, {"NCHW", "NCHW"})));
        QVERIFY(fails(ask(leftLayout(), {"NCHW", "NCHW"}, {"NCHW", "-"})));
        QVERIFY(fails(ask(leftLayout(), {"NCHW", "CHW"})));
        QCOMPARE(ask(leftLayout(), {"NCHW", "CHW"}, {"NCHW", "NCHW"}),
                 (LayoutAnswer{{"NCHW", "NCHW"}, {"NCHW"}, {}}));
        QVERIFY(fails(ask(leftLayout(), {"NCHW"})));
    }

    void broadcastTakesTheTailOfTheLongerLayout()
    {
        QCOMPARE(ask(broadcastLayout(), {"NCHW", "CHW"}),
                 (LayoutAnswer{{"NCHW", "CHW"}, {"NCHW"}, {}}));
        QCOMPARE(ask(broadcastLayout(), {"HCW16c", "N16nCH16cW"}),
                 (LayoutAnswer{{"CH16cW", "N16nCH16cW"}, {"N16nCH16cW"}, {}}));
        QCOMPARE(ask(broadcastLayout(), {"NCHW16c", "NHWC"}),
                 (LayoutAnswer{{"NCHW16c", "NCHW16c"}, {"NCHW16c"}, {}}));
        QCOMPARE(ask(broadcastLayout(), {"NC", "NC"}), (LayoutAnswer{{"NC", "NC"}, {"NC"}, {}}));
        QVERIFY(fails(ask(broadcastLayout(), {"CNHW", "CHW"})));
        QVERIFY(fails(ask(broadcastLayout(), {"NCHW16n", "CHW"})));
        QVERIFY(fails(ask(broadcastLayout(), {"NC", "AC"})));
    }

    void broadcastWithOneLayoutGoesBack()
    {
        QCOMPARE(ask(broadcastLayout(), {"NCHW4c", "-"}, {"NCHW", "-"}),
                 (LayoutAnswer{{"NCHW", "-"}, {"-"}, {}}));
        QCOMPARE(ask(broadcastLayout(), {"-", "NCHW4c"}),
                 (LayoutAnswer{{"-", "NCHW4c"}, {"-"}, {}}));
        QVERIFY(fails(ask(broadcastLayout(), {"NCHW", "-"}, {"CHW", "-"})));
    }
};

NERVURE_TEST(TstLayoutRules)
#include "tst_layout_rules.moc"
