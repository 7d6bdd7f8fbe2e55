// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/nested_layout.h"

#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/group_frames.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "core/layout/engine/route.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace nervure;
using namespace nervure::tests;

/// Pictures with unfolded subgraphs in them.
class TstNestedLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFrameHoldsItsOwnBoxesAlone_data();
    void everyFrameHoldsItsOwnBoxesAlone();
    void linesStayInTheirFrames_data();
    void linesStayInTheirFrames();
    void linesLeadThroughTheBottomToTheHolder();
    void equalSubgraphsLookAlike();
    void aFrameIsAsWideAsItsName();
    void foldedPicturesAreLaidOutAsEver();
    void problemsInsideAreTold();
    void itCanBeCanceled();
    void framesAreInTheSvg();

private:
    /// y → b → (c, d), c → e; what c and d give leaves it. `loop` holds another one within it.
    static Graph body(bool holdsAnother)
    {
        Graph graph;
        const NodeId y = graph.add(nodeOf("null", "y"));
        const NodeId b = graph.add(nodeOf("my_b", "b", {y}));
        Node loop = nodeOf("my_loop", "loop", {b});
        if (holdsAnother) {
            loop.subgraphs.push_back(std::make_shared<const Graph>(body(false)));
        }
        const NodeId c = graph.add(std::move(loop));
        const NodeId d = graph.add(nodeOf("my_d", "d", {b}));
        graph.add(nodeOf("my_e", "e", {c}));
        graph.setHeads({Entry{c}, Entry{d}});
        return graph;
    }

    /// x → a → outer (holds two bodies) → end, and a long way round it.
    static Graph model()
    {
        Graph graph;
        const NodeId x = graph.add(nodeOf("null", "x"));
        NodeId way = x;
        for (int i = 0; i < 4; ++i) {
            way = graph.add(nodeOf("my_step", "step" + std::to_string(i), {way}));
        }
        Node outer = nodeOf("my_loop", "outer", {graph.add(nodeOf("my_a", "a", {x}))});
        outer.subgraphs.push_back(std::make_shared<const Graph>(body(true)));
        outer.subgraphs.push_back(std::make_shared<const Graph>(body(true)));
        const NodeId owner = graph.add(std::move(outer));
        graph.setHeads({Entry{graph.add(nodeOf("my_end", "end", {owner, way}))}});
        return graph;
    }

    /// A node that holds the body, within a body of nothing else if `isDeep`.
    static Graph holding(Graph body, bool isDeep = false)
    {
        Graph graph;
        Node loop = nodeOf("my_loop", "outer");
        loop.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
        const NodeId owner = graph.add(std::move(loop));
        graph.setHeads({Entry{owner}});
        return isDeep ? holding(std::move(graph)) : graph;
    }

    /// A chain in which the first `heads` nodes lead out, past those that follow.
    static Graph chain(int length, int heads)
    {
        Graph graph;
        std::vector<Entry> results;
        NodeId last = graph.add(nodeOf("null", "y"));
        for (int i = 0; i < length; ++i) {
            last = graph.add(nodeOf("my_step", "step" + std::to_string(i), {last}));
            if (i < heads) {
                results.push_back(Entry{last});
            }
        }
        graph.setHeads(std::move(results));
        return graph;
    }

    /// Two narrow nodes read far above where they are, and one of them leads out.
    static Graph skips()
    {
        Graph graph;
        const NodeId y = graph.add(nodeOf("null", "y"));
        const NodeId wide = graph.add(nodeOf("my_step_with_a_long_name", "wide", {y}));
        const NodeId next = graph.add(nodeOf("my_step_with_a_long_name", "next", {wide}));
        const NodeId a = graph.add(nodeOf("a", "a", {next, y}));
        graph.add(nodeOf("b", "b", {a, y, wide}));
        graph.setHeads({Entry{y}, Entry{a}});
        return graph;
    }

    /// One node whose results `count` others read, every other one of which leads out.
    static Graph fan(int count)
    {
        Graph graph;
        std::vector<Entry> results;
        const NodeId y = graph.add(nodeOf("null", "y"));
        for (int i = 0; i < count; ++i) {
            const NodeId leaf = graph.add(nodeOf("my_leaf", "leaf" + std::to_string(i), {y}));
            const NodeId end = graph.add(nodeOf("my_end", "end" + std::to_string(i), {leaf}));
            results.push_back(Entry{i % 2 == 0 ? leaf : end});
        }
        graph.setHeads(std::move(results));
        return graph;
    }

    static DrawnGraph picture(const Graph &graph, int openLevels)
    {
        DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
        GroupTree tree = groupBoxes(drawn, graph, Grouping::None);
        addSubgraphBodies(drawn, tree, graph, OpRegistry());
        return foldGroups(std::move(drawn), tree, {openLevels, {}});
    }

    static Drawing draw(const Graph &graph, int openLevels, LayoutDirection direction)
    {
        LayoutClientOptions options;
        options.helper = program("nervure-layout");
        LayoutClient client(options);
        Result<Drawing> drawing =
            makeDrawing(picture(graph, openLevels), TableTextMeasure(), client, {}, direction);
        return drawing ? std::move(*drawing) : Drawing();
    }

    static bool isAt(Point point, const PlacedNode &box)
    {
        constexpr double reach = 3;
        return point.x >= box.left() - reach && point.x <= box.right() + reach
               && point.y >= box.top() - reach && point.y <= box.bottom() + reach;
    }

    static bool isWithin(const DrawnGraph &graph, int group, std::uint32_t around)
    {
        while (group >= 0 && group != static_cast<int>(around)) {
            group = graph.groups[static_cast<std::size_t>(group)].parent;
        }
        return group >= 0;
    }
};

