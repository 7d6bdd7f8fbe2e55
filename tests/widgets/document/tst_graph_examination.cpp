// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_examination.h"

#include "core/builtins.h"
#include "core/graph/check/graph_check.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstGraphExamination : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void itFindsWhatTheWalksFind()
    {
        Graph graph;
        Node data;
        data.name = "data";
        const Entry input{graph.add(data), 0, 0};
        Node weight;
        weight.name = "fc_weight";
        const Entry parameter{graph.add(weight), 0, 0};
        Node dense;
        dense.op = "dense";
        dense.name = "fc";
        dense.attrs.set("units", "many");
        dense.inputs = {input, parameter};
        dense.notes = {std::string("look here")};
        const NodeId fc = graph.add(dense);
        graph.setHeads({{fc, 0, 0}});
        const GraphExamination found = examine(graph, m_builtins.ops, Semantics::Exact);
        QCOMPARE(found.revision, graph.revision());
        QCOMPARE(found.findings.size(), checkGraph(graph, m_builtins.ops, Semantics::Exact).size());
        QVERIFY(!found.findings.empty());
        QVERIFY(*found.parameters == std::unordered_set<NodeId>{parameter.node});
        QVERIFY(found.statistics->noted == std::vector<NodeId>{fc});
        QVERIFY(isSoonExamined(graph));
    }

    void itLooksIntoSubgraphsToo()
    {
        Graph deep;
        Node broken;
        broken.op = "relu";
        broken.name = "broken";
        broken.inputs = {Entry{NodeId{7}, 0, 0}};
        deep.add(broken);
        Graph body;
        Node inner;
        inner.op = "my_loop";
        inner.name = "inner";
        inner.subgraphs = {std::make_shared<const Graph>(std::move(deep))};
        body.add(inner);
        Graph graph;
        Node outer = inner;
        outer.name = "outer";
        outer.subgraphs = {std::make_shared<const Graph>(std::move(body))};
        graph.add(outer);
        const GraphExamination found = examine(graph, m_builtins.ops, Semantics::Exact);
        std::vector<std::string> names;
        for (const Diagnostic &one : found.findings) {
            names.push_back(one.where.node);
        }
        QVERIFY((names == std::vector<std::string>{"outer", "inner", "broken"}));
        QCOMPARE(found.findings.back().code, std::string("entry-node"));
        QVERIFY(found.findings.front().where.owners.empty());
        QVERIFY((found.findings.back().where.owners == std::vector<std::string>{"outer", "inner"}));
    }

    void whatIsHeldTakesTimeToo()
    {
        Graph body;
        for (int i = 0; i < 3000; ++i) {
            body.add(Node());
        }
        Graph graph;
        Node owner;
        owner.subgraphs = {std::make_shared<const Graph>(body)};
        graph.add(owner);
        QVERIFY(!isSoonExamined(graph));
        QVERIFY(isSoonExamined(Graph()));
    }

    void nodesThatAreGoneAreTakenOut()
    {
        Graph graph;
        Node data;
        data.name = "data";
        data.notes = {std::string("note")};
        const NodeId first = graph.add(data);
        const NodeId second = graph.add(data);
        const GraphExamination before = examine(graph, m_builtins.ops, Semantics::Exact);
        graph.remove(first);
        const GraphExamination after = withoutLost(before, graph);
        QVERIFY(after.statistics->inputs == std::vector<NodeId>{second});
        QVERIFY(after.statistics->noted == std::vector<NodeId>{second});
        QVERIFY(withoutLost({}, graph).statistics == nullptr);
    }
};

NERVURE_TEST(TstGraphExamination)
#include "tst_graph_examination.moc"
