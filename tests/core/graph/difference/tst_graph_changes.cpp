// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_changes.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstGraphChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutProvenanceIdsTell()
    {
        SmallGraph small;
        const NodeId kept = small.add("relu", "kept");
        const NodeId edited = small.add("relu", "edited");
        const NodeId gone = small.add("relu", "gone");
        Graph after = small.graph;
        after.edit(edited).attrs.set("a", "1");
        after.remove(gone);
        Node node;
        node.name = "made";
        const NodeId made = after.add(node);
        const auto changes = changesBetween(small.graph, after, nullptr);
        QCOMPARE(changes.size(), std::size_t{3});
        QCOMPARE(changeAt(changes, kept).mark, ChangeMark::None);
        QCOMPARE(changeAt(changes, edited).mark, ChangeMark::Changed);
        QCOMPARE(changeAt(changes, gone).mark, ChangeMark::Removed);
        QCOMPARE(changeAt(changes, made).mark, ChangeMark::Added);
        const ChangeDetails details{{DetailKind::Attribute, "a", "", "1"}};
        QCOMPARE(changeAt(changes, edited).details, details);
    }

    void whatWentIntoAnotherIsFusedAndNotRemoved()
    {
        SmallGraph small;
        const NodeId conv = small.add("conv2d", "conv");
        const NodeId norm = small.add("batch_norm", "bn");
        const NodeId drop = small.add("dropout", "drop");
        Graph after = small.graph;
        after.remove(norm);
        after.remove(drop);
        after.edit(conv).attrs.set("use_bias", "True");
        const Provenance provenance{{{conv, {conv, norm}, "folded batch_norm into conv2d"}}};
        const auto changes = changesBetween(small.graph, after, &provenance);
        QCOMPARE(changes.size(), std::size_t{2});
        const NodeChange fused = changeAt(changes, conv);
        QCOMPARE(fused.mark, ChangeMark::Fused);
        QCOMPARE(fused.details.size(), std::size_t{1});
        QCOMPARE(changeAt(changes, drop).mark, ChangeMark::Removed);
        QCOMPARE(originWords(fused, small.graph),
                 std::string("conv, bn: folded batch_norm into conv2d"));
        const ChangeCounts counts = countChanges(changes, small.graph, after);
        QCOMPARE(counts.fused, std::size_t{1});
        QCOMPARE(counts.removed, std::size_t{1});
        QCOMPARE(counts.absorbed, std::size_t{1});
    }

    void aNodeThatOnlyMovedIsTheSame()
    {
        SmallGraph small;
        const NodeId old = small.add("relu", "r");
        Graph after;
        after.reserveIds(10);
        const NodeId moved = after.add(small.graph.node(old));
        Provenance provenance;
        provenance.origins.push_back({moved, {old}, ""});
        QVERIFY(changesBetween(small.graph, after, &provenance).empty());
        after.edit(moved).attrs.set("a", "1");
        QCOMPARE(changeAt(changesBetween(small.graph, after, &provenance), moved).mark,
                 ChangeMark::Changed);
        provenance.origins.front().from.clear();
        const auto changes = changesBetween(small.graph, after, &provenance);
        QCOMPARE(changeAt(changes, moved).mark, ChangeMark::Added);
        QCOMPARE(changeAt(changes, old).mark, ChangeMark::Removed);
    }

    /// One batch_norm becomes a product and a sum. Who reads the sum reads what it read before.
    void aReaderOfWhatWasReplacedIsUnchanged()
    {
        SmallGraph small;
        const NodeId x = small.add("null", "x");
        const NodeId norm = small.add("batch_norm", "bn", {x});
        const NodeId relu = small.add("relu", "relu", {norm});
        SmallGraph now{small.graph};
        now.graph.remove(norm);
        const NodeId product = now.add("broadcast_mul", "bn_mul", {x});
        const NodeId sum = now.add("broadcast_add", "bn_add", {product});
        now.graph.edit(relu).inputs[0].node = sum;
        now.graph.setHeads({{relu, 0, 0}});
        const Provenance provenance{{{product, {norm}, "simplified"}, {sum, {norm}, "simplified"}}};
        auto changes = changesBetween(small.graph, now.graph, &provenance);
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(changeName(changeAt(changes, sum)), std::string_view("replaced"));
        const ChangeCounts counts = countChanges(changes, small.graph, now.graph);
        QCOMPARE(counts.replaced, std::size_t{2});
        QCOMPARE(counts.absorbed, std::size_t{1});
        QCOMPARE(counts.removed, std::size_t{0});
        // Another one is another input.
        now.graph.edit(relu).inputs[0].node = x;
        changes = changesBetween(small.graph, now.graph, &provenance);
        const ChangeDetails details{{DetailKind::Input, "0", "bn", "x"}};
        QCOMPARE(changeAt(changes, relu).details, details);
    }

    void whoOfTwoFilesHasAnotherNameIsRenamed()
    {
        SmallGraph before;
        const NodeId old = before.add("relu", "old");
        SmallGraph after;
        after.graph.reserveIds(5);
        const NodeId now = after.add("relu", "now");
        Provenance provenance{{{now, {old}, ""}}};
        QCOMPARE(changeName(changesBetween(before.graph, after.graph, &provenance).front()),
                 std::string_view("replaced"));
        provenance.hasSharedIds = false;
        provenance.origins.front().was = old;
        const auto changes = changesBetween(before.graph, after.graph, &provenance);
        QCOMPARE(changeName(changes.front()), std::string_view("renamed"));
        QCOMPARE(countChanges(changes, before.graph, after.graph).renamed, std::size_t{1});
        after.graph.edit(now).attrs.set("a", "1");
        QCOMPARE(changeName(changesBetween(before.graph, after.graph, &provenance).front()),
                 std::string_view("changed"));
    }
};

NERVURE_TEST(TstGraphChanges)
#include "tst_graph_changes.moc"
