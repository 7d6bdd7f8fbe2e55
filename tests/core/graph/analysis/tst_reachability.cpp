// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/reachability.h"
#include "tests/support/test_class.h"

#include <QRandomGenerator>
#include <QTest>

#include <set>

using namespace nervure;

class TstReachability : public QObject {
    Q_OBJECT

private:
    /// Any graph: cycles, loops, references to nodes that are not there.
    static Graph randomGraph(QRandomGenerator &random)
    {
        Graph graph;
        const std::uint32_t count = 2 + random.bounded(10U);
        for (std::uint32_t i = 0; i < count; ++i) {
            graph.add(Node());
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            Node &node = graph.edit(NodeId{i});
            for (std::uint32_t n = random.bounded(3U); n > 0; --n) {
                node.inputs.push_back({NodeId{random.bounded(count + 1)}, 0, 0});
            }
        }
        return graph;
    }
    static bool reads(const Graph &graph, NodeId reader, NodeId read)
    {
        for (const Entry &input : graph.node(reader).inputs) {
            if (input.node == read) {
                return true;
            }
        }
        return false;
    }

private Q_SLOTS:
    void ancestorsAreWhatStepsReach()
    {
        QRandomGenerator random(1);
        for (int i = 0; i < 300; ++i) {
            const Graph graph = randomGraph(random);
            const Reachability reach(graph);
            const NodeId start =
                graph.nodes()[random.bounded(static_cast<std::uint32_t>(graph.nodeCount()))];
            const NodeSet from = nodeSet(graph, std::span(&start, 1));
            NodeSet expected = reach.operands(from);
            for (std::size_t step = 0; step < graph.nodeCount(); ++step) {
                const NodeSet more = reach.operands(expected);
                for (std::size_t n = 0; n < more.size(); ++n) {
                    expected[n] = expected[n] || more[n];
                }
            }
            QCOMPARE(reach.ancestors(from), expected);
            for (const NodeId other : nodesOf(graph, expected)) {
                QVERIFY(reach.descendants(nodeSet(graph, std::span(&other, 1)))[start.value]);
            }
        }
    }

    void aPathStepsFromUserToUser()
    {
        QRandomGenerator random(2);
        int found = 0;
        for (int i = 0; i < 300; ++i) {
            const Graph graph = randomGraph(random);
            const Reachability reach(graph);
            const NodeId first = graph.nodes().front();
            const NodeId last = graph.nodes().back();
            const NodeSet from = nodeSet(graph, std::span(&first, 1));
            const NodeSet to = nodeSet(graph, std::span(&last, 1));
            const std::vector<NodeId> path = reach.path(from, to);
            const bool isConnected = first == last || reach.descendants(from)[last.value]
                                     || reach.ancestors(from)[last.value];
            QCOMPARE(!path.empty(), isConnected);
            for (std::size_t n = 1; n < path.size(); ++n) {
                QVERIFY(reads(graph, path[n], path[n - 1]));
            }
            const NodeSet between = reach.between(from, to);
            for (const NodeId id : path) {
                QVERIFY(between[id.value]);
            }
            found += path.size() > 1 ? 1 : 0;
        }
        QVERIFY(found > 50);
    }
};

NERVURE_TEST(TstReachability)
#include "tst_reachability.moc"
