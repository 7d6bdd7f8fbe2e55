// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/groups.h"

#include "core/builtins.h"
#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/repeats.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>

#include <set>

using namespace nervure;
using namespace nervure::tests;

class TstGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesMakeATreeOfScopes();
    void aFoldedScopeIsOneCard();
    void levelsAndTogglesSayWhatIsFolded();
    void blocksThatRepeatAreFound();
    void blocksBeginWhereFewValuesGoThrough();
    void blocksWithinBlocksAreFound();
    void veryManyBlocksAreOneCardFirst();
    void largePicturesAreFoldedToBeRead();
    void networksOfEveryFamilyAreFolded_data();
    void networksOfEveryFamilyAreFolded();
    void largeNetworksOfEveryFamilyCanBeRead_data();
    void largeNetworksOfEveryFamilyCanBeRead();
    void foldedPicturesOfCyclesAreDrawn();
    void aGraphMadeToBeSlowIsGivenUp();

private:
    static NodeId add(Graph &graph, const std::string &op, const std::string &name,
                      const std::vector<NodeId> &inputs)
    {
        Node node;
        node.op = op;
        node.name = name;
        for (const NodeId input : inputs) {
            node.inputs.push_back(Entry{input});
        }
        return graph.add(node);
    }

    /// x → stage1_{conv, relu} → stage2_unit1_{conv, relu} → stage2_unit2_{conv, relu} → out
    static Graph staged()
    {
        Graph graph;
        NodeId last = add(graph, "null", "x", {});
        for (const char *scope : {"stage1", "stage2_unit1", "stage2_unit2"}) {
            last = add(graph, "my_conv", std::string(scope) + "_conv", {last});
            last = add(graph, "my_relu", std::string(scope) + "_relu", {last});
        }
        last = add(graph, "my_out", "out", {last});
        graph.setHeads({Entry{last}});
        return graph;
    }

    /// A stem, then `units` of (a; b and c read a; d reads b, c and the unit's input), then an end.
    static Graph units(int count)
    {
        Graph graph;
        NodeId last = add(graph, "stem", "stem", {add(graph, "null", "x", {})});
        for (int i = 0; i < count; ++i) {
            const std::string number = std::to_string(i);
            const NodeId a = add(graph, "a", "a" + number, {last});
            const NodeId b = add(graph, "b", "b" + number, {a});
            const NodeId c = add(graph, "c", "c" + number, {a});
            last = add(graph, "d", "d" + number, {b, c, last});
        }
        graph.setHeads({Entry{add(graph, "end", "end", {last})}});
        return graph;
    }

    static DrawnGraph folded(const Graph &graph, Grouping grouping, const GroupFolding &folding)
    {
        DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
        const GroupTree tree = groupBoxes(drawn, graph, grouping);
        return foldGroups(std::move(drawn), tree, folding);
    }

    static const NodeGroup *find(const GroupTree &tree, const std::string &key)
    {
        for (const NodeGroup &group : tree.groups) {
            if (group.key == key) {
                return &group;
            }
        }
        return nullptr;
    }

    Builtins m_builtins = makeBuiltins();
};

void TstGroups::namesMakeATreeOfScopes()
{
    const Graph graph = staged();
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Scopes);
    // "stage1", "stage2" and in it two units; x and out stand alone.
    QCOMPARE(tree.groups.size(), std::size_t(4));
    const NodeGroup *stage = find(tree, "stage2");
    const NodeGroup *unit = find(tree, "stage2/unit1");
    QVERIFY(stage != nullptr && unit != nullptr);
    QCOMPARE(stage->size, 4U);
    QCOMPARE(unit->size, 2U);
    QCOMPARE(&tree.groups[static_cast<std::size_t>(unit->parent)], stage);
    QCOMPARE(tree.groupOf[*drawn.find(*graph.findByName("x"))], -1);
    QCOMPARE(tree.depthOf(tree.groupOf[*drawn.find(*graph.findByName("stage2_unit2_relu"))]), 1);
}

void TstGroups::aFoldedScopeIsOneCard()
{
    const Graph graph = staged();
    const DrawnGraph drawn = folded(graph, Grouping::Scopes, {});
    // x, stage1, stage2, out
    QCOMPARE(drawn.nodes.size(), std::size_t(4));
    QCOMPARE(drawn.edges.size(), std::size_t(3));
    const auto card = drawn.find(*graph.findByName("stage2_unit2_conv"));
    QVERIFY(card.has_value());
    const DrawnNode &node = drawn.nodes[*card];
    QCOMPARE(node.kind, DrawnKind::Group);
    QCOMPARE(node.title, std::string("stage2"));
    QCOMPARE(node.name, std::string("4 nodes"));
    QCOMPARE(node.folded.size(), std::size_t(4));
    QCOMPARE(node.node, *graph.findByName("stage2_unit1_conv"));
    QVERIFY(drawn.groups[static_cast<std::size_t>(node.group)].isFolded);
}

