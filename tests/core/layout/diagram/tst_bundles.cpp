// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/bundles.h"

#include "core/layout/diagram/drawn_selection.h"
#include "core/layout/diagram/groups.h"
#include "core/layout/export/dot_writer.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// split → join with `count` lines, the last output to the first input; join → end with two.
Graph parallel(std::uint32_t count)
{
    Graph graph;
    const NodeId split = graph.add(nodeOf("split", "split1", {graph.add(nodeOf("", "data"))}));
    Node join = nodeOf("concat", "join1");
    for (std::uint32_t i = 0; i < count; ++i) {
        join.inputs.push_back({split, count - 1 - i});
    }
    const NodeId joined = graph.add(join);
    graph.setHeads({Entry{graph.add(nodeOf("mul", "square", {joined, joined}))}});
    return graph;
}

DrawnGraph drawn(const Graph &graph, const std::string &label = {})
{
    DrawnGraph result = makeDrawnGraph(graph, OpRegistry());
    for (DrawnEdge &edge : result.edges) {
        edge.label = label;
    }
    return result;
}

const DrawnEdge *bundleOf(const DrawnGraph &graph)
{
    const auto it = std::find_if(graph.edges.begin(), graph.edges.end(),
                                 [](const DrawnEdge &edge) { return edge.bundle >= 0; });
    return it == graph.edges.end() ? nullptr : &*it;
}

} // namespace

class TstBundles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void manyLinesBetweenTheSameBoxesAreOne()
    {
        const Graph graph = parallel(35);
        const DrawnGraph bundled = bundleLines(drawn(graph));
        QCOMPARE(bundled.edges.size(), std::size_t(4)); // data, the bundle, two of the square
        const DrawnEdge *bundle = bundleOf(bundled);
        QVERIFY(bundle);
        QCOMPARE(bundle->label, std::string("×35"));
        const std::span<const DrawnEdge> lines = bundled.linesOf(*bundle);
        QCOMPARE(lines.size(), std::size_t(35));
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i].input, i);
            QCOMPARE(lines[i].value, (Entry{*graph.findByName("split1"), 34 - i}));
            QCOMPARE(lines[i].reader, *graph.findByName("join1"));
        }
        QCOMPARE(bundle->value, lines.front().value);
    }

    void whatAllSayIsSaidOnce()
    {
        QCOMPARE(bundleOf(bundleLines(drawn(parallel(4), "4×64")))->label,
                 std::string("×4 · 4×64"));
    }

    void twoLinesStayTwo()
    {
        const DrawnGraph bundled = bundleLines(drawn(parallel(2)));
        QVERIFY(!bundleOf(bundled));
        QCOMPARE(bundled.edges.size(), std::size_t(5));
        for (const DrawnEdge &edge : bundled.edges) {
            QCOMPARE(bundled.linesOf(edge).data(), &edge);
        }
    }

    void whatIsBundledStaysSo()
    {
        const DrawnGraph once = bundleLines(drawn(parallel(5)));
        const DrawnGraph twice = bundleLines(once);
        QCOMPARE(twice.edges.size(), once.edges.size());
        QCOMPARE(twice.bundles.size(), once.bundles.size());
    }

    void controlDependenciesAreApart()
    {
        Graph graph = parallel(3);
        const NodeId join = *graph.findByName("join1");
        graph.edit(join).controlDeps = {*graph.findByName("split1")};
        const DrawnGraph bundled = bundleLines(drawn(graph));
        QCOMPARE(bundled.edges.size(), std::size_t(5));
        QVERIFY(!bundleOf(bundled)->isControl);
    }

    void cardsOfGroupsCountAsBoxes()
    {
        Graph graph;
        const NodeId data = graph.add(nodeOf("", "data"));
        std::vector<NodeId> last;
        for (int i = 0; i < 4; ++i) {
            const NodeId a = graph.add(nodeOf("relu", "one/a" + std::to_string(i), {data}));
            last.push_back(graph.add(nodeOf("tanh", "two/b" + std::to_string(i), {a})));
        }
        graph.setHeads({Entry{graph.add(nodeOf("add_n", "sum", last))}});
        DrawnGraph boxes = drawn(graph);
        const GroupTree tree = groupBoxes(boxes, graph, Grouping::Scopes);
        const DrawnGraph bundled = bundleLines(foldGroups(std::move(boxes), tree, {}));
        QCOMPARE(bundled.bundles.size(), std::size_t(2)); // between the cards, and to the sum
        const std::span<const DrawnEdge> lines = bundled.linesOf(*bundleOf(bundled));
        QCOMPARE(lines.size(), std::size_t(4));
        QCOMPARE(lines[2].value.node, *graph.findByName("one/a2"));
        QCOMPARE(lines[2].reader, *graph.findByName("two/b2"));
        QCOMPARE(bundled.calledOf(lines[2].from), std::string("one"));
    }

    void aPartOfAPictureKeepsItsBundles()
    {
        const Graph graph = parallel(3);
        const DrawnGraph bundled = bundleLines(drawn(graph));
        const std::vector<NodeId> kept{*graph.findByName("split1"), *graph.findByName("join1")};
        const DrawnGraph part = selectedPart(bundled, kept);
        QCOMPARE(part.edges.size(), std::size_t(1));
        const std::span<const DrawnEdge> lines = part.linesOf(part.edges.front());
        QCOMPARE(lines.size(), std::size_t(3));
        QVERIFY(lines[1].from == 0 && lines[1].to == 1);
    }

    void svgAndDotDrawOneThickLine()
    {
        const auto svg = svgOf(drawn(parallel(35)));
        QVERIFY(svg.ok());
        QVERIFY(svg->find(">×35</text>") != std::string::npos);
        QVERIFY(svg->find("stroke-width=\"2.5\"") != std::string::npos);
        const std::string dot = writeDot(bundleLines(drawn(parallel(35))));
        QVERIFY(dot.find("[label=\"×35\", penwidth=2.5]") != std::string::npos);
        QVERIFY(dot.find("taillabel") == std::string::npos);
    }
};

NERVURE_TEST(TstBundles)
#include "tst_bundles.moc"
