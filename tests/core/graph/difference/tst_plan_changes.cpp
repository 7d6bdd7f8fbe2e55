// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/plan_changes.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

class TstPlanChanges : public QObject {
    Q_OBJECT

private:
    static StorageTenant tenant(NodeId node, std::int64_t bytes)
    {
        StorageTenant value;
        value.node = node;
        value.bytes = bytes;
        return value;
    }
    static StorageBlock block(std::int64_t id, std::vector<StorageTenant> tenants)
    {
        StorageBlock result;
        result.id = id;
        for (const StorageTenant &value : tenants) {
            result.bytes = std::max(result.bytes, value.bytes);
        }
        result.tenants = std::move(tenants);
        return result;
    }
    /// Nodes that are called "n0", "n1", ….
    static Graph graphOf(int count)
    {
        Graph graph;
        for (int i = 0; i < count; ++i) {
            Node node;
            node.op = "relu";
            node.name = "n" + std::to_string(i);
            graph.add(std::move(node));
        }
        return graph;
    }

private Q_SLOTS:
    void storagesAreFoundByWhatTheyHold()
    {
        const Graph graph = graphOf(5);
        const auto n = graph.nodes();
        MemoryPlanView before;
        before.blocks = {block(0, {tenant(n[0], 100), tenant(n[2], 80)}),
                         block(1, {tenant(n[1], 40)}), block(2, {tenant(n[3], 10)})};
        MemoryPlanView after; // other numbers, one value more
        after.blocks = {block(0, {tenant(n[1], 40), tenant(n[4], 300)}),
                        block(7, {tenant(n[0], 100), tenant(n[2], 80)}),
                        block(8, {tenant(n[4], 20)})};
        const NodeComparison nodes(graph, graph, nullptr);
        const auto changes = storageChanges(before, after, nodes);
        QCOMPARE(changes.size(), std::size_t{4});
        QCOMPARE(changes[0].after, std::optional<std::int64_t>(0));
        QCOMPARE(changes[0].before, std::optional<std::int64_t>(1));
        QCOMPARE(changes[0].growth(), 260);
        QCOMPARE(changes[0].shared, std::size_t{1});
        QCOMPARE(changes[0].node, n[4]);
        QCOMPARE(changes[1].after, std::optional<std::int64_t>(8)); // new
        QVERIFY(!changes[1].before);
        QCOMPARE(changes[2].before, std::optional<std::int64_t>(2)); // gone
        QVERIFY(!changes[2].after);
        QCOMPARE(changes[2].growth(), -10);
        QCOMPARE(changes[3].after, std::optional<std::int64_t>(7));
        QCOMPARE(changes[3].before, std::optional<std::int64_t>(0));
        QCOMPARE(changes[3].growth(), 0);
        QCOMPARE(changes[3].shared, std::size_t{2});
    }

    void nothingIsNoChange()
    {
        const Graph graph = graphOf(1);
        QVERIFY(storageChanges({}, {}, NodeComparison(graph, graph, nullptr)).empty());
    }
};

NERVURE_TEST(TstPlanChanges)
#include "tst_plan_changes.moc"
