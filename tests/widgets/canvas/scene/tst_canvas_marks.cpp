// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/canvas_marks.h"

#include "core/graph/check/finding_list.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// What diagnostics leave on the boxes of a picture.
class TstCanvasMarks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findingsInsideMarkTheFoldedSubgraph();
    void unfoldedTheNodesInsideAreMarked();
    void aHolderShowsWhatIsNotDrawn();
    void allNodesOfAFindingAreMarked();
    void foldedGroupsShowTheWorstOfAllInThem();
    void namesMayRepeatInSubgraphs();

private:
    static Node nodeOf(const std::string &op, const std::string &name,
                       const std::vector<NodeId> &inputs = {})
    {
        Node node;
        node.op = op;
        node.name = name;
        for (const NodeId input : inputs) {
            node.inputs.push_back(Entry{input});
        }
        return node;
    }

    /// part_a → part_loop, which holds item, which holds deep → part_b → end
    static Graph model()
    {
        Graph deep;
        deep.setHeads({Entry{deep.add(nodeOf("relu", "deep"))}});
        Node inner = nodeOf("my_loop", "item");
        inner.subgraphs.push_back(std::make_shared<const Graph>(std::move(deep)));
        Graph body;
        body.setHeads({Entry{body.add(std::move(inner))}});
        Graph graph;
        Node loop = nodeOf("my_loop", "part_loop", {graph.add(nodeOf("relu", "part_a"))});
        loop.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
        const NodeId part = graph.add(nodeOf("relu", "part_b", {graph.add(std::move(loop))}));
        graph.setHeads({Entry{graph.add(nodeOf("relu", "end", {part}))}});
        return graph;
    }

    static DrawnGraph drawn(const Graph &graph, int openLevels, Grouping grouping = Grouping::None)
    {
        DrawnGraph picture = makeDrawnGraph(graph, OpRegistry());
        GroupTree tree = groupBoxes(picture, graph, grouping);
        addSubgraphBodies(picture, tree, graph, OpRegistry());
        return foldGroups(std::move(picture), tree, {openLevels, {}});
    }

    static CanvasMarks marksOf(const Graph &graph, const Diagnostics &diagnostics)
    {
        CanvasMarks marks;
        markDiagnostics(marks, graph, diagnostics);
        return marks;
    }

    /// The severity at the box of that title or name; fails where there is none.
    static std::optional<Severity> at(CanvasMarks marks, const DrawnGraph &picture,
                                      const std::string &name)
    {
        marks.follow(picture);
        for (std::uint32_t i = 0; i < picture.nodes.size(); ++i) {
            if (picture.nodes[i].name == name || picture.nodes[i].title == name) {
                return marks.severityOf(i);
            }
        }
        qFatal("no box %s", name.c_str());
    }

    static Diagnostic within(std::vector<std::string> owners, Diagnostic diagnostic)
    {
        diagnostic.where.owners = std::move(owners);
        return diagnostic;
    }

    const Graph m_graph = model();
    const Diagnostics m_found{within({"part_loop", "item"}, makeErrorAt("deep", "e", "wrong")),
                              within({"part_loop"}, makeWarningAt("item", "w", "odd")),
                              within({"part_loop", "item"}, makeWarningAt("deep", "w", "odd"))};
};

void TstCanvasMarks::findingsInsideMarkTheFoldedSubgraph()
{
    const DrawnGraph picture = drawn(m_graph, 0);
    const CanvasMarks marks = marksOf(m_graph, m_found);
    QVERIFY(at(marks, picture, "part_loop: subgraph") == Severity::Error);
    for (const char *name : {"part_a", "part_loop", "part_b", "end"}) {
        QVERIFY(!at(marks, picture, name));
    }
    QVERIFY(
        !at(marksOf(m_graph, {makeErrorAt("end", "e", "wrong")}), picture, "part_loop: subgraph"));
}

void TstCanvasMarks::unfoldedTheNodesInsideAreMarked()
{
    const CanvasMarks marks = marksOf(m_graph, m_found);
    const DrawnGraph once = drawn(m_graph, 1);
    QVERIFY(at(marks, once, "item") == Severity::Warning);
    QVERIFY(at(marks, once, "item: subgraph") == Severity::Error);
    const DrawnGraph all = drawn(m_graph, 2);
    QVERIFY(at(marks, all, "deep") == Severity::Error);
    QVERIFY(at(marks, all, "item") == Severity::Warning);
    QVERIFY(!at(marks, all, "part_loop"));
}

void TstCanvasMarks::aHolderShowsWhatIsNotDrawn()
{
    const CanvasMarks marks = marksOf(m_graph, m_found);
    QVERIFY(at(marks, makeDrawnGraph(m_graph, OpRegistry()), "part_loop") == Severity::Error);
}

void TstCanvasMarks::allNodesOfAFindingAreMarked()
{
    Diagnostic found = makeWarningAt("part_a", "w", "odd");
    setNodes(found, std::vector<NodeId>{*m_graph.findByName("part_a"), *m_graph.findByName("end")});
    const CanvasMarks marks = marksOf(m_graph, {found, makeErrorAt("end", "e", "wrong")});
    const DrawnGraph picture = makeDrawnGraph(m_graph, OpRegistry());
    QVERIFY(at(marks, picture, "part_a") == Severity::Warning);
    QVERIFY(at(marks, picture, "end") == Severity::Error);
    QVERIFY(!at(marks, picture, "part_b"));
}

void TstCanvasMarks::foldedGroupsShowTheWorstOfAllInThem()
{
    const DrawnGraph picture = drawn(m_graph, 0, Grouping::Scopes);
    QCOMPARE(picture.nodes.size(), std::size_t(2));
    QVERIFY(at(marksOf(m_graph, m_found), picture, "part") == Severity::Error);
    const Diagnostics last{makeWarningAt("part_b", "w", "odd"), makeErrorAt("end", "e", "wrong")};
    QVERIFY(at(marksOf(m_graph, last), picture, "part") == Severity::Warning);
    QVERIFY(at(marksOf(m_graph, last), picture, "end") == Severity::Error);
}

void TstCanvasMarks::namesMayRepeatInSubgraphs()
{
    Graph body;
    body.setHeads({Entry{body.add(nodeOf("relu", "same"))}});
    Graph graph;
    Node loop = nodeOf("my_loop", "loop", {graph.add(nodeOf("relu", "same"))});
    loop.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
    graph.setHeads({Entry{graph.add(std::move(loop))}});
    const DrawnGraph picture = drawn(graph, 1);
    QCOMPARE(picture.nodes[2].name, std::string("same"));
    const auto severities = [&](const Diagnostics &found) {
        CanvasMarks marks = marksOf(graph, found);
        marks.follow(picture);
        return std::pair(marks.severityOf(0), marks.severityOf(2));
    };
    const Diagnostic finding = makeErrorAt("same", "e", "wrong");
    QVERIFY((severities({finding})
             == std::pair(std::optional(Severity::Error), std::optional<Severity>())));
    QVERIFY((severities({within({"loop"}, finding)})
             == std::pair(std::optional<Severity>(), std::optional(Severity::Error))));
}

NERVURE_TEST(TstCanvasMarks)
#include "tst_canvas_marks.moc"
