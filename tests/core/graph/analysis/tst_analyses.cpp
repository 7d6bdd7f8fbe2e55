// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/analyses.h"

#include "core/graph/indexed/indexed_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstAnalyses : public QObject {
    Q_OBJECT

private:
    using Index = std::shared_ptr<const IndexedGraph>;

    OpRegistry m_ops;
    Graph m_graph = chainOf(1);
    Index m_index = indexOf(m_graph);

    /// A variable and that many operators behind it.
    static Graph chainOf(int operators)
    {
        Graph graph;
        Node variable;
        variable.name = "x";
        NodeId last = graph.add(variable);
        for (int i = 0; i < operators; ++i) {
            Node node;
            node.op = "any";
            node.name = "n" + std::to_string(i);
            node.inputs = {{last, 0, 0}};
            last = graph.add(node);
        }
        graph.setHeads({{last, 0, 0}});
        return graph;
    }
    [[nodiscard]] Index indexOf(const Graph &graph) const
    {
        Diagnostics ignored;
        return IndexedGraph::build(graph, m_ops, ignored).value();
    }
    [[nodiscard]] Analyses withShapes() const
    {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{{1, 2}, {3}}, *m_index);
        return analyses;
    }

private Q_SLOTS:
    void valuesHaveTheirKeysType()
    {
        Analyses analyses = withShapes();
        QCOMPARE(analyses.find(keys::shape, m_index)->size(), std::size_t{2});
        QVERIFY(!analyses.find(Key<std::int64_t>{"shape"}));
        QVERIFY(analyses.contains("shape") && !analyses.contains("dtype"));
        analyses.erase("shape");
        analyses.erase("shape");
        QVERIFY(!analyses.find(keys::shape, m_index));
    }

    void whatIsOverOneGraphIsNotThereForAnother()
    {
        const Analyses analyses = withShapes();
        Graph edited = m_graph;
        QVERIFY(analyses.find(keys::shape, indexOf(edited)) != nullptr); // a copy is the same graph
        edited.edit(NodeId{1}).name = "other";
        QVERIFY(!analyses.find(keys::shape, indexOf(edited)));
        QVERIFY(!analyses.holds("shape", *indexOf(edited)));
        QVERIFY(analyses.holds("shape", *m_index));
        QVERIFY(!analyses.find(keys::shape, Index()));
        // As many changes, and as many entries.
        QVERIFY(!analyses.find(keys::shape, indexOf(chainOf(1))));
    }

    void aListOfAnotherLengthIsNotThere()
    {
        Analyses analyses;
        analyses.set(keys::shape, Shapes{{1, 2}}, *m_index);
        analyses.set(keys::groupRoot, {0, 0, 0}, *m_index);
        QVERIFY(!analyses.find(keys::shape, m_index));
        QVERIFY(!analyses.find(keys::groupRoot, m_index));
    }

    void whatIsOverAGraphCanBeTakenToOneThatIsNumberedAlike()
    {
        Graph edited = m_graph;
        edited.edit(NodeId{1}).name = "other";
        const Index after = indexOf(edited);
        Analyses analyses;
        analyses.take("shape", withShapes(), *after);
        QCOMPARE(analyses.find(keys::shape, after)->size(), std::size_t{2});
        QVERIFY(!analyses.find(keys::shape, m_index));
        analyses.take("shape", Analyses(), *after);
        QVERIFY(!analyses.contains("shape"));
    }

    void whatFollowsAGraphStaysAndTheRestGoes()
    {
        Graph edited = m_graph;
        edited.edit(NodeId{1}).name = "other";
        const Index after = indexOf(edited);
        Analyses analyses = withShapes();
        analyses.set(keys::dtype, DTypes(2, DType::Float32), *after);
        analyses.set(keys::groupRoot, {0, 1}, *indexOf(chainOf(1)));
        analyses.set(keys::optLevel, std::int64_t{2});
        analyses.follow(m_graph.revision(), *after);
        QVERIFY(analyses.find(keys::shape, after) && analyses.find(keys::dtype, after));
        QVERIFY(!analyses.contains("group_root"));
        QVERIFY(analyses.find(keys::optLevel) != nullptr);
    }

    void copiesShareTheirValues()
    {
        Analyses analyses = withShapes();
        Analyses copy = analyses;
        QCOMPARE(copy.find(keys::shape, m_index), analyses.find(keys::shape, m_index));
        copy.set(keys::shape, Shapes{{3}, {4}}, *m_index);
        QVERIFY(*analyses.find(keys::shape, m_index) == (Shapes{{1, 2}, {3}}));
    }

    void agreesOnEqualAndOnMissingValues()
    {
        Analyses one;
        Analyses other;
        QVERIFY(one.agreesOn("shape", other));
        one = withShapes();
        QVERIFY(!one.agreesOn("shape", other) && !other.agreesOn("shape", one));
        other = withShapes();
        QVERIFY(one.agreesOn("shape", other));
        other.set(keys::shape, Shapes{{1, 3}, {3}}, *m_index);
        QVERIFY(!one.agreesOn("shape", other));
    }

    void allAreSortedByName()
    {
        Analyses analyses = withShapes();
        analyses.set(keys::dtypeUnknown, std::int64_t{3});
        std::vector<std::string> names;
        for (const auto &[name, value] : analyses.all()) {
            names.push_back(name);
        }
        QCOMPARE(names, (std::vector<std::string>{"dtype_num_unknown_nodes", "shape"}));
        QCOMPARE(std::get<std::int64_t>(analyses.all().front().second), std::int64_t{3});
    }
};

NERVURE_TEST(TstAnalyses)
#include "tst_analyses.moc"
