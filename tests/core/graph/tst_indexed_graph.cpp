// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed_graph.h"

#include <QTest>

using namespace nervure;

namespace {

Node variable(std::string name)
{
    Node node;
    node.name = std::move(name);
    return node;
}

Node op(std::string op, std::string name, std::vector<Entry> inputs)
{
    Node node;
    node.op = std::move(op);
    node.name = std::move(name);
    node.inputs = std::move(inputs);
    return node;
}

std::vector<std::string> namesOf(const IndexedGraph &graph)
{
    std::vector<std::string> names;
    for (const IndexedNode &node : graph.nodes()) {
        names.push_back(node.node->name);
    }
    return names;
}

auto indexOf(const Graph &graph)
{
    const OpRegistry ops;
    Diagnostics found;
    return IndexedGraph::build(graph, ops, found);
}

} // namespace

class TstIndexedGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orderIsPostOrderFromTheHeads()
    {
        Graph graph;
        const NodeId sum = graph.add(op("add", "sum", {{NodeId{2}}, {NodeId{1}}}));
        graph.add(variable("y"));
        graph.add(variable("x"));
        graph.add(variable("unreached"));
        graph.setHeads({{sum}});
        const auto indexed = indexOf(graph);
        QVERIFY(indexed.ok());
        QCOMPARE(namesOf(**indexed), (std::vector<std::string>{"x", "y", "sum"}));
        QVERIFY(!(*indexed)->find(NodeId{3}));
        QCOMPARE((*indexed)->find(sum), std::optional<std::uint32_t>(2));
    }

    void controlDependenciesComeAfterInputs()
    {
        Graph graph;
        Node last = op("relu", "last", {{NodeId{1}}});
        last.controlDeps = {NodeId{2}};
        graph.setHeads({{graph.add(last)}});
        graph.add(variable("x"));
        graph.add(variable("waited"));
        const auto indexed = indexOf(graph);
        QVERIFY(indexed.ok());
        QCOMPARE(namesOf(**indexed), (std::vector<std::string>{"x", "waited", "last"}));
    }

    void unknownOperatorsHaveAsManyOutputsAsAreUsed()
    {
        Graph graph;
        const NodeId odd = graph.add(op("odd", "odd", {}));
        graph.setHeads({{graph.add(op("relu", "r", {{odd, 2}}))}});
        const auto indexed = indexOf(graph);
        QVERIFY(indexed.ok());
        QCOMPARE((*indexed)->node(0).outputCount, 3U);
        QCOMPARE((*indexed)->entryCount(), 4U);
        QCOMPARE((*indexed)->entryId((*indexed)->node(1).inputs[0]), 2U);
    }

    void aNodeThatTakesItselfPasses()
    {
        Graph graph;
        graph.setHeads({{graph.add(op("relu", "a", {{NodeId{0}}}))}});
        QVERIFY(indexOf(graph).ok());
    }

    void longerCyclesFail()
    {
        Graph graph;
        graph.add(op("relu", "a", {{NodeId{1}}}));
        graph.add(op("relu", "b", {{NodeId{0}}}));
        graph.setHeads({{NodeId{1}}});
        const auto indexed = indexOf(graph);
        QVERIFY(!indexed.ok());
        QCOMPARE(indexed.error().code, std::string("graph-cycle"));
    }

    void cyclesAreAtTheirFirstNode()
    {
        for (std::uint32_t head = 0; head < 4; ++head) {
            Graph graph;
            graph.add(op("relu", "before", {{NodeId{1}}}));
            graph.add(op("relu", "first", {{NodeId{3}}}));
            graph.add(op("relu", "second", {{NodeId{1}}}));
            graph.add(op("relu", "third", {{NodeId{2}}}));
            graph.setHeads({{NodeId{head}}});
            const auto indexed = indexOf(graph);
            QVERIFY(!indexed.ok());
            QCOMPARE(indexed.error().where.node, std::string("first"));
        }
    }

    void outputsBeyondMemoryFail()
    {
        Graph graph;
        Entries heads;
        for (int i = 0; i < 300; ++i) {
            heads.push_back({graph.add(op("odd", "odd" + std::to_string(i), {})), 65535});
            graph.setHeads(Entries(heads));
            QCOMPARE(indexOf(graph).ok(), i < 256); // 2^24 entries
        }
        QCOMPARE(indexOf(graph).error().code, std::string("graph-size"));
        QCOMPARE(indexOf(graph).error().where.node, std::string("odd256"));
    }

    void cyclesOfControlDependenciesFail()
    {
        Graph graph;
        Node a = op("relu", "a", {});
        a.controlDeps = {NodeId{1}};
        graph.add(a);
        graph.setHeads({{graph.add(op("relu", "b", {{NodeId{0}}}))}});
        QCOMPARE(indexOf(graph).error().code, std::string("graph-cycle"));
    }

    void danglingEntriesFail()
    {
        Graph graph;
        graph.setHeads({{graph.add(op("relu", "a", {{NodeId{7}}}))}});
        const auto indexed = indexOf(graph);
        QVERIFY(!indexed.ok());
        QCOMPARE(indexed.error().where.node, std::string("a"));
    }

    void editsDoNotReachTheSnapshot()
    {
        Graph graph;
        const NodeId x = graph.add(variable("x"));
        graph.setHeads({{x}});
        const auto indexed = indexOf(graph);
        graph.edit(x).name = "renamed";
        QCOMPARE((*indexed)->node(0).node->name, std::string("x"));
    }

    void lightNetGraphsKeepTheOrderOfTheFile()
    {
        Graph graph;
        graph.setDialect(Dialect::LightNet);
        for (const char *name : {"second", "first"}) {
            Node node = op("create", name, {});
            node.dialect = Dialect::LightNet;
            node.outputPorts = {{"dst", name}};
            graph.add(node);
        }
        const auto indexed = indexOf(graph);
        QVERIFY(indexed.ok());
        QCOMPARE(namesOf(**indexed), (std::vector<std::string>{"second", "first"}));
        QCOMPARE((*indexed)->entryCount(), 2U);
    }
};

QTEST_APPLESS_MAIN(TstIndexedGraph)
#include "tst_indexed_graph.moc"
