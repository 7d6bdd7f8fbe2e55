// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_difference.h"
#include "tests/core/graph/difference/small_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// A graph with its snapshot; every value has this shape and is float32.
struct Known {
    explicit Known(Graph from, const Shape &shape = {}) : graph(std::move(from))
    {
        Diagnostics ignored;
        index = IndexedGraph::build(graph, OpRegistry(), ignored).value();
        if (!isUnknown(shape)) {
            analyses.set(keys::shape, Shapes(index->entryCount(), shape), *index);
            analyses.set(keys::dtype, DTypes(index->entryCount(), DType::Float32), *index);
        }
    }
    operator KnownGraph() const { return {graph, index.get(), &analyses}; }

    Graph graph;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses;
};

} // namespace

class TstGraphDifference : public QObject {
    Q_OBJECT

private:
    SmallGraph m_small;
    NodeId m_x;
    NodeId m_relu;

private Q_SLOTS:
    void init()
    {
        m_small = {};
        m_x = m_small.add("null", "x");
        m_relu = m_small.add("relu", "r", {m_x});
    }

    void aGraphIsNoOtherThanItself()
    {
        const Known known(m_small.graph, {2, 3});
        const GraphDifference difference = differenceOf(known, known, nullptr);
        QVERIFY(difference.empty());
        QCOMPARE(difference.found + difference.lost, std::size_t{0});
    }

    void anotherShapeIsNoChangeOfItsNode()
    {
        const Known before(m_small.graph, {2, 3});
        const Known after(m_small.graph, {2, 4});
        const GraphDifference difference = differenceOf(before, after, nullptr);
        QVERIFY(difference.nodes.empty());
        QVERIFY(!difference.empty());
        QCOMPARE(difference.countOf(ValueFact::Sizes), std::size_t{2});
        QCOMPARE(difference.countOf(ValueFact::Type), std::size_t{0});
        const ChangedValue expected{m_x, 0, ValueFact::Sizes, "2×3", "2×4"};
        QCOMPARE(difference.values.front(), expected);
    }

    void whatOneSideKnowsContradictsNothing()
    {
        const Known before(m_small.graph);
        const Known after(m_small.graph, {2, 3});
        const GraphDifference found = differenceOf(before, after, nullptr);
        QVERIFY(found.empty());
        QCOMPARE(found.found, std::size_t{4});
        QCOMPARE(found.lost, std::size_t{0});
        QCOMPARE(differenceOf(after, before, nullptr).lost, std::size_t{4});
    }

    void layoutsAreCompared()
    {
        Known before(m_small.graph);
        Known after(m_small.graph);
        before.analyses.set(keys::layout, {"__undef__", "NCHW"}, *before.index);
        after.analyses.set(keys::layout, {"NCHW", "NCHW8c"}, *after.index);
        const GraphDifference difference = differenceOf(before, after, nullptr);
        const ChangedValue expected{m_relu, 0, ValueFact::Layout, "NCHW", "NCHW8c"};
        QCOMPARE(difference.values, std::vector{expected});
        QCOMPARE(difference.found, std::size_t{1});
    }

    void resultsAreCompared()
    {
        const Known before(m_small.graph);
        Graph other = m_small.graph;
        other.setHeads({{m_relu, 0, 0}, {m_x, 0, 0}});
        const GraphDifference difference = differenceOf(before, Known(other), nullptr);
        const ChangeDetails expected{{DetailKind::Output, "1", "", "x"}};
        QCOMPARE(difference.results, expected);
        QVERIFY(!difference.empty());
    }

    void ofUnknownGraphsTheStructureIsCompared()
    {
        Graph other = m_small.graph;
        other.edit(m_relu).op = "tanh";
        const GraphDifference difference =
            differenceOf({m_small.graph, nullptr, nullptr}, {other, nullptr, nullptr}, nullptr);
        QCOMPARE(difference.counts.changed, std::size_t{1});
    }
};

NERVURE_TEST(TstGraphDifference)
#include "tst_graph_difference.moc"
