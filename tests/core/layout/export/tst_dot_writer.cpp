// SPDX-License-Identifier: Apache-2.0
#include "core/layout/export/dot_writer.h"

#include "core/builtins.h"
#include "core/layout/diagram/drawn_selection.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <graphviz/cgraph.h>

#include <functional>
#include <map>
#include <memory>
#include <set>

using namespace nervure;
using namespace nervure::tests;

/// Pictures as DOT, as Graphviz reads them.
class TstDotWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatThePictureSays();
    void foldedGroupsAreCardsAndOpenOnesClusters();
    void subgraphsAreClusters();
    void ofASelectionEmptyClustersAreLeftOut();
    void colorsAndDirectionComeAlong();
    void textIsQuoted();
    void groupsMayNestAsDeepAsTheyLike();

private:
    static DrawnGraph grouped(const Graph &graph, const GroupFolding &folding,
                              Grouping grouping = Grouping::None)
    {
        DrawnGraph picture = makeDrawnGraph(graph, builtins().ops);
        GroupTree tree = groupBoxes(picture, graph, grouping);
        addSubgraphBodies(picture, tree, graph, builtins().ops);
        return foldGroups(std::move(picture), tree, folding);
    }

    static const Builtins &builtins()
    {
        static const Builtins made = makeBuiltins();
        return made;
    }
};

namespace {

constexpr int all = 100;

/// DOT text as Graphviz understands it.
class ReadDot {
public:
    explicit ReadDot(const std::string &text) : m_graph(agmemread(text.c_str()), agclose) {}

    [[nodiscard]] bool isValid() const { return m_graph != nullptr && agerrors() == 0; }

    [[nodiscard]] std::string graphAttribute(const char *name) const
    {
        return agget(m_graph.get(), const_cast<char *>(name));
    }
    [[nodiscard]] std::string attribute(const std::string &node, const char *name) const
    {
        Agnode_t *found = agnode(m_graph.get(), const_cast<char *>(node.c_str()), 0);
        const char *value = found ? agget(found, const_cast<char *>(name)) : nullptr;
        return value ? value : "(none)";
    }
    /// By name.
    [[nodiscard]] std::map<std::string, std::string> labels() const
    {
        std::map<std::string, std::string> found;
        for (Agnode_t *node = agfstnode(m_graph.get()); node;
             node = agnxtnode(m_graph.get(), node)) {
            found[agnameof(node)] = attribute(agnameof(node), "label");
        }
        return found;
    }
    /// "n1>n2", in the order of their tails.
    [[nodiscard]] std::multiset<std::string> lines() const
    {
        std::multiset<std::string> found;
        for (Agnode_t *node = agfstnode(m_graph.get()); node;
             node = agnxtnode(m_graph.get(), node)) {
            for (Agedge_t *edge = agfstout(m_graph.get(), node); edge;
                 edge = agnxtout(m_graph.get(), edge)) {
                found.insert(std::string(agnameof(node)) + '>' + agnameof(aghead(edge)));
            }
        }
        return found;
    }
    /// How many nodes there are in each cluster, by its way from outside: "stage1/unit1".
    [[nodiscard]] std::map<std::string, int> clusters() const
    {
        std::map<std::string, int> found;
        const std::function<void(Agraph_t *, const std::string &)> visit =
            [&](Agraph_t *graph, const std::string &way) {
                for (Agraph_t *inner = agfstsubg(graph); inner; inner = agnxtsubg(inner)) {
                    const std::string label = way + agget(inner, const_cast<char *>("label"));
                    found[label] = agnnodes(inner);
                    visit(inner, label + '/');
                }
            };
        visit(m_graph.get(), "");
        return found;
    }

private:
    std::unique_ptr<Agraph_t, int (*)(Agraph_t *)> m_graph;
};

/// x → a_1 → a_2 → b_1 → b_2
Graph scopes()
{
    Graph graph;
    NodeId last = graph.add(nodeOf("null", "x"));
    for (const char *name : {"a_1", "a_2", "b_1", "b_2"}) {
        last = graph.add(nodeOf("relu", name, {last}));
    }
    graph.setHeads({Entry{last}});
    return graph;
}

/// x → outer, which holds y → inner, which holds z → last
Graph loops()
{
    Graph innermost;
    innermost.setHeads(
        {Entry{innermost.add(nodeOf("relu", "last", {innermost.add(nodeOf("null", "z"))}))}});
    Graph middle;
    Node inner = nodeOf("my_loop", "inner", {middle.add(nodeOf("null", "y"))});
    inner.subgraphs.push_back(std::make_shared<const Graph>(std::move(innermost)));
    middle.setHeads({Entry{middle.add(std::move(inner))}});
    Graph graph;
    Node outer = nodeOf("my_loop", "outer", {graph.add(nodeOf("null", "x"))});
    outer.subgraphs.push_back(std::make_shared<const Graph>(std::move(middle)));
    graph.setHeads({Entry{graph.add(std::move(outer))}});
    return graph;
}

} // namespace

