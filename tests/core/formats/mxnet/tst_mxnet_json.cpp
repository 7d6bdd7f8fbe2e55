// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstMxnetJson : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] Result<OpenedModel> opened(std::string text) const
    {
        return openModelText(std::move(text), "net-symbol.json", m_builtins.formats,
                             m_builtins.ops);
    }

private Q_SLOTS:
    void theVersionTells()
    {
        const auto model = opened(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "a", "inputs": [[0, 0, 0]]}], "arg_nodes": [0],
            "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]],
            "attrs": {"mxnet_version": ["int", 10901]}})");
        QVERIFY(bool(model));
        QCOMPARE(model->format->name, std::string("mxnet"));
        QCOMPARE(model->graph.dialect(), Dialect::MXNet);
        QCOMPARE(model->graph.node(NodeId{1}).dialect, Dialect::MXNet);
        QCOMPARE(model->semantics, Semantics::Fixed);
        QVERIFY(model->diagnostics.empty());
    }

    void theReleaseIsTold()
    {
        const auto release = [this](int version) {
            Graph graph;
            graph.setAttrs({{"mxnet_version", "int", std::to_string(version)}});
            return m_builtins.formats.find("mxnet")->release(graph);
        };
        QCOMPARE(release(10700), std::string("1.7.0"));
        QCOMPARE(release(905), std::string("0.9.5"));
        Graph graph;
        graph.setAttrs({{"mxnet_version", "int", "10700"}});
        QCOMPARE(formatTitle(*m_builtins.formats.find("mxnet"), graph),
                 std::string("MXNet symbol, 1.7.0"));
        QCOMPARE(formatTitle(*m_builtins.formats.find("nnvm"), graph), std::string("NNVM JSON"));
        QCOMPARE(m_builtins.formats.find("mxnet")->release(Graph()), std::string("before 0.9"));
    }

    void anOperatorThatNnvmHasNotTells()
    {
        const auto model = opened(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "BlockGrad", "name": "a", "inputs": [[0, 0]]}], "arg_nodes": [0],
            "heads": [[1, 0]]})");
        QVERIFY(bool(model));
        QCOMPARE(model->format->name, std::string("mxnet"));
    }

    void anOperatorThatMXNetHasNotBeatsTheVersion()
    {
        const auto model = opened(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "global_avg_pool2d", "name": "a", "inputs": [[0, 0]]}], "arg_nodes": [0],
            "heads": [[1, 0]], "attrs": {"mxnet_version": ["int", 10901]}})");
        QVERIFY(bool(model));
        QCOMPARE(model->format->name, std::string("nnvm"));
    }

    void nnvmsOwnFilesStayNnvm()
    {
        const auto model = opened(R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "a", "inputs": [[0, 0, 0]]}], "arg_nodes": [0],
            "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})");
        QVERIFY(bool(model));
        QCOMPARE(model->format->name, std::string("nnvm"));
    }
};

NERVURE_TEST(TstMxnetJson)
#include "tst_mxnet_json.moc"
