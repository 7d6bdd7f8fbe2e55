// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/outer_names.h"

#include "core/graph/edits/difference_edit.h"
#include "core/graph/edits/names.h"
#include "core/graph/onnx_variable.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstOuterNames : public QObject {
    Q_OBJECT

    static NodeId addVariable(Graph &graph, const char *name, bool isOuter)
    {
        Node node;
        node.dialect = Dialect::Onnx;
        node.name = name;
        if (isOuter) {
            node.attrs.set(onnx_variable::outer, "true");
        }
        return graph.add(std::move(node));
    }

private Q_SLOTS:
    void bodiesAtAnyDepthAreRenamed()
    {
        Graph inner;
        const NodeId taken = addVariable(inner, "a", true);
        Graph body;
        const NodeId own = addVariable(body, "b", false);
        Node loop;
        loop.op = "Loop";
        loop.subgraphs.push_back(std::make_shared<const Graph>(inner));
        const NodeId deep = body.add(loop);
        Node node;
        node.op = "If";
        const auto before = std::make_shared<const Graph>(body);
        node.subgraphs.push_back(before);
        renameOuterValues(node, {{"b", "c"}});
        QCOMPARE(node.subgraphs[0], before); // nothing to rename: no copy
        renameOuterValues(node, {{"a", "a_1"}});
        const Graph &after = *node.subgraphs[0];
        QCOMPARE(after.node(own).name, std::string("b"));
        QCOMPARE(after.node(deep).subgraphs[0]->node(taken).name, std::string("a_1"));
        QCOMPARE(before->node(deep).subgraphs[0]->node(taken).name, std::string("a"));
    }

    /// A body's own value of that name is meant, in the bodies in it, too.
    void ownValuesComeFirst()
    {
        Graph inner;
        addVariable(inner, "a", true);
        Graph body;
        addVariable(body, "a", false);
        Node loop;
        loop.op = "Loop";
        loop.subgraphs.push_back(std::make_shared<const Graph>(inner));
        body.add(loop);
        Graph graph;
        Node node;
        node.op = "If";
        node.subgraphs.push_back(std::make_shared<const Graph>(body));
        const NodeId id = graph.add(node);
        QVERIFY(!isTakenByBodies(graph, "a"));
        renameOuterValues(graph, {{"a", "b"}});
        QCOMPARE(graph.node(id).subgraphs[0], node.subgraphs[0]);
    }

    /// What a body takes follows its variable or tensor, back again with undo, and nothing else gets the name.
    void namesFollowEdits()
    {
        Graph body;
        const NodeId first = addVariable(body, "x", true);
        const NodeId second = addVariable(body, "y", true);
        Graph graph;
        const NodeId x = addVariable(graph, "x", false);
        Node producer;
        producer.dialect = Dialect::Onnx;
        producer.name = "relu";
        producer.op = "Relu";
        producer.outputPorts = {{"", "y"}};
        const NodeId relu = graph.add(producer);
        Node node;
        node.dialect = Dialect::Onnx;
        node.op = "If";
        node.name = "if";
        node.subgraphs.push_back(std::make_shared<const Graph>(body));
        const NodeId branch = graph.add(node);
        const Graph before = graph;
        const auto taken = [&](NodeId id) {
            return graph.node(branch).subgraphs[0]->node(id).name;
        };

        const auto undoName = nervure::apply(graph, renameNode(graph, x, "image").value());
        const auto undoTensor =
            nervure::apply(graph, renameTensor(graph, {relu, 0, 0}, "sum").value());
        QVERIFY(undoName && undoTensor);
        QCOMPARE(taken(first), std::string("image"));
        QCOMPARE(taken(second), std::string("sum"));
        Graph again = before;
        QVERIFY(nervure::apply(again, differenceEdit(before, graph)));
        QVERIFY(again.sameAs(graph));

        NERVURE_VERIFY_ERROR(renameNode(before, relu, "y"), "name-taken", "the name 'y' is taken");
        QVERIFY(nervure::apply(graph, *undoTensor) && nervure::apply(graph, *undoName));
        QVERIFY(graph.sameAs(before));
    }
};

NERVURE_TEST(TstOuterNames)
#include "tst_outer_names.moc"
