// SPDX-License-Identifier: Apache-2.0
#include "tests/core/execution/toy_ops.h"
#include "tests/core/passes/single_pass.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Names of the nodes of each group with more than one, root first: "a b c; d e".
QString groupsOf(SinglePass &pass)
{
    pass.setTypes({4});
    if (Status status = pass.run("FuseOperators"); !status) {
        return QString::fromStdString(status.error().message);
    }
    const auto index = pass.index();
    const std::vector<std::int64_t> &groups = *pass.analyses.find(keys::fusedGroup, *index);
    QStringList texts;
    for (std::uint32_t root = 0; root < groups.size(); ++root) {
        QStringList names;
        for (std::uint32_t id = 0; id < groups.size(); ++id) {
            if (groups[id] == root) {
                names.append(QString::fromStdString(index->node(id).node->name));
            }
        }
        if (names.size() > 1) {
            texts.append(names.join(QLatin1Char(' ')));
        }
    }
    return texts.join(QStringLiteral("; "));
}

} // namespace

class TstFuseOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChainIsOneGroup();
    void aValueThatOthersSeeEndsTheGroup();
    void branchesThatMeetAreOneGroup();
    void branchesThatOthersSeeStayApart();
    void oneOfTwoProducersTakesTheSum();
    void aRootNeedsAKernel();
    void aGroupHasAtMost64Nodes();
    void readersOfChangingVariablesStayAlone();
    void shapesAndTypesAreNeeded();
};

void TstFuseOperators::aChainIsOneGroup()
{
    SinglePass pass(toyOps());
    const NodeId a = pass.add("scale", "a", {pass.add("null", "x", {})});
    const NodeId b = pass.add("negate", "b", {a});
    pass.setHeads({pass.add("plus", "c", {b, b})});
    QCOMPARE(groupsOf(pass), QStringLiteral("a b c"));
}

void TstFuseOperators::aValueThatOthersSeeEndsTheGroup()
{
    SinglePass pass(toyOps());
    const NodeId a = pass.add("scale", "a", {pass.add("null", "x", {})});
    const NodeId b = pass.add("negate", "b", {a});
    const NodeId c = pass.add("negate", "c", {b});
    pass.setHeads({c, b});
    QCOMPARE(groupsOf(pass), QStringLiteral("a b"));
}

void TstFuseOperators::branchesThatMeetAreOneGroup()
{
    SinglePass pass(toyOps());
    const NodeId a = pass.add("scale", "a", {pass.add("null", "x", {})});
    const NodeId b = pass.add("negate", "b", {a});
    const NodeId c = pass.add("negate", "c", {b});
    const NodeId d = pass.add("plus", "d", {c, pass.add("null", "y", {})});
    pass.setHeads({pass.add("negate", "f", {pass.add("plus", "e", {a, d})})});
    QCOMPARE(groupsOf(pass), QStringLiteral("a b c d e f"));
}

void TstFuseOperators::branchesThatOthersSeeStayApart()
{
    SinglePass pass(toyOps());
    const NodeId a = pass.add("scale", "a", {pass.add("null", "x", {})});
    const NodeId b = pass.add("negate", "b", {a});
    const NodeId c = pass.add("slow", "c", {b});
    pass.setHeads({pass.add("plus", "d", {a, b}), c});
    QCOMPARE(groupsOf(pass), QString());
}

void TstFuseOperators::oneOfTwoProducersTakesTheSum()
{
    SinglePass pass(toyOps());
    const NodeId x = pass.add("null", "x", {});
    const NodeId a = pass.add("scale", "a", {x});
    const NodeId b = pass.add("scale", "b", {x});
    pass.setHeads({pass.add("negate", "d", {pass.add("plus", "c", {a, b})})});
    QCOMPARE(groupsOf(pass), QStringLiteral("b c d"));
}

void TstFuseOperators::aRootNeedsAKernel()
{
    SinglePass pass(toyOps());
    const NodeId a = pass.add("slow", "a", {pass.add("null", "x", {})});
    pass.setHeads({pass.add("negate", "b", {a})});
    QCOMPARE(groupsOf(pass), QString());
}

void TstFuseOperators::aGroupHasAtMost64Nodes()
{
    SinglePass pass(toyOps());
    NodeId last = pass.add("scale", "n0", {pass.add("null", "x", {})});
    for (int i = 1; i < 100; ++i) {
        last = pass.add("negate", "n" + std::to_string(i), {last});
    }
    pass.setHeads({last});
    QCOMPARE(groupsOf(pass).section(QLatin1Char(';'), 0, 0).split(QLatin1Char(' ')).size(), 64);
}

void TstFuseOperators::readersOfChangingVariablesStayAlone()
{
    SinglePass pass(toyOps());
    const NodeId w = pass.add("null", "w", {});
    const NodeId old = pass.add("scale", "old", {w});
    const NodeId next = pass.add("_assign", "next", {w, pass.add("null", "x", {})});
    // Were it fused, `old` would run in the place of `sum`, after the change.
    pass.setHeads({pass.add("plus", "sum", {old, next})});
    QCOMPARE(groupsOf(pass), QString());
}

void TstFuseOperators::shapesAndTypesAreNeeded()
{
    SinglePass pass(toyOps());
    pass.setHeads({pass.add("scale", "a", {pass.add("null", "x", {})})});
    const Status status = pass.run("FuseOperators");
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, std::string("missing-attribute"));
}

NERVURE_TEST(TstFuseOperators)
#include "tst_fuse_operators.moc"
