// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/nodes_after.h"

#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstNodesAfter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutWordsIdsAreTheSame()
    {
        SmallGraph small;
        const NodeId x = small.add("null", "x");
        const NodesAfter nodes(small.graph, nullptr);
        QCOMPARE(nodes.of(x), x);
        QCOMPARE(nodes.of(NodeId{9}), NodeId());
    }

    /// The ids of two files mean nothing in each other.
    void idsOfAnotherFileAreNoneOfThisOne()
    {
        SmallGraph after;
        const NodeId y = after.add("null", "y");
        const NodeId x = after.add("null", "x");
        after.add("relu", "r", {x});
        Provenance provenance;
        provenance.hasSharedIds = false;
        provenance.origins = {{x, {NodeId{0}}, {}, NodeId{0}}, {y, {NodeId{5}, NodeId{6}}, {}, {}}};
        const NodesAfter nodes(after.graph, &provenance);
        QCOMPARE(nodes.of(NodeId{0}), x); // not y, which has that id there
        QCOMPARE(nodes.of(NodeId{6}), y);
        QCOMPARE(nodes.of(NodeId{2}), NodeId());
    }

    void ofSharedIdsWhatIsListedIsTold()
    {
        SmallGraph after;
        const NodeId x = after.add("null", "x");
        const NodeId fused = after.add("conv2d", "c", {x});
        Provenance provenance;
        provenance.origins = {{fused, {fused, NodeId{7}}, "folded", {}}};
        const NodesAfter nodes(after.graph, &provenance);
        QCOMPARE(nodes.of(NodeId{7}), fused);
        QCOMPARE(nodes.of(fused), fused);
        QCOMPARE(nodes.of(x), x);
    }
};

NERVURE_TEST(TstNodesAfter)
#include "tst_nodes_after.moc"
