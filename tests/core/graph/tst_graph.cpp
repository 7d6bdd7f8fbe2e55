// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsStayAcrossEdits()
    {
        Graph graph;
        const NodeId a = graph.add(named("a"));
        const NodeId b = graph.add(named("b"));
        graph.remove(a);
        QCOMPARE(graph.node(b).name, std::string("b"));
        const NodeId c = graph.add(named("c"));
        QVERIFY(c != a && c != b);
        QVERIFY(!graph.contains(a));
    }

    void removedNodesReturnToTheirPlace()
    {
        Graph graph;
        const NodeId a = graph.add(named("a"));
        graph.add(named("b"));
        const Graph before = graph;
        auto [node, position] = graph.remove(a);
        QVERIFY(!graph.sameAs(before));
        graph.insert(a, std::move(node), position);
        QVERIFY(graph.sameAs(before));
    }

    void everyChangeRaisesTheRevision()
    {
        Graph graph;
        std::uint64_t last = graph.revision();
        const auto raised = [&] {
            return std::exchange(last, graph.revision()) < graph.revision();
        };
        const NodeId a = graph.add(named("a"));
        QVERIFY(raised());
        graph.edit(a).name = "z";
        QVERIFY(raised());
        graph.setHeads({{a, 0, 0}});
        QVERIFY(raised());
        graph.setAttrs({{"x", "int", "1"}});
        QVERIFY(raised());
        graph.remove(a);
        QVERIFY(raised());
    }

    void reservedIdsAreNotGivenOut()
    {
        Graph graph;
        graph.reserveIds(7);
        QCOMPARE(graph.add(named("a")).value, 7u);
    }

    void copiesAreIndependent()
    {
        Graph graph;
        const NodeId a = graph.add(named("a"));
        const NodeId b = graph.add(named("b"));
        const Graph copy = graph;
        QCOMPARE(&copy.node(b), &graph.node(b)); // shared while nobody changes it
        const Node &untouched = graph.node(b);
        graph.edit(a).name = "z";
        graph.add(named("c"));
        QCOMPARE(copy.node(a).name, std::string("a"));
        QCOMPARE(copy.nodeCount(), std::size_t{2});
        QCOMPARE(&graph.node(b), &untouched);
        graph.remove(b);
        QCOMPARE(copy.node(b).name, std::string("b"));
        QVERIFY(!copy.sameAs(graph));
    }

    void tablesByNodeHoldEveryId()
    {
        Graph graph;
        QCOMPARE(graph.idLimit(), 0U);
        graph.insert(NodeId{700}, named("a"), 0);
        QVERIFY(graph.idLimit() > 700);
        QVERIFY(graph.find(NodeId{700}) && !graph.find(NodeId{699}) && !graph.find(NodeId{}));
    }

    void namesAreFoundInFileOrder()
    {
        Graph graph;
        const NodeId first = graph.add(named("same"));
        graph.add(named("same"));
        QVERIFY(graph.findByName("same") == first);
        QVERIFY(!graph.findByName("other"));
    }

private:
    static Node named(const char *name)
    {
        Node node;
        node.name = name;
        return node;
    }
};

NERVURE_TEST(TstGraph)
#include "tst_graph.moc"
