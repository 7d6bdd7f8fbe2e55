// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/document/selection.h"

#include <QSignalSpy>
#include <QTest>

using namespace nervure;

class TstSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastSelectedIsCurrent()
    {
        Selection selection;
        selection.toggle({1});
        selection.toggle({2});
        QCOMPARE(selection.current(), NodeId{2});
        selection.toggle({2});
        QCOMPARE(selection.current(), NodeId{1});
        QVERIFY(!selection.contains({2}));
    }

    void sayingTheSameTellsNobody()
    {
        Selection selection;
        QSignalSpy changes(&selection, &Selection::selectionChanged);
        selection.select({3});
        selection.select({3});
        QCOMPARE(changes.count(), 1);
        selection.select({});
        selection.clear();
        QCOMPARE(changes.count(), 2);
    }

    void jumpingSelectsFirst()
    {
        Selection selection;
        QStringList order;
        connect(&selection, &Selection::selectionChanged, this,
                [&] { order.append(QStringLiteral("selected")); });
        connect(&selection, &Selection::jumpRequested, this,
                [&] { order.append(QStringLiteral("jumped")); });
        selection.jumpTo({4});
        QCOMPARE(order, (QStringList{QStringLiteral("selected"), QStringLiteral("jumped")}));
    }

    void nodesThatAreGoneAreDropped()
    {
        Graph graph;
        const NodeId stays = graph.add({});
        Selection selection;
        selection.setNodes({stays, {77}});
        selection.keepOnly(graph);
        QVERIFY(selection.nodes() == std::vector<NodeId>{stays});
    }

    void aNodeInsideGoesWithItsHolder()
    {
        Graph body;
        const InnerNode inner{{{NodeId{0}, 0}}, body.add({})};
        Graph graph;
        Node holder;
        holder.subgraphs = {std::make_shared<const Graph>(body)};
        const NodeId owner = graph.add(std::move(holder));
        Selection selection;
        QSignalSpy changes(&selection, &Selection::selectionChanged);
        selection.setNodes({owner}, inner);
        selection.setNodes({owner}, inner);
        QCOMPARE(changes.count(), 1);
        QVERIFY(selection.inner() == inner);
        selection.keepOnly(graph);
        QVERIFY(selection.inner() == inner);
        selection.select(owner);
        QCOMPARE(changes.count(), 2);
        QVERIFY(!selection.inner());
        selection.jumpInto(owner, inner);
        QVERIFY(selection.inner() == inner);
        graph.edit(owner).subgraphs.clear();
        selection.keepOnly(graph);
        QVERIFY(!selection.inner());
        QCOMPARE(selection.current(), owner);
    }

    void aValueAndNodesAreNeverSelectedTogether()
    {
        Graph graph;
        const NodeId node = graph.add({});
        Selection selection;
        QSignalSpy changes(&selection, &Selection::selectionChanged);
        selection.select(node);
        selection.selectValue({node, 1});
        QVERIFY(selection.isEmpty());
        QVERIFY(selection.value() == (Entry{node, 1}));
        selection.keepOnly(graph);
        QVERIFY(selection.value().has_value());
        selection.keepOnly(Graph());
        QVERIFY(!selection.value());
        selection.selectValue({node, 0});
        selection.select(node);
        QVERIFY(!selection.value());
        QCOMPARE(changes.count(), 5);
    }
};

NERVURE_TEST(TstSelection)
#include "tst_selection.moc"
