// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/subgraph_bodies.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/drawn_selection.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <set>

using namespace nervure;
using namespace nervure::tests;

/// What nodes hold in subgraphs, as it is drawn.
class TstSubgraphBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldedEachIsOneCard();
    void unfoldedItIsDrawnAsAlone();
    void theGroupAroundItsHolderHoldsIt();
    void subgraphsInSubgraphsUnfoldByLevels();
    void controlFlowSaysWhatItsPartsAre();
    void keysAreDifferentWhereNamesRepeat();
    void ofASelectionThePartsComeAlong();
    void faultySubgraphsAreDrawn();
    void whatIsTooDeepOrTooMuchIsLeftOut();
    void graphsWithoutSubgraphsPayNothing();

private:
    static void hold(Node &owner, Graph graph)
    {
        owner.subgraphs.push_back(std::make_shared<const Graph>(std::move(graph)));
    }

    /// x → NAME_0 → … of `count` operators; its heads are the last two.
    static Graph chain(const std::string &name, int count)
    {
        Graph graph;
        NodeId last = graph.add(nodeOf("null", name + "_x"));
        std::vector<Entry> heads;
        for (int i = 0; i < count; ++i) {
            last = graph.add(nodeOf("my_step", name + '_' + std::to_string(i), {last}));
            heads.push_back(Entry{last});
        }
        heads.erase(heads.begin(), heads.end() - std::min<std::ptrdiff_t>(2, count));
        graph.setHeads(std::move(heads));
        return graph;
    }

    /// x → choice, which holds chains of three and of two, → after
    static Graph choice()
    {
        Graph graph;
        const NodeId x = graph.add(nodeOf("null", "x"));
        Node owner = nodeOf("my_condition", "choice", {x});
        hold(owner, chain("then", 3));
        hold(owner, chain("else", 2));
        const NodeId middle = graph.add(std::move(owner));
        graph.setHeads({Entry{graph.add(nodeOf("my_end", "after", {middle}))}});
        return graph;
    }

    DrawnGraph drawn(const Graph &graph, const GroupFolding &folding,
                     Grouping grouping = Grouping::None) const
    {
        DrawnGraph picture = makeDrawnGraph(graph, m_builtins.ops);
        GroupTree tree = groupBoxes(picture, graph, grouping);
        addSubgraphBodies(picture, tree, graph, m_builtins.ops);
        return foldGroups(std::move(picture), tree, folding);
    }

    static std::vector<std::uint32_t> results(const DrawnGraph &picture)
    {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < picture.edges.size(); ++i) {
            if (picture.isResult(picture.edges[i])) {
                found.push_back(i);
            }
        }
        return found;
    }

    static std::optional<std::uint32_t> boxCalled(const DrawnGraph &picture,
                                                  const std::string &name)
    {
        for (std::uint32_t i = 0; i < picture.nodes.size(); ++i) {
            if (picture.nodes[i].name == name || picture.nodes[i].title == name) {
                return i;
            }
        }
        return std::nullopt;
    }

    static constexpr int all = 100;
    Builtins m_builtins = makeBuiltins();
};

void TstSubgraphBodies::foldedEachIsOneCard()
{
    const Graph graph = choice();
    const DrawnGraph picture = drawn(graph, {});
    QCOMPARE(picture.nodes.size(), std::size_t(5));
    const NodeId owner = *graph.findByName("choice");
    const std::uint32_t card = *picture.find(owner);
    QCOMPARE(picture.ownNode(card), owner);
    for (const std::uint32_t box : {3U, 4U}) {
        QCOMPARE(picture.nodes[box].kind, DrawnKind::Group);
        QVERIFY(picture.isInside(box));
        QCOMPARE(picture.nodes[box].node, owner);
        QVERIFY(!picture.ownNode(box).isValid());
        QVERIFY(picture.nodes[box].folded.empty());
    }
    QCOMPARE(picture.nodes[3].title, std::string("choice: subgraph 1"));
    QCOMPARE(picture.nodes[3].name, std::string("4 nodes"));
    QCOMPARE(picture.nodes[4].title, std::string("choice: subgraph 2"));
    Graph named = graph; // as files of ONNX and TensorFlow do
    named.edit(owner).attrs.set("else_branch", "graph a");
    named.edit(owner).attrs.set("then_branch", "graph b");
    QCOMPARE(drawn(named, {}).nodes[3].title, std::string("choice: else"));
    QCOMPARE(drawn(named, {}).nodes[4].title, std::string("choice: then"));
    QCOMPARE(picture.nodes[4].name, std::string("3 nodes"));
    // One line each, however many heads there are.
    const std::vector<std::uint32_t> lines = results(picture);
    QCOMPARE(lines.size(), std::size_t(2));
    for (const std::uint32_t line : lines) {
        QCOMPARE(picture.edges[line].to, card);
        QVERIFY(picture.edges[line].isControl);
    }
    QCOMPARE(picture.edges.size(), std::size_t(4));
}