void TstGroups::levelsAndTogglesSayWhatIsFolded()
{
    const Graph graph = staged();
    // One level open: stage1's boxes, and stage2's units as cards.
    QCOMPARE(folded(graph, Grouping::Scopes, {1, {}}).nodes.size(), std::size_t(6));
    QCOMPARE(folded(graph, Grouping::Scopes, {2, {}}).nodes.size(), std::size_t(8));
    QCOMPARE(folded(graph, Grouping::Scopes, {0, {"stage1"}}).nodes.size(), std::size_t(5));
    QCOMPARE(folded(graph, Grouping::Scopes, {2, {"stage2"}}).nodes.size(), std::size_t(5));
    QCOMPARE(folded(graph, Grouping::None, {0, {}}).nodes.size(), std::size_t(8));
}

void TstGroups::blocksThatRepeatAreFound()
{
    const Graph graph = units(16);
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Repeats);
    QCOMPARE(tree.groups.size(), std::size_t(16));
    for (const NodeGroup &group : tree.groups) {
        QCOMPARE(group.occurrences, 16U);
        QCOMPARE(group.size, 4U);
    }
    QCOMPARE(tree.groups.front().label, std::string("a · b · c · d"));
    const DrawnGraph cards = folded(graph, Grouping::Repeats, {});
    QCOMPARE(cards.nodes.size(), std::size_t(16 + 3)); // and x, stem, end
    QCOMPARE(cards.edges.size(), std::size_t(18));
    QCOMPARE(cards.nodes[*cards.find(*graph.findByName("b7"))].detail,
             std::string("occurs 16 times"));
}

void TstGroups::blocksBeginWhereFewValuesGoThrough()
{
    const Graph graph = units(6);
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Repeats);
    const int group = tree.groupOf[*drawn.find(*graph.findByName("a3"))];
    QVERIFY(group >= 0);
    QCOMPARE(tree.groupOf[*drawn.find(*graph.findByName("d3"))], group);
    QVERIFY(tree.groupOf[*drawn.find(*graph.findByName("d2"))] != group);
}

void TstGroups::blocksWithinBlocksAreFound()
{
    Graph graph;
    NodeId last = add(graph, "null", "x", {});
    for (int outer = 0; outer < 3; ++outer) {
        const std::string name = std::to_string(outer);
        last = add(graph, "begin", "begin" + name, {last});
        for (const char *inner : {"i", "j"}) {
            for (const char *op : {"p", "q", "r", "s"}) {
                last = add(graph, op, op + name + inner, {last});
            }
        }
        last = add(graph, "end", "end" + name, {last});
    }
    graph.setHeads({Entry{last}});
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Repeats);
    const auto groupOf = [&](const char *name) {
        return tree.groupOf[*drawn.find(*graph.findByName(name))];
    };
    const int inner = groupOf("q1i");
    QVERIFY(inner >= 0);
    QCOMPARE(groupOf("r1i"), inner);
    QVERIFY(groupOf("q1j") != inner);
    const int outer = tree.groups[static_cast<std::size_t>(inner)].parent;
    QVERIFY(outer >= 0);
    QCOMPARE(tree.groups[static_cast<std::size_t>(outer)].occurrences, 3U);
    QCOMPARE(tree.groups[static_cast<std::size_t>(inner)].occurrences, 2U);
    QCOMPARE(tree.groups[static_cast<std::size_t>(outer)].size, 10U);
    std::set<std::string> keys;
    for (const NodeGroup &group : tree.groups) {
        QVERIFY(keys.insert(group.key).second);
    }
}

void TstGroups::veryManyBlocksAreOneCardFirst()
{
    const Graph graph = units(30);
    const DrawnGraph cards = folded(graph, Grouping::Repeats, {});
    QCOMPARE(cards.nodes.size(), std::size_t(1 + 3));
    const auto card = *cards.find(*graph.findByName("b7"));
    QCOMPARE(cards.nodes[card].title, std::string("30 × a · b · c · d"));
    QCOMPARE(folded(graph, Grouping::Repeats, {1, {}}).nodes.size(), std::size_t(30 + 3));
    QCOMPARE(folded(graph, Grouping::Repeats, {2, {}}).nodes.size(), std::size_t(4 * 30 + 3));
}

void TstGroups::largePicturesAreFoldedToBeRead()
{
    const auto best = [](const Graph &graph) {
        return readableGrouping(makeDrawnGraph(graph, OpRegistry()), graph);
    };
    QCOMPARE(best(units(500)), Grouping::Repeats);
    QCOMPARE(best(staged()), Grouping::None); // is read as it is
    Graph named;
    NodeId last = add(named, "null", "x", {});
    for (int stage = 0; stage < 20; ++stage) {
        for (int i = 0; i < 30; ++i) {
            last = add(named, i % 7 == stage % 5 ? "u" : "v",
                       "stage" + std::to_string(stage) + "/op" + std::to_string(i), {last});
        }
    }
    named.setHeads({Entry{last}});
    QCOMPARE(best(named), Grouping::Scopes);
}

