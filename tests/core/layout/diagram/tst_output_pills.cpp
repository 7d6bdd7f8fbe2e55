// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/output_pills.h"

#include "core/graph/indexed/indexed_graph.h"
#include "core/layout/diagram/drawn_selection.h"
#include "core/layout/diagram/groups.h"
#include "core/layout/engine/segments.h"
#include "core/layout/export/dot_writer.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

/// The pills of the outputs of a graph.
class TstOutputPills : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachOutputHasAPillBehindItsSource();
    void aPillSaysTypeAndShape();
    void whatIsNotThereHasNone();
    void theyStayOutsideOfGroups();
    void aPartTakesItsOutputsAlong();
    void anOutputInTheMiddleIsNoObstacle();
    void theyAreWritten();

private:
    /// data → a → b, and the outputs b, a, b once more and data.
    static Graph chain()
    {
        Graph graph;
        const NodeId data = graph.add(nodeOf("null", "data"));
        const NodeId a = graph.add(nodeOf("relu", "net/a", {data}));
        const NodeId b = graph.add(nodeOf("relu", "net/b", {a}));
        graph.setHeads({Entry{b}, Entry{a}, Entry{b}, Entry{data}});
        return graph;
    }
    static DrawnGraph drawn(const Graph &graph)
    {
        return addOutputs(makeDrawnGraph(graph, OpRegistry()), graph, OpRegistry());
    }
};

void TstOutputPills::eachOutputHasAPillBehindItsSource()
{
    const DrawnGraph picture = drawn(chain());
    QCOMPARE(picture.nodes.size(), std::size_t(7));
    std::vector<std::string> titles;
    for (const DrawnNode &node : picture.nodes) {
        titles.push_back(node.kind == DrawnKind::Output ? "-> " + node.title : node.title);
    }
    QCOMPARE(titles, (std::vector<std::string>{"data", "-> data", "relu", "-> net/a_output", "relu",
                                               "-> net/b_output", "-> net/b_output"}));
    QCOMPARE(picture.outputs, (std::vector<std::uint32_t>{5, 3, 6, 1}));
    QCOMPARE(picture.edges.size(), std::size_t(6));
    for (std::uint32_t head = 0; head < picture.outputs.size(); ++head) {
        const std::uint32_t pill = picture.outputs[head];
        QCOMPARE(picture.nodes[pill].head, head);
        QVERIFY(!picture.ownNode(pill).isValid());
        QCOMPARE(std::count_if(picture.edges.begin(), picture.edges.end(),
                               [&](const DrawnEdge &edge) {
                                   return edge.to == pill && edge.input == head
                                          && !edge.reader.isValid()
                                          && edge.from == picture.find(edge.value.node);
                               }),
                 1);
    }
    QVERIFY(picture.nodes[*picture.find(NodeId{2})].title == "relu");
}

void TstOutputPills::aPillSaysTypeAndShape()
{
    const Graph graph = chain();
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(graph, OpRegistry(), diagnostics);
    Analyses analyses;
    DrawOptions options;
    options.indexed = index->get();
    options.analyses = &analyses;
    options.labelShapes = false;
    const auto first = [&] {
        const DrawnGraph picture =
            addOutputs(makeDrawnGraph(graph, OpRegistry(), options), graph, OpRegistry(), options);
        return picture.nodes[picture.outputs[0]].detail;
    };
    QCOMPARE(first(), std::string());
    analyses.set(keys::shape, Shapes((*index)->entryCount(), Shape{2, 3}), **index);
    QCOMPARE(first(), std::string("2×3"));
    analyses.set(keys::dtype, DTypes((*index)->entryCount(), DType::Float32), **index);
    QCOMPARE(first(), std::string("float32 2×3"));
}

void TstOutputPills::whatIsNotThereHasNone()
{
    Graph graph = chain();
    graph.setHeads({Entry{NodeId{47}}, Entry{NodeId{2}}});
    const DrawnGraph picture = drawn(graph);
    QCOMPARE(picture.outputs, (std::vector<std::uint32_t>{DrawnGraph::notDrawn, 3}));
    graph.setHeads({});
    QVERIFY(drawn(graph).outputs.empty());
}

void TstOutputPills::theyStayOutsideOfGroups()
{
    const Graph graph = chain();
    DrawnGraph all = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(all, graph, Grouping::Scopes);
    QCOMPARE(tree.groups.size(), std::size_t(1));
    const DrawnGraph folded =
        addOutputs(foldGroups(std::move(all), tree, {0, {}}), graph, OpRegistry());
    QCOMPARE(folded.nodes.size(), std::size_t(6)); // data, the card and four pills
    for (const std::uint32_t pill : folded.outputs) {
        QCOMPARE(folded.nodes[pill].group, -1);
    }
    // Both values of the card have lines of their own.
    const auto card = *folded.find(NodeId{1});
    QCOMPARE(std::count_if(folded.edges.begin(), folded.edges.end(),
                           [card](const DrawnEdge &edge) { return edge.from == card; }),
             3);
}

void TstOutputPills::aPartTakesItsOutputsAlong()
{
    const DrawnGraph picture = drawn(chain());
    const std::vector<NodeId> nodes{NodeId{1}};
    const DrawnGraph part = selectedPart(picture, nodes);
    QCOMPARE(part.nodes.size(), std::size_t(2));
    QCOMPARE(part.edges.size(), std::size_t(1));
    QCOMPARE(part.outputs,
             (std::vector<std::uint32_t>{DrawnGraph::notDrawn, 1, DrawnGraph::notDrawn,
                                         DrawnGraph::notDrawn}));
}

/// As many pieces as without them, so that a layout is as fast.
void TstOutputPills::anOutputInTheMiddleIsNoObstacle()
{
    Graph graph;
    NodeId last = graph.add(nodeOf("null", "data"));
    std::vector<Entry> heads;
    for (int block = 0; block < 12; ++block) {
        const std::string name = "b" + std::to_string(block);
        const NodeId left = graph.add(nodeOf("exp", name + "l", {last}));
        const NodeId right = graph.add(nodeOf("log", name + "r", {last}));
        last = graph.add(nodeOf("add", name, {left, right}));
        heads.insert(heads.begin(), Entry{last});
    }
    graph.setHeads(heads); // the last one first, as logits stand before the values of layers
    const TableTextMeasure measure;
    const auto segments = [&](const DrawnGraph &picture) {
        const LayoutRequest request =
            makeLayoutRequest(picture, measureNodes(picture, measure), measure);
        return splitIntoSegments(request, {}).front().size();
    };
    const std::size_t without = segments(makeDrawnGraph(graph, OpRegistry()));
    QVERIFY(without >= 12);
    QVERIFY(segments(drawn(graph)) >= without);
}

void TstOutputPills::theyAreWritten()
{
    const DrawnGraph picture = drawn(chain());
    const Result<std::string> svg = svgOf(picture);
    QVERIFY(svg.ok());
    QCOMPARE(QByteArray::fromStdString(*svg).count(">net/b_output</text>"), 2);
    const std::string dot = writeDot(picture);
    QVERIFY(dot.find("n2 -> o0") != std::string::npos);
    QVERIFY(dot.find("o3 [label=\"data\"") != std::string::npos);
}

NERVURE_TEST(TstOutputPills)
#include "tst_output_pills.moc"