void TstNestedLayout::everyFrameHoldsItsOwnBoxesAlone_data()
{
    QTest::addColumn<bool>("flowsRight");
    QTest::newRow("down") << false;
    QTest::newRow("right") << true;
}

void TstNestedLayout::everyFrameHoldsItsOwnBoxesAlone()
{
    QFETCH(const bool, flowsRight);
    const Drawing drawing =
        draw(model(), 2, flowsRight ? LayoutDirection::Right : LayoutDirection::Down);
    const DrawnGraph &graph = drawing.graph;
    QCOMPARE(graph.nodes.size(), std::size_t(8 + 4 * 5));
    const std::vector<PlacedFrame> frames = placedFrames(drawing);
    QCOMPARE(frames.size(), std::size_t(4));
    for (const PlacedFrame &frame : frames) {
        for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
            const PlacedNode &box = drawing.layout.nodes[i];
            const bool isIn = box.right() > frame.left && box.left() < frame.right
                              && box.bottom() > frame.top && box.top() < frame.bottom;
            QCOMPARE(isIn, isWithin(graph, graph.nodes[i].group, frame.group));
        }
        QVERIFY(frame.left >= -1e-6 && frame.top >= -1e-6);
        QVERIFY(frame.right <= drawing.layout.width + 1e-6);
        QVERIFY(frame.bottom <= drawing.layout.height + 1e-6);
        // Frames lie one in the other or beside each other.
        for (const PlacedFrame &other : frames) {
            const bool meets = other.right > frame.left && other.left < frame.right
                               && other.bottom > frame.top && other.top < frame.bottom;
            QCOMPARE(meets, isWithin(graph, static_cast<int>(other.group), frame.group)
                                || isWithin(graph, static_cast<int>(frame.group), other.group));
        }
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const PlacedNode &a = drawing.layout.nodes[i];
            const PlacedNode &b = drawing.layout.nodes[k];
            QVERIFY(a.right() <= b.left() || b.right() <= a.left() || a.bottom() <= b.top()
                    || b.bottom() <= a.top());
        }
    }
}