void TstGroups::networksOfEveryFamilyAreFolded_data()
{
    QTest::addColumn<QByteArray>("family");
    QTest::addColumn<int>("grouping");
    for (const GraphFamily &family : graphFamilies()) {
        for (const Grouping grouping : {Grouping::Scopes, Grouping::Repeats}) {
            const QByteArray name(family.name.data(), static_cast<qsizetype>(family.name.size()));
            QTest::addRow("%s %d", name.constData(), static_cast<int>(grouping))
                << name << static_cast<int>(grouping);
        }
    }
}

void TstGroups::networksOfEveryFamilyAreFolded()
{
    QFETCH(QByteArray, family);
    QFETCH(int, grouping);
    const GraphFamily *kind = findGraphFamily(family.toStdString());
    const Result<Graph> graph = kind->make(m_builtins.ops, 600);
    QVERIFY(graph.ok());
    const DrawnGraph all = makeDrawnGraph(*graph, m_builtins.ops);
    const GroupTree tree = groupBoxes(all, *graph, static_cast<Grouping>(grouping));
    if (static_cast<Grouping>(grouping) == Grouping::Repeats && kind->isRegular) {
        QVERIFY2(tree.groups.size() >= 2, family);
    }
    std::vector<std::uint32_t> sizes(tree.groups.size(), 0);
    for (int group : tree.groupOf) {
        for (; group >= 0; group = tree.groups[static_cast<std::size_t>(group)].parent) {
            ++sizes[static_cast<std::size_t>(group)];
        }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        QVERIFY(sizes[i] >= 2);
        QCOMPARE(sizes[i], tree.groups[i].size);
        QVERIFY(tree.groups[i].parent < static_cast<int>(i));
    }
    const std::size_t before = all.nodes.size();
    const DrawnGraph drawn = foldGroups(DrawnGraph(all), tree, {});
    QVERIFY(tree.groups.empty() || drawn.nodes.size() < before);
    QCOMPARE(drawn.indexOf.size(), all.indexOf.size());
    for (const DrawnEdge &edge : drawn.edges) {
        QVERIFY(edge.from < drawn.nodes.size() && edge.to < drawn.nodes.size());
    }
    // All open is the picture without groups.
    const DrawnGraph open = foldGroups(DrawnGraph(all), tree, {100, {}});
    QCOMPARE(open.nodes.size(), before);
    QCOMPARE(open.edges.size(), all.edges.size());
}

void TstGroups::largeNetworksOfEveryFamilyCanBeRead_data()
{
    QTest::addColumn<QByteArray>("family");
    for (const GraphFamily &family : graphFamilies()) {
        if (family.isRegular) { // of a random graph nothing repeats
            const QByteArray name(family.name.data(), static_cast<qsizetype>(family.name.size()));
            QTest::newRow(name.constData()) << name;
        }
    }
}

void TstGroups::largeNetworksOfEveryFamilyCanBeRead()
{
    QFETCH(QByteArray, family);
    const Result<Graph> graph = findGraphFamily(family.toStdString())->make(m_builtins.ops, 10'000);
    QVERIFY(graph.ok());
    const DrawnGraph all = makeDrawnGraph(*graph, m_builtins.ops);
    QVERIFY(readableGrouping(all, *graph) != Grouping::None);
}

void TstGroups::foldedPicturesOfCyclesAreDrawn()
{
    Graph graph;
    const NodeId first = add(graph, "my_op", "s_first", {add(graph, "null", "x", {})});
    const NodeId second = add(graph, "my_op", "s_second", {first});
    const NodeId later{second.value + 2};
    const NodeId a = add(graph, "my_op", "a", {second, later});
    QCOMPARE(add(graph, "my_op", "b", {a}), later);
    graph.setHeads({Entry{later}});
    LayoutClient client(LayoutClientOptions{});
    const auto drawing =
        makeDrawing(folded(graph, Grouping::Scopes, {}), TableTextMeasure(), client);
    QVERIFY(drawing.ok());
    QCOMPARE(drawing->layout.nodes.size(), std::size_t(4)); // x, s, a, b
}

void TstGroups::aGraphMadeToBeSlowIsGivenUp()
{
    // Codes that agree for long and differ late, everywhere.
    Graph graph;
    NodeId last = add(graph, "null", "x", {});
    for (int i = 0; i < 20000; ++i) {
        const bool isOdd = i % 1999 == 0 || i % 1499 == 0;
        last =
            add(graph, isOdd ? "odd" + std::to_string(i) : "same", "n" + std::to_string(i), {last});
    }
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    QElapsedTimer timer;
    timer.start();
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Repeats);
    QVERIFY(timer.elapsed() < 5000);
    QCOMPARE(tree.groupOf.size(), drawn.nodes.size());
}

NERVURE_TEST(TstGroups)
#include "tst_groups.moc"
