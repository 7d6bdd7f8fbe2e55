// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/outer_names.h"

#include "core/graph/onnx_variable.h"
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
        const NodeId own = addVariable(body, "a", false);
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
        QCOMPARE(after.node(own).name, std::string("a"));
        QCOMPARE(after.node(deep).subgraphs[0]->node(taken).name, std::string("a_1"));
        QCOMPARE(before->node(deep).subgraphs[0]->node(taken).name, std::string("a"));
    }
};

NERVURE_TEST(TstOuterNames)
#include "tst_outer_names.moc"