void TstNestedLayout::linesStayInTheirFrames_data()
{
    QTest::addColumn<Graph>("graph");
    QTest::addColumn<bool>("flowsRight");
    const auto add = [](const char *name, const Graph &graph) {
        QTest::addRow("%s, down", name) << graph << false;
        QTest::addRow("%s, right", name) << graph << true;
    };
    add("one in the other", model());
    add("one head past a chain", holding(chain(5, 1)));
    add("heads along a chain", holding(chain(4, 3)));
    add("deep", holding(chain(4, 2), true));
    add("lines past boxes", holding(skips()));
    add("no heads", holding(chain(3, 0)));
    add("fan", holding(fan(5)));
}

void TstNestedLayout::linesStayInTheirFrames()
{
    QFETCH(const Graph, graph);
    QFETCH(const bool, flowsRight);
    const Drawing drawing =
        draw(graph, 9, flowsRight ? LayoutDirection::Right : LayoutDirection::Down);
    const std::vector<PlacedFrame> frames = placedFrames(drawing);
    QVERIFY(!frames.empty());
    constexpr double ink = 1; // of the line, beside its middle
    for (const PlacedFrame &frame : frames) {
        for (std::size_t i = 0; i < drawing.graph.edges.size(); ++i) {
            const DrawnEdge &edge = drawing.graph.edges[i];
            if (!isWithin(drawing.graph, drawing.graph.nodes[edge.from].group, frame.group)) {
                continue;
            }
            const bool staysIn =
                isWithin(drawing.graph, drawing.graph.nodes[edge.to].group, frame.group);
            bool isOut = false;
            for (const Point &point : flatten(drawing.layout.edges[i].points, 32)) {
                isOut |= (flowsRight ? point.x - frame.right : point.y - frame.bottom) > 0;
                if (isOut) {
                    break;
                }
                QVERIFY(point.x >= frame.left + ink);
                QVERIFY(point.x <= frame.right - ink || (flowsRight && !staysIn));
                QVERIFY(point.y >= frame.top + ink);
                QVERIFY(point.y <= frame.bottom - ink || (!flowsRight && !staysIn));
            }
            QCOMPARE(isOut, !staysIn);
        }
        QVERIFY(frame.left >= 0 && frame.right <= drawing.layout.width);
        QVERIFY(frame.top >= 0 && frame.bottom <= drawing.layout.height);
    }
}

void TstNestedLayout::linesLeadThroughTheBottomToTheHolder()
{
    const Drawing drawing = draw(model(), 2, LayoutDirection::Down);
    const std::vector<PlacedFrame> frames = placedFrames(drawing);
    int lines = 0;
    for (std::size_t i = 0; i < drawing.graph.edges.size(); ++i) {
        const DrawnEdge &edge = drawing.graph.edges[i];
        const std::vector<Point> &points = drawing.layout.edges[i].points;
        QVERIFY(points.size() >= 4);
        QCOMPARE(points.size() % 3, std::size_t(1));
        const PlacedNode &from = drawing.layout.nodes[edge.from];
        const PlacedNode &to = drawing.layout.nodes[edge.to];
        QVERIFY(isAt(points.front(), from));
        QVERIFY(isAt(points.back(), to));
        if (!drawing.graph.isResult(edge)) {
            continue;
        }
        ++lines;
        const auto frame = std::find_if(frames.begin(), frames.end(), [&](const PlacedFrame &one) {
            return static_cast<int>(one.group) == drawing.graph.nodes[edge.from].group;
        });
        QVERIFY(frame != frames.end());
        // It crosses the height of the bottom between the sides.
        const std::vector<Point> way = flatten(points, 16);
        const auto below = std::find_if(way.begin(), way.end(), [&frame](const Point &point) {
            return point.y >= frame->bottom;
        });
        QVERIFY(below != way.end());
        QVERIFY(below->x > frame->left && below->x < frame->right);
        QVERIFY(frame->bottom <= to.top());
    }
    QCOMPARE(lines, 8); // two of each
}

