// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/graph_statistics.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstGraphStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyNodeIsCountedOnce();
};

void TstGraphStatistics::everyNodeIsCountedOnce()
{
    Graph graph;
    const auto add = [&graph](const std::string &op, const std::string &name, Entries inputs) {
        Node node;
        node.op = op;
        node.name = name;
        node.inputs = std::move(inputs);
        return graph.add(std::move(node));
    };
    const NodeId data = add("null", "data", {});
    const NodeId weight = add("null", "fc_weight", {});
    const NodeId dense = add("dense", "fc", {{data}, {weight}});
    const NodeId relu = add("relu", "relu0", {{dense}});
    const NodeId mask = add("null", "mask", {});
    add("relu", "relu1", {{relu}});
    graph.edit(relu).notes.push_back("slow");

    const GraphStatistics statistics = makeGraphStatistics(graph, {weight});

    QCOMPARE(statistics.operators, std::int64_t(3));
    QCOMPARE(statistics.parameterTensors, std::int64_t(1));
    QCOMPARE(statistics.inputs, (std::vector<NodeId>{data, mask}));
    QCOMPARE(statistics.noted, (std::vector<NodeId>{relu}));
    QCOMPARE(statistics.kinds, (std::vector<NodeId>{dense, relu}));
}

NERVURE_TEST(TstGraphStatistics)
#include "tst_graph_statistics.moc"