void TstSubgraphBodies::unfoldedItIsDrawnAsAlone()
{
    const Graph graph = choice();
    const DrawnGraph picture = drawn(graph, {0, {"subgraph:choice#0"}});
    QCOMPARE(picture.nodes.size(), std::size_t(3 + 4 + 1));
    const NodeId owner = *graph.findByName("choice");
    const auto alone = makeDrawnGraph(*graph.node(owner).subgraphs[0], m_builtins.ops);
    for (std::uint32_t i = 0; i < alone.nodes.size(); ++i) {
        const DrawnNode &inner = picture.nodes[3 + i];
        QCOMPARE(inner.title, alone.nodes[i].title);
        QCOMPARE(inner.kind, alone.nodes[i].kind);
        QCOMPARE(inner.node, owner);
        QVERIFY(picture.isInside(3 + i));
        QCOMPARE(picture.groups[static_cast<std::size_t>(inner.group)].subgraph,
                 graph.node(owner).subgraphs[0]);
        QCOMPARE(picture.groups[static_cast<std::size_t>(inner.group)].body, (BodyPlace{owner, 0}));
        QVERIFY(!inner.isHead);
    }
    QCOMPARE(*picture.find(owner), 1U);
    // Two heads of it, and the card of the other.
    const std::vector<std::uint32_t> lines = results(picture);
    QCOMPARE(lines.size(), std::size_t(3));
    QCOMPARE(picture.edges[lines[0]].from, *boxCalled(picture, "then_1"));
    QCOMPARE(picture.edges[lines[1]].from, *boxCalled(picture, "then_2"));
    // Nothing leads in, and what is inside is none of the graph's values.
    for (const DrawnEdge &edge : picture.edges) {
        QVERIFY(!picture.isInside(edge.to) || picture.isInside(edge.from));
        QVERIFY(!picture.isInside(edge.from) || edge.value.node == owner);
    }
}

void TstSubgraphBodies::theGroupAroundItsHolderHoldsIt()
{
    Graph graph;
    NodeId last = graph.add(nodeOf("null", "x"));
    last = graph.add(nodeOf("my_step", "stage1_a", {last}));
    Node owner = nodeOf("my_loop", "stage1_b", {last});
    hold(owner, chain("body", 3));
    last = graph.add(std::move(owner));
    last = graph.add(nodeOf("my_step", "stage2_a", {last}));
    graph.setHeads({Entry{graph.add(nodeOf("my_step", "stage2_b", {last}))}});
    const DrawnGraph folded = drawn(graph, {}, Grouping::Scopes);
    QCOMPARE(folded.nodes.size(), std::size_t(3));
    const DrawnNode &stage = folded.nodes[*folded.find(*graph.findByName("stage1_b"))];
    QCOMPARE(stage.name, std::string("2 nodes")); // of the graph's own
    QCOMPARE(stage.folded.size(), std::size_t(2));
    QVERIFY(results(folded).empty());
    const DrawnGraph open = drawn(graph, {1, {}}, Grouping::Scopes);
    QCOMPARE(open.nodes.size(), std::size_t(6));
    const DrawnGroup &body = open.groups.back();
    QCOMPARE(body.label, std::string("stage1_b: subgraph"));
    QCOMPARE(open.groups[static_cast<std::size_t>(body.parent)].label, std::string("stage1"));
    QVERIFY(body.isFolded);
    QCOMPARE(drawn(graph, {2, {}}, Grouping::Scopes).nodes.size(), std::size_t(9));
}

