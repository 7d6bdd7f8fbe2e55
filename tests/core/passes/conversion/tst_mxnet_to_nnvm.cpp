// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

using namespace nervure;

class TstMxnetToNnvm : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] PassRun lowered(std::string text) const
    {
        auto model = openModelText(std::move(text), "", m_builtins.formats, m_builtins.ops);
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"MXNetToNNVM"}};
        InputFacts facts;
        facts.shapes["x"] = {2, 3};
        return runPasses(model->graph, passes,
                         {.passes = m_builtins.passes,
                          .ops = m_builtins.ops,
                          .inputs = facts,
                          .semantics = Semantics::Fixed});
    }

private Q_SLOTS:
    void nodesKeepTheirNamesAndTellWhereTheyCameFrom()
    {
        const PassRun run = lowered(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "square", "name": "s", "inputs": [[0, 0]]},
            {"op": "BlockGrad", "name": "a", "inputs": [[1, 0]]}], "arg_nodes": [0],
            "heads": [[2, 0]]})");
        QVERIFY(run.ok);
        QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
        const auto square = run.graph.findByName("s");
        const auto copy = run.graph.findByName("a");
        QVERIFY(square && copy);
        QCOMPARE(run.graph.node(*square).op, std::string("elemwise_mul"));
        QCOMPARE(run.graph.node(*copy).dialect, Dialect::Nnvm);
        const auto &origins = run.steps.back().provenance.origins;
        QCOMPARE(origins.size(), std::size_t{2});
        QCOMPARE(origins[0].from, std::vector<NodeId>{NodeId{1}});
    }

    void shapesAreAskedForInFixedAlone()
    {
        auto model = openModelText(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "BlockGrad", "name": "a", "inputs": [[0, 0]]}], "arg_nodes": [0],
            "heads": [[1, 0]]})",
                                   "", m_builtins.formats, m_builtins.ops);
        const std::vector<PassRequest> passes{{"MXNetToNNVM"}};
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            const PassRun run = runPasses(model->graph, passes,
                                          {.passes = m_builtins.passes,
                                           .ops = m_builtins.ops,
                                           .inputs = {},
                                           .semantics = semantics});
            QCOMPARE(run.steps.size(), std::size_t{semantics == Semantics::Exact ? 1U : 3U});
            QCOMPARE(run.steps.back().name, std::string("MXNetToNNVM"));
        }
    }

    void whatAnOperatorBecomesHasNamesOfItsOwn()
    {
        const PassRun run = lowered(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "null", "name": "g", "inputs": []}, {"op": "null", "name": "b", "inputs": []},
            {"op": "LayerNorm", "name": "n", "inputs": [[0, 0], [1, 0], [2, 0]]}],
            "arg_nodes": [0, 1, 2], "heads": [[3, 0]]})");
        QVERIFY(run.ok);
        std::set<std::string> names;
        for (const NodeId id : run.graph.nodes()) {
            QVERIFY2(names.insert(run.graph.node(id).name).second, run.graph.node(id).name.c_str());
        }
        QVERIFY(names.count("n") == 1);
        QVERIFY(names.size() > 5);
    }

    void unknownOperatorsAreRefusedByName()
    {
        const PassRun run = lowered(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "BlockGrad", "name": "a", "inputs": [[0, 0]]},
            {"op": "MyOwn", "name": "b", "inputs": [[1, 0]]}], "arg_nodes": [0],
            "heads": [[2, 0]]})");
        QVERIFY(!run.ok);
    }
};

NERVURE_TEST(TstMxnetToNnvm)
#include "tst_mxnet_to_nnvm.moc"
