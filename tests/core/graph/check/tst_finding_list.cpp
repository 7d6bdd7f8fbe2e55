// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/check/finding_list.h"
#include "core/graph/check/graph_check.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Findings with many nodes, and what comes of several who find the same.
class TstFindingList : public QObject {
    Q_OBJECT

private:
    static Node nodeOf(const char *op, const char *name)
    {
        Node node;
        node.op = op;
        node.name = name;
        return node;
    }

    /// Five nodes of an operator that nobody knows, the last of them named like it.
    static Graph strangers()
    {
        Graph graph;
        for (const char *name : {"a", "b", "c", "d", "stranger"}) {
            graph.add(nodeOf("stranger", name));
        }
        return graph;
    }

    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void oneCauseIsOneFinding()
    {
        const Graph graph = strangers();
        const Diagnostics found = checkWithSubgraphs(graph, m_builtins.ops, Semantics::Exact);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].count(), std::size_t{4});
        QCOMPARE((*found[0].places)[3].node, NodeId{3});
        QCOMPARE(found[1].where.node, std::string("stranger"));
        const Diagnostics each = eachFinding(found, graph);
        QCOMPARE(each.size(), std::size_t{5});
        QCOMPARE(each[2].message, std::string("node 'c': operator 'stranger' is unknown"));
        QCOMPARE(each[2].where.node, std::string("c"));
        QCOMPARE(each[4].message, std::string("node 'stranger': operator 'stranger' is unknown"));
    }

    void attributesOfSeveralNodesAreOneFindingToo()
    {
        Graph graph;
        const NodeId data = graph.add(nodeOf("null", "data"));
        for (const char *name : {"r0", "r1", "r2"}) {
            Node node = nodeOf("leaky_relu", name);
            node.inputs.push_back({data});
            node.attrs.set(std::string(name) == "r1" ? "gamma" : "beta", "1");
            graph.add(std::move(node));
        }
        const Diagnostics found = checkWithSubgraphs(graph, m_builtins.ops, Semantics::Exact);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].where.attribute, std::string("beta"));
        QCOMPARE(found[0].count(), std::size_t{2});
        QCOMPARE(found[1].count(), std::size_t{1});
    }

    void whatIsInsideANodeIsToldOneByOne()
    {
        Graph graph;
        Node loop = nodeOf("loop", "outer");
        loop.subgraphs.push_back(std::make_shared<const Graph>(strangers()));
        graph.add(std::move(loop));
        const Diagnostics found = checkWithSubgraphs(graph, m_builtins.ops, Semantics::Exact);
        QCOMPARE(found.size(), std::size_t{6});
        QVERIFY(!found[2].places);
        QVERIFY(found[2].where.owners == std::vector<std::string>{"outer"});
        QCOMPARE(found[2].where.node, std::string("b"));
    }

    void nothingComesTwice()
    {
        const Graph graph = strangers();
        const auto unknown = [](const char *node) {
            return makeWarningAt(node, "op-unknown", "node '{}': operator 'stranger' is unknown",
                                 node);
        };
        const Diagnostics all = checkWithSubgraphs(graph, m_builtins.ops, Semantics::Exact);
        FindingList list(graph,
                         {unknown("b"), makeWarning("file", "odd"), makeWarning("file", "odd")});
        list.add(all);
        list.add({unknown("c"), unknown("e"), makeWarning("file", "odd"), unknown("e")});
        const Diagnostics found = list.take();
        QCOMPARE(found.size(), std::size_t{6}); // b, odd twice, a c d, "stranger", e
        QCOMPARE(found[3].where.node, std::string("a"));
        QCOMPARE(found[3].count(), std::size_t{3});
        QCOMPARE((*found[3].places)[1].node, NodeId{2});
        QCOMPARE(found[5].where.node, std::string("e"));
        QCOMPARE(newFindings(all, {unknown("d"), unknown("x")}, graph).size(), std::size_t{1});
    }

    void aNodeThatIsGoneDoesNoHarm()
    {
        Graph graph = strangers();
        const Diagnostics found = checkWithSubgraphs(graph, m_builtins.ops, Semantics::Exact);
        graph.remove(NodeId{2});
        QCOMPARE(eachFinding(found, graph)[2].where.node, std::string("a"));
    }
};

NERVURE_TEST(TstFindingList)
#include "tst_finding_list.moc"