void TstNestedLayout::equalSubgraphsLookAlike()
{
    const Drawing drawing = draw(model(), 2, LayoutDirection::Down);
    const std::vector<PlacedFrame> frames = placedFrames(drawing);
    QCOMPARE(std::round(frames[0].right - frames[0].left),
             std::round(frames[2].right - frames[2].left));
    QCOMPARE(std::round(frames[0].bottom - frames[0].top),
             std::round(frames[2].bottom - frames[2].top));
}

void TstNestedLayout::aFrameIsAsWideAsItsName()
{
    Graph inner;
    inner.setHeads({Entry{inner.add(nodeOf("null", "y"))}});
    Graph graph;
    Node owner = nodeOf("my_loop", "a_node_with_a_rather_long_name");
    for (int i = 0; i < 2; ++i) {
        owner.subgraphs.push_back(std::make_shared<const Graph>(inner));
    }
    graph.add(std::move(owner));
    const Drawing drawing = draw(graph, 1, LayoutDirection::Down);
    const std::vector<PlacedFrame> frames = placedFrames(drawing);
    QCOMPARE(frames.size(), std::size_t(2));
    const TableTextMeasure measure;
    const double name = measure.width(frameName(drawing.graph.groups[0], measure), TextStyle::Name);
    QVERIFY(std::abs(frames[1].left - frames[0].left) > name + 16);
}

void TstNestedLayout::foldedPicturesAreLaidOutAsEver()
{
    const DrawnGraph folded = picture(model(), 0);
    const TableTextMeasure measure;
    const auto boxes = measureNodes(folded, measure);
    const LayoutRequest request = makeLayoutRequest(folded, boxes, measure);
    LayoutClient client{LayoutClientOptions()};
    const auto nested = layoutNested({folded, request}, measure, client, {});
    const auto flat = client.layout(request);
    QVERIFY(nested.ok() && flat.ok());
    for (std::size_t i = 0; i < request.nodes.size(); ++i) {
        QCOMPARE(nested->nodes[i].center, flat->nodes[i].center);
    }
}

void TstNestedLayout::problemsInsideAreTold()
{
    // Around the subgraph there is nothing that a helper would be asked for.
    Graph graph;
    Node owner = nodeOf("my_loop", "outer");
    owner.subgraphs.push_back(std::make_shared<const Graph>(body(false)));
    graph.add(std::move(owner));
    LayoutClientOptions options;
    options.helper = "/nowhere/nervure-layout";
    LayoutClient client(options);
    QVERIFY(makeDrawing(picture(graph, 0), TableTextMeasure(), client).ok());
    QVERIFY(!client.problem().has_value());
    const auto open = makeDrawing(picture(graph, 1), TableTextMeasure(), client);
    QVERIFY(open.ok());
    QCOMPARE(open->layout.engine, LayoutEngine::Fallback);
    QVERIFY(client.problem().has_value());
    QVERIFY(makeDrawing(picture(graph, 0), TableTextMeasure(), client).ok());
    QVERIFY(!client.problem().has_value());
}

void TstNestedLayout::itCanBeCanceled()
{
    LayoutClient client{LayoutClientOptions()};
    JobControl control;
    const DrawnGraph open = picture(model(), 2);
    const TableTextMeasure measure;
    const LayoutRequest request = makeLayoutRequest(open, measureNodes(open, measure), measure);
    control.cancel.cancel();
    const auto result = layoutNested({open, request}, measure, client, control);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, std::string("cancelled"));
}

void TstNestedLayout::framesAreInTheSvg()
{
    const TableTextMeasure measure;
    const std::string open = writeSvg(draw(model(), 1, LayoutDirection::Down), measure, {});
    QVERIFY(open.find(">outer: subgraph 1</text>") != std::string::npos);
    QVERIFY(open.find("<title>my_d d</title>") != std::string::npos);
    const std::string folded = writeSvg(draw(model(), 0, LayoutDirection::Down), measure, {});
    QVERIFY(folded.find("<title>outer: subgraph 1 5 nodes</title>") != std::string::npos);
    QVERIFY(folded.find("<title>my_d d</title>") == std::string::npos);
}

NERVURE_TEST(TstNestedLayout)
#include "tst_nested_layout.moc"