void TstSubgraphBodies::subgraphsInSubgraphsUnfoldByLevels()
{
    Graph inner = chain("inner", 2);
    Graph middle;
    const NodeId y = middle.add(nodeOf("null", "y"));
    Node loop = nodeOf("my_loop", "loop", {y});
    hold(loop, inner);
    middle.setHeads({Entry{middle.add(std::move(loop))}});
    Graph graph;
    Node owner = nodeOf("my_loop", "outer");
    hold(owner, middle);
    graph.setHeads({Entry{graph.add(std::move(owner))}});
    QCOMPARE(drawn(graph, {}).nodes.size(), std::size_t(2));
    const DrawnGraph once = drawn(graph, {1, {}});
    QCOMPARE(once.nodes.size(), std::size_t(4));
    QCOMPARE(once.nodes[3].title, std::string("loop: subgraph"));
    const DrawnGraph twice = drawn(graph, {all, {}});
    QCOMPARE(twice.nodes.size(), std::size_t(6));
    QCOMPARE(twice.groups[1].key, std::string("subgraph:outer#0/loop#0"));
    QCOMPARE(twice.groups[1].parent, 0);
    for (std::uint32_t box = 1; box < 6; ++box) {
        QCOMPARE(twice.nodes[box].node, *graph.findByName("outer"));
    }
    // The inner one leads to the node within the other that holds it.
    for (const std::uint32_t line : results(twice)) {
        const bool isInner = twice.nodes[twice.edges[line].from].group == 1;
        QCOMPARE(twice.edges[line].to, isInner ? *boxCalled(twice, "loop") : 0U);
    }
    // Unfolded inside, folded outside: one card.
    QCOMPARE(drawn(graph, {0, {"subgraph:outer#0/loop#0"}}).nodes.size(), std::size_t(2));
}

void TstSubgraphBodies::controlFlowSaysWhatItsPartsAre()
{
    Graph graph;
    Node owner = nodeOf("_cond", "which");
    owner.dialect = Dialect::MXNet;
    for (const char *part : {"a", "b", "c", "d"}) {
        hold(owner, chain(part, 1));
    }
    graph.add(std::move(owner));
    Node unnamed = nodeOf("_foreach", "");
    unnamed.dialect = Dialect::MXNet;
    hold(unnamed, chain("e", 1));
    graph.add(std::move(unnamed));
    const DrawnGraph picture = drawn(graph, {});
    std::vector<std::string> labels;
    for (const DrawnGroup &group : picture.groups) {
        labels.push_back(group.label);
    }
    QCOMPARE(labels, (std::vector<std::string>{"which: condition", "which: then", "which: else",
                                               "which: subgraph 4", "_foreach: body"}));
}

void TstSubgraphBodies::keysAreDifferentWhereNamesRepeat()
{
    Graph graph;
    for (int i = 0; i < 3; ++i) {
        Node owner = nodeOf("my_loop", "same");
        hold(owner, chain("body", 1));
        graph.add(std::move(owner));
    }
    std::set<std::string> keys;
    for (const DrawnGroup &group : drawn(graph, {}).groups) {
        keys.insert(group.key);
    }
    QCOMPARE(keys.size(), std::size_t(3));
}

void TstSubgraphBodies::ofASelectionThePartsComeAlong()
{
    const Graph graph = choice();
    const std::vector<NodeId> some{*graph.findByName("choice")};
    const DrawnGraph part = selectedPart(drawn(graph, {1, {}}), some);
    QCOMPARE(part.nodes.size(), std::size_t(1 + 4 + 3));
    QCOMPARE(results(part).size(), std::size_t(4));
    const std::vector<NodeId> others{*graph.findByName("x"), *graph.findByName("after")};
    QCOMPARE(selectedPart(drawn(graph, {1, {}}), others).nodes.size(), std::size_t(2));
}

