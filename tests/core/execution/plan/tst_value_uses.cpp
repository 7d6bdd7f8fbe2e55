// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/value_uses.h"

#include "tests/core/execution/toy_ops.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstValueUses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void viewsShowTheirInput();
    void headsAreSeenOutside();
};

void TstValueUses::viewsShowTheirInput()
{
    ToyGraph graph;
    const NodeId a = graph.add("scale", "a", {graph.variable("x")});
    const NodeId v = graph.add("shaped", "v", {graph.add("shaped", "u", {a})});
    const PlanRequest request = graph.request({graph.add("plus", "b", {v, a})});
    // The order of nodes is x, a, u, v, b.
    const ValueUses readers(*request.graph);
    QCOMPARE(readers.sourceOf({3, 0, 0}), 1U);
    QCOMPARE(readers.nodeOf(1), 1U);
    QCOMPARE(readers.of(1, 0).size(), std::size_t{2});
    QCOMPARE(readers.of(1, 0)[0], 4U);
    QVERIFY(readers.of(2, 0).empty());
}

void TstValueUses::headsAreSeenOutside()
{
    ToyGraph graph;
    const NodeId a = graph.add("scale", "a", {graph.variable("x")});
    const NodeId b = graph.add("negate", "b", {a});
    const PlanRequest request = graph.request({b});
    const ValueUses readers(*request.graph);
    const std::vector<std::uint32_t> both{1, 2};
    QVERIFY(!readers.isSeenOutside(1, both));
    QVERIFY(readers.isSeenOutside(2, both));
    QVERIFY(readers.isSeenOutside(1, std::vector<std::uint32_t>{1}));
}

NERVURE_TEST(TstValueUses)
#include "tst_value_uses.moc"
