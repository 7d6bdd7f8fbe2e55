// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// MXNetToNNVM in exact semantics: what nnvm.frontend.from_mxnet does. Its whole table is compared by
/// nervure-conformance.
class TstFromMxnet : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] PassRun imported(const std::string &nodes, const std::string &heads) const
    {
        const auto model = m_builtins.formats.find("mxnet")->read(
            "{\"nodes\": [" + nodes + "], \"arg_nodes\": [0], \"heads\": [" + heads
                + R"(], "attrs": {"mxnet_version": ["int", 10901]}})",
            {m_builtins.ops, Semantics::Exact, {}});
        const std::vector<PassRequest> passes{{"MXNetToNNVM"}};
        return runPasses(
            model->graph, passes,
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = Semantics::Exact});
    }

    static std::vector<std::string> namesOf(const Graph &graph)
    {
        std::vector<std::string> names;
        for (const NodeId id : graph.nodes()) {
            names.push_back(graph.node(id).name);
        }
        return names;
    }

    static void compareRefusal(const PassRun &run, const std::string &code,
                               const std::string &message, const std::string &node)
    {
        QVERIFY(!run.ok);
        const Diagnostic *error = failureOf(run.steps.back());
        QVERIFY(error);
        QCOMPARE(error->code, code);
        QCOMPARE(error->message, message);
        QCOMPARE(error->where.node, node);
    }

private Q_SLOTS:
    void numbersFollowTheOrderOfConversion()
    {
        // The list of names is s, c, a, x, b: the first scan takes x and b, the second c and a, the third
        // s. In the graph c comes first.
        const PassRun run = imported(R"({"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "b", "inputs": [[0, 0, 0]]},
            {"op": "relu", "name": "a", "inputs": [[1, 0, 0]]},
            {"op": "relu", "name": "c", "inputs": [[0, 0, 0]]},
            {"op": "elemwise_add", "name": "s", "inputs": [[3, 0, 0], [2, 0, 0]]})",
                                     "[4, 0, 0]");
        QVERIFY(run.ok);
        QCOMPARE(namesOf(run.graph),
                 (std::vector<std::string>{"x", "relu1", "relu0", "relu2", "elemwise_add0"}));
        QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
        QVERIFY(run.steps.size() == 1); // no inference was needed
    }

    void everyNodeTellsWhereItCameFrom()
    {
        const PassRun run = imported(R"({"op": "null", "name": "x", "inputs": []},
            {"op": "null", "name": "w", "attrs": {"num_hidden": "2", "__lr_mult__": "3"}, "inputs": []},
            {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "2"},
             "inputs": [[0, 0, 0], [1, 0, 0]]})",
                                     "[2, 0, 0]");
        QVERIFY(run.ok);
        QCOMPARE(namesOf(run.graph),
                 (std::vector<std::string>{"x", "flatten0", "w", "dense0_bias", "dense0"}));
        const auto &origins = run.steps.back().provenance.origins;
        QCOMPARE(origins.size(), std::size_t{3});
        for (const Provenance::Origin &origin : origins) {
            QCOMPARE(origin.from, std::vector<NodeId>{NodeId{2}});
        }
        const Node &weight = run.graph.node(NodeId{1});
        QCOMPARE(weight.attrs,
                 (AttrDict{{"num_hidden", "2"}, {"__lr_mult__", "3"}, {"lr_mult", "3"}}));
    }

    void variablesOfOneNameBecomeOne()
    {
        const PassRun run = imported(R"({"op": "null", "name": "x", "inputs": []},
            {"op": "null", "name": "x", "inputs": []},
            {"op": "elemwise_add", "name": "s", "inputs": [[0, 0, 0], [1, 0, 0]]})",
                                     "[2, 0, 0]");
        QVERIFY(run.ok);
        QCOMPARE(run.graph.nodeCount(), std::size_t{2});
        const auto &origins = run.steps.back().provenance.origins;
        QCOMPARE(origins.front().from, (std::vector<NodeId>{NodeId{0}, NodeId{1}}));
    }

    void whatNeverReturnsIsRefused()
    {
        const PassRun run = imported(R"({"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "n", "inputs": [[0, 0, 0]]},
            {"op": "relu", "name": "n", "inputs": [[1, 0, 0]]})",
                                     "[2, 0, 0]");
        compareRefusal(run, "never-returns",
                       "relu 'n' waits for ever in from_mxnet, which tells nodes apart by name "
                       "alone, expected that every node has its own",
                       "n");
    }

    void aUserTakenTooEarlyIsAKeyError()
    {
        // The second head stands for both; it is taken before what the first one reads.
        const PassRun run = imported(R"({"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "far", "inputs": [[0, 0, 0]]},
            {"op": "relu", "name": "farther", "inputs": [[1, 0, 0]]},
            {"op": "relu", "name": "farthest", "inputs": [[2, 0, 0]]},
            {"op": "relu", "name": "n", "inputs": [[3, 0, 0]]},
            {"op": "relu", "name": "n", "inputs": [[0, 0, 0]]})",
                                     "[4, 0, 0], [5, 0, 0]");
        compareRefusal(run, "KeyError", "'n'", "n");
    }

    void refusalsSayWhatPythonSays()
    {
        const std::string x = R"({"op": "null", "name": "x", "inputs": []},)";
        const auto one = [&](const std::string &op, const std::string &attrs) {
            return imported(x + R"({"op": ")" + op + R"(", "name": "n", "attrs": {)" + attrs
                                + R"(}, "inputs": [[0, 0, 0]]})",
                            "[1, 0, 0]");
        };
        compareRefusal(one("Unheard", ""), "NotImplementedError",
                       "Operator: Unheard is not supported in nnvm.", "n");
        compareRefusal(one("LeakyReLU", R"("act_type": "leaky")"), "AttributeError",
                       "module 'nnvm.symbol' has no attribute 'leaky'", "n");
        compareRefusal(one("LeakyReLU", R"("act_type": "elu", "slope": "0.25")"), "TypeError",
                       "bad operand type for unary -: 'str'", "n");
    }
};

NERVURE_TEST(TstFromMxnet)
#include "tst_from_mxnet.moc"
