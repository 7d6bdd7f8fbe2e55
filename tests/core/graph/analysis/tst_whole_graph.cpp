// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/whole_graph.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstWholeGraph : public QObject {
    Q_OBJECT

    static Node node(const char *name, const char *op, Entries inputs = {})
    {
        Node made;
        made.name = name;
        made.op = op;
        made.inputs = std::move(inputs);
        return made;
    }

private Q_SLOTS:
    void whatNoHeadNeedsIsAHead()
    {
        Graph graph;
        const NodeId x = graph.add(node("x", "null"));
        const NodeId needed = graph.add(node("needed", "relu", {{x}}));
        const NodeId inner = graph.add(node("inner", "exp", {{x}}));
        const NodeId left = graph.add(node("left", "exp", {{inner}}));
        const NodeId weight = graph.add(node("weight", "null"));
        graph.setHeads({{needed}});
        const Graph whole = wholeGraph(graph);
        QCOMPARE(whole.heads(), (std::vector<Entry>{{needed}, {left}, {weight}}));
        QCOMPARE(wholeGraph(whole).heads(), whole.heads());
    }
};

NERVURE_TEST(TstWholeGraph)
#include "tst_whole_graph.moc"
