// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_builder.h"
#include "core/graph/parameters.h"

#include <QTest>

using namespace nervure;

class TstParameters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_graph = Graph();
        m_ops = OpRegistry();
        m_ops.add(OpBuilder<>(Dialect::Nnvm, "dense").parameters({1, 2}).build());
        m_ops.add(OpBuilder<>(Dialect::Nnvm, "relu").build());
    }

    void inputsMarkedByTheOperatorAreParameters()
    {
        const NodeId x = add("x");
        const NodeId w = add("anything");
        add("d", "dense", {{x}, {w}});
        const auto found = findParameters(m_graph, m_ops);
        QVERIFY(found.count(w) == 1 && found.count(x) == 0);
    }

    void aSecondUseAsDataMakesAnInput()
    {
        const NodeId w = add("w");
        add("d", "dense", {{add("x")}, {w}});
        add("r", "relu", {{w}});
        QVERIFY(findParameters(m_graph, m_ops).empty());
    }

    void unknownOperatorsGoByTheName()
    {
        const NodeId first = add("first_weight");
        const NodeId w = add("odd_weight");
        add("n", "odd", {{first}, {w}, {add("other")}});
        const auto found = findParameters(m_graph, m_ops);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.count(w) == 1);
    }

    void loadedNamesAreParametersAnyway()
    {
        const NodeId x = add("x");
        add("r", "relu", {{x}});
        QVERIFY(findParameters(m_graph, m_ops, {"x"}).count(x) == 1);
    }

private:
    NodeId add(std::string name, std::string op = "null", std::vector<Entry> inputs = {})
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        return m_graph.add(std::move(node));
    }

    Graph m_graph;
    OpRegistry m_ops;
};

QTEST_APPLESS_MAIN(TstParameters)
#include "tst_parameters.moc"
