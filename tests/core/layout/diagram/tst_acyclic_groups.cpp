// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/acyclic_groups.h"

#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/graph_families.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>

using namespace nervure;
using namespace nervure::tests;

class TstAcyclicGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGroupTakesInWhatLiesBetween();
    void innerGroupsTakeInToo();
    void whatWouldTakeInTooMuchIsGivenUp();
    void entangledGroupsAreGivenUp();
    void cyclesOfTheGraphStay();
    void networksOfEveryFamilyFoldWithoutCycles();
    void modelsFoldWithoutCycles();

private:
    /// The boxes that a walk along the lines from what reads nothing does not come to: those on
    /// cycles and behind them.
    static std::size_t unreached(const DrawnGraph &drawn)
    {
        std::vector<std::vector<std::uint32_t>> readers(drawn.nodes.size());
        std::vector<std::size_t> missing(drawn.nodes.size(), 0);
        for (const DrawnEdge &edge : drawn.edges) {
            readers[edge.from].push_back(edge.to);
            ++missing[edge.to];
        }
        std::vector<std::uint32_t> ready;
        for (std::uint32_t i = 0; i < missing.size(); ++i) {
            if (missing[i] == 0) {
                ready.push_back(i);
            }
        }
        std::size_t count = 0;
        for (; !ready.empty(); ++count) {
            const std::uint32_t at = ready.back();
            ready.pop_back();
            for (const std::uint32_t reader : readers[at]) {
                if (--missing[reader] == 0) {
                    ready.push_back(reader);
                }
            }
        }
        return drawn.nodes.size() - count;
    }

    /// All levels folded, more and more of them open, and each group alone the other way.
    static void verifyFoldings(const DrawnGraph &all, const GroupTree &tree)
    {
        int deepest = 0;
        for (std::size_t i = 0; i < tree.groups.size(); ++i) {
            deepest = std::max(deepest, tree.depthOf(static_cast<int>(i)));
        }
        std::vector<GroupFolding> foldings;
        for (int levels = 0; levels <= deepest; ++levels) {
            foldings.push_back({levels, {}});
        }
        const std::size_t step = tree.groups.size() / 40 + 1;
        for (std::size_t i = 0; i < tree.groups.size(); i += step) {
            foldings.push_back({0, {tree.groups[i].key}});
            foldings.push_back({deepest + 1, {tree.groups[i].key}});
        }
        for (const GroupFolding &folding : foldings) {
            QCOMPARE(unreached(foldGroups(DrawnGraph(all), tree, folding)), std::size_t(0));
        }
    }

    void verifyModel(const std::filesystem::path &file) const
    {
        const Result<std::string> text = nervure::readFile(file);
        QVERIFY(text.ok());
        const auto document =
            m_builtins.formats.find("mxnet")->read(*text, {m_builtins.ops, Semantics::Exact, {}});
        QVERIFY(document.ok());
        const DrawnGraph all = makeDrawnGraph(document->graph, m_builtins.ops);
        verifyFoldings(all, groupBoxes(all, document->graph, Grouping::Scopes));
    }

    /// The number of the group with that key, -1 without.
    static int find(const GroupTree &tree, const std::string &key)
    {
        for (std::size_t i = 0; i < tree.groups.size(); ++i) {
            if (tree.groups[i].key == key) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    /// Nodes of these names, each of which reads those that are said, grouped by name.
    struct Picture {
        Graph graph;
        DrawnGraph drawn;
        GroupTree tree;

        explicit Picture(const std::vector<std::pair<std::string, std::vector<std::string>>> &nodes)
        {
            NodeId last;
            for (const auto &[name, reads] : nodes) {
                std::vector<NodeId> inputs;
                for (const std::string &input : reads) {
                    inputs.push_back(*graph.findByName(input));
                }
                last = graph.add(nodeOf(inputs.empty() ? "null" : "op", name, inputs));
            }
            graph.setHeads({Entry{last}});
            drawn = makeDrawnGraph(graph, OpRegistry());
            tree = groupBoxes(drawn, graph, Grouping::Scopes);
        }
        [[nodiscard]] int groupOf(const std::string &name) const
        {
            return tree.groupOf[*drawn.find(*graph.findByName(name))];
        }
    };

    Builtins m_builtins = makeBuiltins();
};

void TstAcyclicGroups::aGroupTakesInWhatLiesBetween()
{
    // As exporters name a ResNet: sums are named after the operator, not after the stage.
    const Picture picture({{"x", {}},
                           {"stage1_conv1", {"x"}},
                           {"stage1_conv2", {"stage1_conv1"}},
                           {"add0", {"x", "stage1_conv2"}},
                           {"stage1_conv3", {"add0"}},
                           {"stage1_conv4", {"stage1_conv3"}},
                           {"add1", {"add0", "stage1_conv4"}},
                           {"stage2_conv1", {"add1"}},
                           {"stage2_conv2", {"stage2_conv1"}},
                           {"out", {"add1", "stage2_conv2"}}});
    const int stage = find(picture.tree, "stage1");
    QVERIFY(stage >= 0);
    QCOMPARE(picture.groupOf("add0"), stage);
    QCOMPARE(picture.groupOf("add1"), -1); // between stages is in none
    QCOMPARE(picture.tree.groups[static_cast<std::size_t>(stage)].size, 5U);
    verifyFoldings(picture.drawn, picture.tree);
}

void TstAcyclicGroups::innerGroupsTakeInToo()
{
    const Picture picture({{"x", {}},
                           {"s_u1_a", {"x"}},
                           {"s_u1_b", {"s_u1_a"}},
                           {"sum0", {"s_u1_b"}},
                           {"s_u1_c", {"sum0"}},
                           {"sum1", {"s_u1_c"}},
                           {"s_u2_a", {"sum1"}},
                           {"s_u2_b", {"s_u2_a"}},
                           {"out", {"s_u2_b"}}});
    const int unit = find(picture.tree, "s/u1");
    QVERIFY(unit >= 0);
    QCOMPARE(picture.groupOf("sum0"), unit);
    QCOMPARE(picture.groupOf("sum1"), find(picture.tree, "s"));
    verifyFoldings(picture.drawn, picture.tree);
}

void TstAcyclicGroups::whatWouldTakeInTooMuchIsGivenUp()
{
    // First and last share a word by chance.
    const Picture picture({{"x", {}},
                           {"linear_in", {"x"}},
                           {"a", {"linear_in"}},
                           {"b", {"a"}},
                           {"c", {"b"}},
                           {"linear_out", {"c"}}});
    QVERIFY(picture.tree.groups.empty());
}

void TstAcyclicGroups::entangledGroupsAreGivenUp()
{
    // An hourglass: each level holds the way down and the way up, with the next level between.
    const Picture picture({{"x", {}},
                           {"level1_down_a", {"x"}},
                           {"level1_down_b", {"level1_down_a"}},
                           {"level2_down_a", {"level1_down_b"}},
                           {"level2_down_b", {"level2_down_a"}},
                           {"level2_up_a", {"level2_down_b"}},
                           {"level2_up_b", {"level2_up_a"}},
                           {"level1_up_a", {"level2_up_b"}},
                           {"level1_up_b", {"level1_up_a"}},
                           {"out", {"level1_up_b"}}});
    QCOMPARE(find(picture.tree, "level1"), -1);
    const int down = find(picture.tree, "level1/down");
    QVERIFY(down >= 0);
    const NodeGroup &group = picture.tree.groups[static_cast<std::size_t>(down)];
    QCOMPARE(group.label, std::string("level1/down")); // "down" alone would be said twice
    QCOMPARE(group.parent, -1);
    QVERIFY(find(picture.tree, "level2") >= 0); // that one is in one piece
    verifyFoldings(picture.drawn, picture.tree);
}

void TstAcyclicGroups::cyclesOfTheGraphStay()
{
    Picture picture({{"x", {}}, {"s_a", {"x"}}, {"s_b", {"s_a"}}, {"t", {"s_b"}}, {"u", {"t"}}});
    Node node = picture.graph.node(*picture.graph.findByName("s_a"));
    node.inputs.push_back(Entry{*picture.graph.findByName("u")});
    Graph graph;
    for (const NodeId id : picture.graph.nodes()) {
        graph.add(id == *picture.graph.findByName("s_a") ? node : picture.graph.node(id));
    }
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    const GroupTree tree = groupBoxes(drawn, graph, Grouping::Scopes);
    QVERIFY(unreached(foldGroups(DrawnGraph(drawn), tree, {})) > 0);
}

void TstAcyclicGroups::networksOfEveryFamilyFoldWithoutCycles()
{
    for (const GraphFamily &family : graphFamilies()) {
        const Result<Graph> graph = family.make(m_builtins.ops, 600);
        QVERIFY(graph.ok());
        const DrawnGraph all = makeDrawnGraph(*graph, m_builtins.ops);
        for (const Grouping grouping : {Grouping::Scopes, Grouping::Repeats}) {
            verifyFoldings(all, groupBoxes(all, *graph, grouping));
        }
    }
}

void TstAcyclicGroups::modelsFoldWithoutCycles()
{
    NERVURE_NEED_ORACLES();
    std::size_t count = 0;
    for (const auto &file :
         std::filesystem::directory_iterator(oraclesFolder() / "mxnet" / "models")) {
        if (file.path().filename().string().ends_with("-symbol.json")) {
            verifyModel(file.path());
            ++count;
        }
    }
    QVERIFY(count > 100);
}

NERVURE_TEST(TstAcyclicGroups)
#include "tst_acyclic_groups.moc"