void TstSubgraphBodies::faultySubgraphsAreDrawn()
{
    Graph body; // a ⇄ b, c reads what is not there; its head is not there, either
    const NodeId a = body.add(nodeOf("my_a", "a"));
    const NodeId b = body.add(nodeOf("my_b", "b", {a}));
    body.edit(a).inputs.push_back(Entry{b});
    body.add(nodeOf("my_c", "c", {NodeId{77}}));
    body.setHeads({Entry{NodeId{99}}});
    Graph graph;
    Node owner = nodeOf("my_loop", "loop");
    hold(owner, Graph()); // nothing to be drawn of it
    hold(owner, body);
    owner.subgraphs.push_back(nullptr);
    graph.add(std::move(owner));
    const DrawnGraph picture = drawn(graph, {1, {}});
    QCOMPARE(picture.groups.size(), std::size_t(1));
    QCOMPARE(picture.groups[0].label, std::string("loop: subgraph 2"));
    QCOMPARE(picture.nodes.size(), std::size_t(4));
    QVERIFY(picture.nodes[*boxCalled(picture, "c")].hasFaultyInput);
    QCOMPARE(results(picture).size(), std::size_t(1)); // from the last: it stands by its holder
    QVERIFY(!picture.nodes[0].hasFaultyInput);
    QVERIFY(drawn(graph, {}).nodes.back().hasFaultyInput);
}

void TstSubgraphBodies::whatIsTooDeepOrTooMuchIsLeftOut()
{
    Graph nested = chain("deepest", 1);
    constexpr int levels = 400;
    for (int level = levels; level > 0; --level) {
        Graph around;
        Node owner = nodeOf("my_loop", "level" + std::to_string(level));
        hold(owner, std::move(nested));
        around.add(std::move(owner));
        nested = std::move(around);
    }
    const DrawnGraph deep = drawn(nested, {all, {}});
    QCOMPARE(deep.nodes.size(), std::size_t(1 + deepestSubgraph));
    QCOMPARE(deep.nodes.back().detail, std::string("1 subgraph, 1 not drawn"));
    QCOMPARE(deep.nodes.front().detail, std::string("1 subgraph"));

    // One graph held many times over, by what holds it: 100 to the power of 8.
    auto shared = std::make_shared<const Graph>(chain("leaf", 1));
    for (int level = 0; level < deepestSubgraph; ++level) {
        Graph around;
        Node owner = nodeOf("my_loop", "many");
        for (int i = 0; i < 100; ++i) {
            owner.subgraphs.push_back(shared);
        }
        around.add(std::move(owner));
        shared = std::make_shared<const Graph>(std::move(around));
    }
    const DrawnGraph many = drawn(*shared, {all, {}});
    QVERIFY(many.nodes.size() > mostSubgraphNodes / 2);
    QVERIFY(many.nodes.size() <= mostSubgraphNodes + 1);
    QVERIFY(many.nodes.front().detail.find("not drawn") != std::string::npos);

    Graph large;
    Node owner = nodeOf("my_loop", "large");
    hold(owner, chain("one", static_cast<int>(mostSubgraphNodes)));
    hold(owner, chain("two", 3));
    large.add(std::move(owner));
    const DrawnGraph cut = drawn(large, {all, {}});
    QCOMPARE(cut.nodes.size(), std::size_t(1 + 4));
    QCOMPARE(cut.nodes.front().detail, std::string("2 subgraphs, 1 not drawn"));
}

void TstSubgraphBodies::graphsWithoutSubgraphsPayNothing()
{
    const auto graph = tests::findGraphFamily("resnet")->make(m_builtins.ops, 100000);
    QVERIFY(graph.ok());
    const auto least = [&](auto &&work) {
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer clock;
            clock.start();
            work();
            best = std::min(best, clock.nsecsElapsed());
        }
        return best;
    };
    DrawnGraph picture;
    const qint64 drawing = least([&] { picture = makeDrawnGraph(*graph, m_builtins.ops); });
    GroupTree tree = groupBoxes(picture, *graph, Grouping::None);
    const std::size_t boxes = picture.nodes.size();
    const qint64 adding = least([&] { addSubgraphBodies(picture, tree, *graph, m_builtins.ops); });
    QCOMPARE(picture.nodes.size(), boxes);
    qInfo("drawing %.2f ms, looking for subgraphs %.2f ms", static_cast<double>(drawing) / 1e6,
          static_cast<double>(adding) / 1e6);
    QVERIFY(adding * 100 < drawing);
}

NERVURE_TEST(TstSubgraphBodies)
#include "tst_subgraph_bodies.moc"
