// SPDX-License-Identifier: Apache-2.0
#include "core/support/finding_groups.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstFindingGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneCauseIsOneGroup()
    {
        const auto unknown = [](const std::string &node, const std::string &op) {
            return makeWarningAt(node, "op-unknown", "node '{}': operator '{}' is unknown", node,
                                 op);
        };
        const Diagnostics found{unknown("a", "foo"), unknown("b", "bar"), unknown("c", "foo"),
                                unknown("foo", "foo")};
        const auto groups = groupFindings(found);
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[0].first(), std::size_t{0});
        QVERIFY((groups[0].members == std::vector<std::size_t>{0, 2}));
        QCOMPARE(groups[0].count, std::size_t{2});
        QCOMPARE(groups[1].count, std::size_t{1});
        QCOMPARE(countedMessage(found[0], groups[0].count),
                 std::string("node 'a': operator 'foo' is unknown; 2 times, first here"));
        QCOMPARE(countedMessage(found[1], 1), found[1].message);
    }

    void oneFindingStandsForSeveralNodes()
    {
        Diagnostic one = makeWarningAt("a", "op-unknown", "node 'a': operator 'foo' is unknown");
        const std::vector<FindingPlace> places{{NodeId{4}}, {NodeId{7}}};
        one.places = std::make_shared<const std::vector<FindingPlace>>(places);
        const Diagnostic two = makeWarningAt("b", one.code, "node 'b': operator 'foo' is unknown");
        QCOMPARE(groupFindings({one, two}).front().count, std::size_t{3});
    }

    void theCauseIsToldWithoutAName()
    {
        const auto common = [](const char *node, const char *message) {
            return commonMessage(makeWarningAt(node, "x", message));
        };
        QCOMPARE(common("a", "node 'a': operator 'foo' is unknown"),
                 std::string("operator 'foo' is unknown"));
        QCOMPARE(common("a", "conv2d 'a': has 2 inputs, expected 3"),
                 std::string("conv2d: has 2 inputs, expected 3"));
        QCOMPARE(common("", "the file ends early"), std::string("the file ends early"));
    }

    void attributesAndSeveritiesAreCausesOfTheirOwn()
    {
        Diagnostic one = makeWarningAt("a", "attr-unknown", "op 'a': attribute is unknown");
        Diagnostic two = one;
        two.where.attribute = "x";
        Diagnostic three = one;
        three.severity = Severity::Error;
        QCOMPARE(groupFindings({one, two, three, one}).size(), std::size_t{3});
    }

    void namesThatAreNoNodesAreLeftOutToo()
    {
        Diagnostic one = makeWarning("params-unused", "there is no variable 'w0'");
        one.where.attribute = "w0";
        Diagnostic two = makeWarning("params-unused", "there is no variable 'w1'");
        two.where.attribute = "w1";
        QCOMPARE(groupFindings({one, two}).front().count, std::size_t{2});
    }
};

NERVURE_TEST(TstFindingGroups)
#include "tst_finding_groups.moc"