void TstDotWriter::saysWhatThePictureSays()
{
    Graph graph;
    const NodeId x = graph.add(nodeOf("null", "x"));
    Node dense =
        nodeOf("dense", "d",
               {x, graph.add(nodeOf("null", "d_weight")), graph.add(nodeOf("null", "d_bias"))});
    dense.attrs.set("units", "2");
    const NodeId d = graph.add(std::move(dense));
    Node split = nodeOf("my_split", "s", {d});
    split.controlDeps.push_back(x);
    const NodeId s = graph.add(std::move(split));
    Node last = nodeOf("my_end", "e");
    last.inputs = {Entry{s, 1, 0}};
    graph.setHeads({Entry{graph.add(std::move(last))}});
    DrawnGraph drawn = makeDrawnGraph(graph, builtins().ops);
    drawn.edges.front().label = "1×8";
    const std::string text = writeDot(drawn);
    const ReadDot read(text);
    QVERIFY2(read.isValid(), text.c_str());
    const std::map<std::string, std::string> labels = read.labels();
    QCOMPARE(labels.size(), std::size_t(4)); // the weights are part of their operator
    QCOMPARE(labels.at("n0"), std::string("x"));
    QCOMPARE(read.attribute("n0", "shape"), std::string("ellipse"));
    QVERIFY2(labels.at("n3").starts_with("dense\\nd\\n"), labels.at("n3").c_str());
    QCOMPARE(read.lines(), (std::multiset<std::string>{"n0>n3", "n3>n4", "n0>n4", "n4>n5"}));
    QVERIFY(text.find("n0 -> n3 [label=\"1×8\"]") != std::string::npos);
    QVERIFY(text.find("n0 -> n4 [style=dashed]") != std::string::npos);
    QVERIFY(text.find("n4 -> n5 [taillabel=\"1\"]") != std::string::npos);
    QVERIFY(read.attribute("n4", "style").ends_with("dashed")); // nobody knows that operator
    QVERIFY(!read.attribute("n3", "style").ends_with("dashed"));
}

void TstDotWriter::foldedGroupsAreCardsAndOpenOnesClusters()
{
    const Graph graph = scopes();
    const ReadDot folded(writeDot(grouped(graph, {0, {}}, Grouping::Scopes)));
    QVERIFY(folded.isValid());
    QCOMPARE(folded.clusters(), (std::map<std::string, int>()));
    QCOMPARE(folded.labels().size(), std::size_t(3));
    QCOMPARE(folded.lines().size(), std::size_t(2));
    const ReadDot open(writeDot(grouped(graph, {1, {}}, Grouping::Scopes)));
    QCOMPARE(open.clusters(), (std::map<std::string, int>{{"a", 2}, {"b", 2}}));
    QCOMPARE(open.lines(), (std::multiset<std::string>{"n0>n1", "n1>n2", "n2>n3", "n3>n4"}));
}

