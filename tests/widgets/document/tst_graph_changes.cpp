// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/document/graph_changes.h"

#include <QTest>

using namespace nervure;

class TstGraphChanges : public QObject {
    Q_OBJECT

private:
    static Node named(const char *op, const char *name)
    {
        Node node;
        node.op = op;
        node.name = name;
        return node;
    }
    static ChangeMark markOf(const std::vector<NodeChange> &changes, NodeId node)
    {
        for (const NodeChange &change : changes) {
            if (change.node == node) {
                return change.mark;
            }
        }
        return ChangeMark::None;
    }

private Q_SLOTS:
    void withoutProvenanceIdsTell()
    {
        Graph before;
        const NodeId kept = before.add(named("relu", "kept"));
        const NodeId edited = before.add(named("relu", "edited"));
        const NodeId gone = before.add(named("relu", "gone"));
        Graph after = before;
        after.edit(edited).attrs.set("a", "1");
        after.remove(gone);
        const NodeId made = after.add(named("relu", "made"));
        const auto changes = changesBetween(before, after, nullptr);
        QCOMPARE(changes.size(), std::size_t{3});
        QCOMPARE(markOf(changes, kept), ChangeMark::None);
        QCOMPARE(markOf(changes, edited), ChangeMark::Changed);
        QCOMPARE(markOf(changes, gone), ChangeMark::Removed);
        QCOMPARE(markOf(changes, made), ChangeMark::Added);
    }

    void whatWentIntoAnotherIsFusedAndNotRemoved()
    {
        Graph before;
        const NodeId conv = before.add(named("conv2d", "conv"));
        const NodeId norm = before.add(named("batch_norm", "bn"));
        const NodeId drop = before.add(named("dropout", "drop"));
        Graph after = before;
        after.remove(norm);
        after.remove(drop);
        const std::string reason = "folded batch_norm into conv2d";
        const Provenance provenance{{{conv, {conv, norm}, reason}}};
        const auto changes = changesBetween(before, after, &provenance);
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(markOf(changes, conv), ChangeMark::Fused);
        QCOMPARE(markOf(changes, drop), ChangeMark::Removed);
        QCOMPARE(originText(changes.front(), before),
                 QStringLiteral("conv, bn: folded batch_norm into conv2d"));
    }

    void aNodeThatOnlyMovedIsTheSame()
    {
        Graph before;
        const NodeId old = before.add(named("relu", "r"));
        Graph after;
        after.reserveIds(10);
        const NodeId moved = after.add(named("relu", "r"));
        Provenance provenance;
        provenance.origins.push_back({moved, {old}, ""});
        QVERIFY(changesBetween(before, after, &provenance).empty());
        after.edit(moved).attrs.set("a", "1");
        QCOMPARE(markOf(changesBetween(before, after, &provenance), moved), ChangeMark::Changed);
        provenance.origins.front().from.clear();
        const auto changes = changesBetween(before, after, &provenance);
        QCOMPARE(markOf(changes, moved), ChangeMark::Added);
        QCOMPARE(markOf(changes, old), ChangeMark::Removed);
    }

    void everyMarkHasASignAndAWord()
    {
        for (const ChangeMark mark :
             {ChangeMark::Added, ChangeMark::Changed, ChangeMark::Fused, ChangeMark::Removed}) {
            QVERIFY(!changeSign(mark).isEmpty());
            QVERIFY(!changeWord(mark).isEmpty());
        }
        QVERIFY(changeSign(ChangeMark::None).isEmpty());
    }
};

NERVURE_TEST(TstGraphChanges)
#include "tst_graph_changes.moc"
