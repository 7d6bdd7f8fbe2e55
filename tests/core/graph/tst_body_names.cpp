// SPDX-License-Identifier: Apache-2.0
#include "core/graph/body_names.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstBodyNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void branchesAreCalledByTheirAttributes();
    void theWayToANodeIsFollowed();
};

namespace {

Node holder(const char *name, std::vector<Graph> bodies, AttrDict attrs = {})
{
    Node node;
    node.op = "hold";
    node.name = name;
    node.attrs = std::move(attrs);
    for (Graph &body : bodies) {
        node.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
    }
    return node;
}

} // namespace

void TstBodyNames::branchesAreCalledByTheirAttributes()
{
    const AttrDict attrs{{"else_branch", "graph e"}, {"then_branch", "graph t"}};
    const Node named = holder("pick", {Graph(), Graph()}, attrs);
    QCOMPARE(bodyPath(named, 1), std::string("pick/then_branch/"));
    QCOMPARE(bodyPath(holder("pick", {Graph(), Graph()}), 1), std::string("pick/2/"));
    QCOMPARE(bodyPath(holder("", {Graph()}), 0), std::string("hold/"));
}

void TstBodyNames::theWayToANodeIsFollowed()
{
    Graph deepest;
    Node leaf;
    leaf.name = "leaf";
    const NodeId there = deepest.add(leaf);
    Graph middle;
    const NodeId inner = middle.add(holder("inner", {deepest}));
    Graph graph;
    const NodeId outer = graph.add(holder("outer", {Graph(), middle}));
    const BodyPath path{{outer, 1}, {inner, 0}};
    QCOMPARE(bodyPath(graph, path), std::string("outer/2/inner/"));
    const Node *found = nodeAt(graph, {path, there});
    QVERIFY(found);
    QCOMPARE(found->name, std::string("leaf"));
    QVERIFY(!nodeAt(graph, {path, NodeId{7}}));
    QVERIFY(!graphAt(graph, {{outer, 2}}));
    QVERIFY(!graphAt(graph, {{NodeId{9}, 0}}));
    QCOMPARE(graphAt(graph, {}), &graph);
}

NERVURE_TEST(TstBodyNames)
#include "tst_body_names.moc"