void TstDotWriter::subgraphsAreClusters()
{
    const Graph graph = loops();
    const ReadDot open(writeDot(grouped(graph, {all, {}})));
    QVERIFY(open.isValid());
    QCOMPARE(open.clusters(), (std::map<std::string, int>{{"outer: subgraph", 4},
                                                          {"outer: subgraph/inner: subgraph", 2}}));
    const auto labels = open.labels();
    QCOMPARE(labels.size(), std::size_t(6));
    QVERIFY(open.lines().count("n0>n1") == 1); // of the graph itself
    const ReadDot folded(writeDot(grouped(graph, {})));
    QCOMPARE(folded.labels().size(), std::size_t(3));
    QCOMPARE(folded.attribute("b2", "peripheries"), std::string("2"));
    QCOMPARE(folded.lines(), (std::multiset<std::string>{"n0>n1", "b2>n1"}));
}

void TstDotWriter::ofASelectionEmptyClustersAreLeftOut()
{
    const Graph graph = scopes();
    const std::vector<NodeId> chosen{*graph.findByName("b_1"), *graph.findByName("b_2")};
    const ReadDot read(writeDot(selectedPart(grouped(graph, {all, {}}, Grouping::Scopes), chosen)));
    QVERIFY(read.isValid());
    QCOMPARE(read.clusters(), (std::map<std::string, int>{{"b", 2}}));
    QCOMPARE(read.lines(), (std::multiset<std::string>{"n3>n4"}));
}

void TstDotWriter::colorsAndDirectionComeAlong()
{
    const DrawnGraph drawn = makeDrawnGraph(scopes(), builtins().ops);
    const ReadDot plain(writeDot(drawn));
    QCOMPARE(plain.graphAttribute("rankdir"), std::string("TB"));
    QCOMPARE(plain.graphAttribute("bgcolor"), hexText(lightPalette().canvas));
    QCOMPARE(plain.attribute("n1", "color"),
             hexText(categoryColor(drawn.nodes[1].category, false)));
    DotOptions options{true, LayoutDirection::Right, {}};
    options.lookOf = [](NodeId node) -> std::optional<CardLook> {
        return node.value == 1
                   ? std::optional(CardLook{rgb(0x112233), rgb(0x445566), rgb(0xFFFFFF), "3.1 ms"})
                   : std::nullopt;
    };
    const ReadDot read(writeDot(drawn, options));
    QCOMPARE(read.graphAttribute("rankdir"), std::string("LR"));
    QCOMPARE(read.graphAttribute("bgcolor"), hexText(darkPalette().canvas));
    QCOMPARE(read.attribute("n1", "fillcolor"), std::string("#112233"));
    QCOMPARE(read.attribute("n1", "color"), std::string("#445566"));
    QCOMPARE(read.attribute("n1", "fontcolor"), std::string("#FFFFFF"));
    QCOMPARE(read.attribute("n1", "label"), std::string("relu  3.1 ms\\na_1"));
    QCOMPARE(read.attribute("n2", "fillcolor"), hexText(darkPalette().card));
}

void TstDotWriter::textIsQuoted()
{
    Graph graph;
    graph.setHeads({Entry{graph.add(nodeOf("null", "a\"b\\N\n<c>\x01 ü"))}});
    const std::string text = writeDot(makeDrawnGraph(graph, builtins().ops));
    const ReadDot read(text);
    QVERIFY2(read.isValid(), text.c_str());
    // Escapes are left to who draws the label: \\ is a backslash, and \n the end of a line.
    QCOMPARE(read.labels().at("n0"), std::string("a\"b\\\\N\\n<c>  ü"));
}

void TstDotWriter::groupsMayNestAsDeepAsTheyLike()
{
    constexpr int depth = 100000;
    DrawnGraph drawn;
    drawn.nodes.resize(1);
    for (int i = 0; i < depth; ++i) {
        DrawnGroup group;
        group.parent = i - 1;
        group.isOpen = true;
        drawn.groups.push_back(group);
    }
    drawn.nodes[0].group = depth - 1;
    const std::string text = writeDot(drawn);
    QCOMPARE(std::count(text.begin(), text.end(), '{'), std::ptrdiff_t(depth + 1));
    QCOMPARE(std::count(text.begin(), text.end(), '}'), std::ptrdiff_t(depth + 1));
}

NERVURE_TEST(TstDotWriter)
#include "tst_dot_writer.moc"
