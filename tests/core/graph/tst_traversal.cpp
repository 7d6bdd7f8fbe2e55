// SPDX-License-Identifier: Apache-2.0
#include "core/graph/traversal.h"
#include "tests/support/test_class.h"

#include <QRandomGenerator>
#include <QTest>

using namespace nervure;

class TstTraversal : public QObject {
    Q_OBJECT

private:
    /// The order by its definition.
    static void finish(const Graph &graph, NodeId id, std::vector<bool> &seen,
                       std::vector<NodeId> &order)
    {
        if (!graph.contains(id) || seen[id.value]) {
            return;
        }
        seen[id.value] = true;
        for (const Entry &entry : graph.node(id).inputs) {
            finish(graph, entry.node, seen, order);
        }
        for (const NodeId dependency : graph.node(id).controlDeps) {
            finish(graph, dependency, seen, order);
        }
        order.push_back(id);
    }
    static std::vector<NodeId> orderByDefinition(const Graph &graph)
    {
        std::vector<bool> seen(graph.idLimit(), false);
        std::vector<NodeId> order;
        for (const Entry &head : graph.heads()) {
            finish(graph, head.node, seen, order);
        }
        return order;
    }
    static bool isAccepted(const Graph &graph)
    {
        PostOrderCheck check(graph);
        for (const NodeId id : graph.nodes()) {
            if (!check.accepts(id, graph.node(id))) {
                return false;
            }
        }
        return check.acceptsHeads();
    }
    /// Few nodes that read each other in all ways, so that many come out in order and many do not;
    /// one in twenty references is faulty.
    static Graph randomGraph(QRandomGenerator &random)
    {
        Graph graph;
        const auto count = static_cast<std::uint32_t>(random.bounded(1, 7));
        for (std::uint32_t i = 0; i < count; ++i) {
            Node node;
            node.op = "op";
            const auto source = [&] {
                const bool isFaulty = random.bounded(20) == 0;
                return NodeId{random.bounded(isFaulty ? count + 3 : std::max(i, 1U))};
            };
            for (quint32 k = random.bounded(3U); k > 0; --k) {
                node.inputs.push_back({source()});
            }
            if (random.bounded(4) == 0) {
                node.controlDeps.push_back(source());
            }
            graph.add(std::move(node));
        }
        std::vector<Entry> heads(random.bounded(1U, 3U));
        for (Entry &head : heads) {
            head.node = NodeId{random.bounded(count)};
        }
        heads.back().node = NodeId{count - 1};
        graph.setHeads(std::move(heads));
        return graph;
    }

private Q_SLOTS:
    void theOrderIsThatOfItsDefinition()
    {
        QRandomGenerator random(20181205);
        int accepted = 0;
        constexpr int rounds = 20000;
        for (int round = 0; round < rounds; ++round) {
            const Graph graph = randomGraph(random);
            const std::vector<NodeId> expected = orderByDefinition(graph);
            QVERIFY(postOrder(graph) == expected);
            const std::vector<NodeId> listed(graph.nodes().begin(), graph.nodes().end());
            if (isAccepted(graph)) {
                QVERIFY(listed == expected);
                ++accepted;
            }
        }
        QVERIFY(accepted > rounds / 20);
        QVERIFY(accepted < rounds / 2);
    }

    void graphsInOrderAreAccepted()
    {
        QRandomGenerator random(7);
        int sound = 0;
        int accepted = 0;
        for (int round = 0; round < 2000; ++round) {
            Graph graph = randomGraph(random);
            const std::vector<NodeId> order = orderByDefinition(graph);
            std::vector<std::pair<NodeId, Node>> nodes;
            bool isSound = true;
            std::vector<bool> listed(graph.idLimit(), false);
            for (const NodeId id : order) {
                const Node &node = graph.node(id);
                const auto isListed = [&](NodeId source) {
                    return graph.contains(source) && listed[source.value];
                };
                for (const Entry &entry : node.inputs) {
                    isSound = isSound && isListed(entry.node);
                }
                for (const NodeId dependency : node.controlDeps) {
                    isSound = isSound && isListed(dependency);
                }
                listed[id.value] = true;
                nodes.emplace_back(id, node);
            }
            const std::vector<Entry> heads = graph.heads();
            graph.assign(std::move(nodes), heads);
            sound += isSound ? 1 : 0;
            if (isAccepted(graph)) {
                QVERIFY(isSound);
                ++accepted;
            }
        }
        QVERIFY2(2 * accepted > sound,
                 qPrintable(QStringLiteral("%1 of %2").arg(accepted).arg(sound)));
    }

    void outputsAreCountedByTheirUse()
    {
        Graph graph;
        const NodeId source = graph.add(Node());
        Node reader;
        reader.op = "op";
        reader.inputs = {{source, 2}, {source, 0}, {NodeId{99}, 4}, {source, 4000000000U}};
        const NodeId top = graph.add(reader);
        graph.setHeads({{top, 1}});
        const std::vector<std::uint32_t> used = usedOutputs(graph);
        QCOMPARE(used[source.value], 65536U);
        QCOMPARE(used[top.value], 2U);
    }
};

NERVURE_TEST(TstTraversal)
#include "tst_traversal.moc"
