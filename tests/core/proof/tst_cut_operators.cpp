// SPDX-License-Identifier: Apache-2.0
#include "core/proof/cut_operators.h"

#include "core/builtins.h"
#include "core/frontends/models/models.h"
#include "core/passes/steps/carried_values.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// x → relu → an operator that nobody knows → tanh, with shapes that the file says.
Graph graphWith(const char *op, const char *attribute, bool saysShapes = true)
{
    Graph graph;
    const auto add = [&graph](std::string name, std::string type, std::vector<NodeId> inputs) {
        Node node;
        node.name = std::move(name);
        node.op = std::move(type);
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return graph.add(std::move(node));
    };
    const NodeId x = add("x", "null", {});
    const NodeId act = add("act", "relu", {x});
    const NodeId mine = add("mine", op, {act});
    graph.edit(mine).attrs.set("how", attribute);
    graph.setHeads({{add("out", "tanh", {mine}), 0, 0}});
    if (saysShapes) {
        graph.setAttrs(
            {{"shape", "list_shape", "[[2,3],[2,3],[4],[4]]"}, {"dtype", "list_int", "[0,0,0,0]"}});
    }
    return graph;
}

} // namespace

class TstCutOperators : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    Result<CutGraph> cut(const Graph &graph, const std::map<NodeId, std::string> &keys) const
    {
        const GraphValues values = carriedValues(graph, m_builtins.ops);
        return cutOperators({graph, values.index.get(), &values.analyses}, keys);
    }
    [[nodiscard]] std::map<NodeId, std::string> keysOf(const Graph &graph) const
    {
        std::set<std::string> taken;
        return cutKeys(graph, unknownOperators(graph, m_builtins.ops), taken);
    }

private Q_SLOTS:
    void whatNobodyComputesIsUnknown()
    {
        const Graph graph = graphWith("my.own", "a");
        const auto unknown = unknownOperators(graph, m_builtins.ops);
        QCOMPARE(unknown, (std::vector<NodeId>{*graph.findByName("mine")}));
        QVERIFY(unknownOperators(graphWith("sigmoid", "a"), m_builtins.ops).empty());
        QVERIFY(unknownOperators(graphWith("tvm_op", "a"), m_builtins.ops).empty());
    }

    /// What it reads is a result, what it gives a variable.
    void aCutGraphHasItsInputsAsResults()
    {
        const Graph graph = graphWith("my.own", "a");
        const auto left = cut(graph, keysOf(graph));
        QVERIFY2(left.ok(), left ? "" : left.error().message.c_str());
        QVERIFY(!left->graph.findByName("mine"));
        QCOMPARE(left->cuts.size(), std::size_t{1});
        const CutOperator &one = left->cuts.front();
        QCOMPARE(one.title, std::string("my.own 'mine'"));
        QCOMPARE(one.firstHead, std::size_t{1});
        QCOMPARE(one.inputCount, std::size_t{1});
        QCOMPARE(left->graph.heads()[1].node, *left->graph.findByName("act"));
        QCOMPARE(one.outputs.size(), std::size_t{1});
        QCOMPARE(one.outputs[0].shape, (Shape{4}));
        const auto variable = left->graph.findByName(one.outputs[0].name);
        QVERIFY(variable && left->graph.node(*variable).isVariable());
        QCOMPARE(left->graph.node(*left->graph.findByName("out")).inputs[0].node, *variable);
    }

    void withoutAShapeNothingBehindItCanBeRun()
    {
        const Graph graph = graphWith("my.own", "a", false);
        NERVURE_VERIFY_ERROR(cut(graph, keysOf(graph)), "no-reference",
                             "unknown operator my.own 'mine'");
    }

    /// Equal attributes make it the same operator, names do not.
    void theSameOperatorHasTheSameKey()
    {
        const Graph before = graphWith("my.own", "a");
        Graph same = before;
        same.edit(*same.findByName("mine")).name = "renamed";
        Graph other = before;
        other.edit(*other.findByName("mine")).attrs.set("how", "b");
        std::set<std::string> taken;
        const auto keys = cutKeys(before, unknownOperators(before, m_builtins.ops), taken);
        const auto keysBeside = [&](const Graph &graph) {
            return cutKeys(before, keys, graph, unknownOperators(graph, m_builtins.ops),
                           Provenance(), taken);
        };
        QCOMPARE(keysBeside(same), keys);
        QVERIFY(keysBeside(other) != keys);
        const auto first = cut(before, keys);
        const auto second = cut(other, keysBeside(other));
        QVERIFY(first.ok() && second.ok());
        QVERIFY(cutInOneAlone(first->cuts, first->cuts).empty());
        QCOMPARE(cutInOneAlone(first->cuts, second->cuts), std::string("my.own 'mine'"));
    }
};

NERVURE_TEST(TstCutOperators)
#include "tst_cut_operators.moc"
