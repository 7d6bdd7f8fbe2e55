// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/edits/edit.h"
#include "core/graph/op/op_builder.h"
#include "tests/support/graph_families.h"
#include "tests/support/random_edits.h"
#include "tests/support/test_class.h"

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

    void runningStatisticsAreParameters()
    {
        const NodeId x = add("x");
        const NodeId mean = add("bn0_running_mean");
        const NodeId variance = add("bn0_running_var");
        add("n", "odd", {{x}, {mean}, {variance}});
        const auto found = findParameters(m_graph, m_ops);
        QVERIFY(found.count(mean) == 1 && found.count(variance) == 1);
        QCOMPARE(found.size(), std::size_t{2});
    }

    void loadedNamesAreParametersAnyway()
    {
        const NodeId x = add("x");
        add("r", "relu", {{x}});
        QVERIFY(findParameters(m_graph, m_ops, {"x"}).count(x) == 1);
    }

    /// By counting, and by walking over the graph: it is the same.
    void theyAreFollowedThroughEdits()
    {
        const Builtins builtins = makeBuiltins();
        for (const char *family : {"resnet", "lstm", "random"}) {
            const Graph start = tests::findGraphFamily(family)->make(builtins.ops, 20).value();
            for (std::uint32_t seed = 0; seed < 40; ++seed) {
                follow(start, builtins.ops, seed);
                if (QTest::currentTestFailed()) {
                    qWarning("failed in %s with seed %u", family, seed);
                    return;
                }
            }
        }
    }

private:
    static void follow(Graph graph, const OpRegistry &ops, std::uint32_t seed)
    {
        const std::set<std::string, std::less<>> loaded{"data", "conv0"};
        RunningParameters running(graph, ops, loaded);
        std::unordered_set<NodeId> known = findParameters(graph, ops, loaded);
        tests::RandomEdits random(ops, seed);
        for (int i = 0; i < 30; ++i) {
            const Graph before = graph;
            const auto edit = random.next(graph);
            if (!edit || !apply(graph, *edit)) {
                continue;
            }
            for (const NodeId id : running.update(before, graph)) {
                if (known.erase(id) == 0) {
                    known.insert(id);
                }
            }
            QVERIFY(known == findParameters(graph, ops, loaded));
            for (const NodeId id : graph.nodes()) {
                QCOMPARE(running.contains(id), known.count(id) != 0);
            }
        }
    }

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

NERVURE_TEST(TstParameters)
#include "tst_parameters.moc"
