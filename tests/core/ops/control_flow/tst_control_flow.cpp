// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/indexed/control_flow.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// A body that gives its only variable as it is, `heads` times.
std::shared_ptr<const Graph> bodyOf(std::uint32_t heads)
{
    Graph body;
    Node variable;
    variable.name = "v";
    const NodeId id = body.add(variable);
    body.setHeads(std::vector<Entry>(heads, Entry{id, 0, 0}));
    return std::make_shared<const Graph>(std::move(body));
}

} // namespace

/// What nodes of our own control flow say. That it runs is tested with the engine.
class TstControlFlow : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    /// One node that reads one variable.
    [[nodiscard]] std::shared_ptr<const IndexedGraph> indexed(const std::string &op, AttrDict attrs,
                                                              std::uint32_t bodies) const
    {
        Graph graph;
        Node variable;
        variable.name = "x";
        const NodeId x = graph.add(variable);
        Node node;
        node.op = op;
        node.name = "loop";
        node.dialect = Dialect::Nervure;
        node.attrs = std::move(attrs);
        node.inputs = {{x, 0, 0}};
        for (std::uint32_t i = 0; i < bodies; ++i) {
            node.subgraphs.push_back(bodyOf(i + 1 == bodies && bodies == 2 ? 2 : 1));
        }
        graph.setHeads({{graph.add(node), 0, 0}});
        Diagnostics problems;
        auto index = IndexedGraph::build(graph, m_builtins.ops, problems);
        return problems.empty() && index ? *index : nullptr;
    }

    static AttrDict loopAttrs()
    {
        return {{"num_outputs", "2"},       {"num_out_data", "1"},    {"max_iterations", "7"},
                {"cond_input_locs", "(0)"}, {"in_state_locs", "(0)"}, {"body_input_locs", "(0)"}};
    }

private Q_SLOTS:
    void aLoopIsRead()
    {
        const auto index = indexed("while_loop", loopAttrs(), 2);
        QVERIFY(index);
        QCOMPARE(index->node(1).outputCount, 2U);
        const auto flow = ControlFlow::of(index->node(1), m_builtins.ops);
        QVERIFY(flow.ok());
        QVERIFY(flow->kind == ControlFlow::Kind::While);
        QCOMPARE(flow->states, std::vector<std::uint32_t>{0});
        QCOMPARE(flow->outData, 1U);
        const Shapes shapes{{3}};
        QCOMPARE(flow->mostSteps(shapes).value(), std::int64_t{7});
    }

    void aForeachHasAsManyStepsAsRows()
    {
        AttrDict attrs{{"num_outputs", "1"},
                       {"num_out_data", "1"},
                       {"in_data_locs", "(0)"},
                       {"in_state_locs", "()"},
                       {"body_input_locs", "(0)"}};
        const auto index = indexed("foreach", attrs, 1);
        QVERIFY(index);
        const auto flow = ControlFlow::of(index->node(1), m_builtins.ops);
        QVERIFY(flow.ok());
        const Shapes shapes{{3, 2}};
        QCOMPARE(flow->mostSteps(shapes).value(), std::int64_t{3});
    }

    void whatIsWrongIsSaid()
    {
        AttrDict attrs = loopAttrs();
        attrs.set("body_input_locs", "(4)");
        const auto index = indexed("while_loop", attrs, 2);
        QVERIFY(index);
        const auto flow = ControlFlow::of(index->node(1), m_builtins.ops);
        QVERIFY(!flow.ok());
        QCOMPARE(flow.error().message,
                 std::string("body_input_locs is '(4)', expected numbers below 1"));
        QVERIFY(!indexed("while_loop", {{"num_outputs", "1000000000"}}, 2));
    }
};

NERVURE_TEST(TstControlFlow)
#include "tst_control_flow.moc"
