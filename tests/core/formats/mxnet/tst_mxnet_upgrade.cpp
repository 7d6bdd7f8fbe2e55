// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstMxnetUpgrade : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] OpenedModel opened(const std::string &text) const
    {
        auto model = openModelText(text, "", m_builtins.formats, m_builtins.ops);
        return model ? *std::move(model) : OpenedModel();
    }
    [[nodiscard]] std::string saved(const OpenedModel &model, const Graph &graph,
                                    Diagnostics &diagnostics) const
    {
        return model.format
            ->writePreserving(graph, model.text->view(), {m_builtins.ops, Semantics::Fixed, {}},
                              diagnostics)
            .value();
    }

    /// As MXNet 0.8 wrote it.
    const std::string m_old = R"({"nodes": [
        {"op": "null", "param": {}, "name": "x", "inputs": [], "backward_source_id": -1},
        {"op": "null", "param": {}, "name": "g", "inputs": [], "backward_source_id": -1},
        {"op": "null", "param": {}, "name": "b", "inputs": [], "backward_source_id": -1},
        {"op": "BatchNorm", "param": {"eps": "0.002", "lr_mult": "3", "gamma_wd_mult": "2"},
         "name": "bn", "inputs": [[0, 0], [1, 0], [2, 0]], "backward_source_id": -1}],
        "arg_nodes": [0, 1, 2], "heads": [[3, 0]]})";

private Q_SLOTS:
    void auxiliaryStatesAreAdded()
    {
        const OpenedModel model = opened(m_old);
        const Node &norm = model.graph.node(NodeId{3});
        QCOMPARE(norm.inputs.size(), std::size_t{5});
        const Node &variance = model.graph.node(norm.inputs[4].node);
        QCOMPARE(variance.name, std::string("bn_moving_var"));
        QCOMPARE(*variance.attrs.find("__init__"), std::string("[\"one\", {}]"));
        QCOMPARE(*variance.attrs.find("eps"), std::string("0.002"));
    }

    void hiddenKeysMoveToWhatTheyAreAbout()
    {
        const OpenedModel model = opened(m_old);
        const Node &norm = model.graph.node(NodeId{3});
        QCOMPARE(*norm.attrs.find("__lr_mult__"), std::string("3"));
        QVERIFY(!norm.attrs.find("gamma_wd_mult"));
        QCOMPARE(*model.graph.node(NodeId{1}).attrs.find("__wd_mult__"), std::string("2"));
        QVERIFY(model.diagnostics.empty());
    }

    void activationsOfFusedConvolutionsAreRenamed()
    {
        const OpenedModel model = opened(R"({"nodes": [{"op": "null", "name": "data", "inputs": []},
            {"op": "_sg_mkldnn_conv", "name": "c", "attrs": {"with_relu": "true"},
             "inputs": [[0, 0, 0]]}],
            "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10500]}})");
        const AttrDict &attrs = model.graph.node(NodeId{1}).attrs;
        QCOMPARE(*attrs.find("with_act"), std::string("true"));
        QVERIFY(!attrs.find("with_relu"));
    }

    void theFileStaysAsItWas()
    {
        const OpenedModel model = opened(m_old);
        Diagnostics diagnostics;
        QCOMPARE(saved(model, model.graph, diagnostics), m_old);
        Graph edited = model.graph;
        edited.edit(NodeId{3}).attrs.set("eps", "0.5");
        std::string expected = m_old;
        expected.replace(expected.find("0.002"), 5, "0.5");
        QCOMPARE(saved(model, edited, diagnostics), expected);
        QVERIFY(diagnostics.empty());
    }

    void theFileStaysAsItWasWithBodies()
    {
        const std::string text = R"({"nodes": [
            {"op": "null", "name": "data", "inputs": []},
            {"op": "null", "name": "gamma", "attrs": {"lr_mult": "2"}, "inputs": []},
            {"op": "_foreach", "name": "loop", "attrs": {"num_args": "2", "num_outputs": "1"},
             "inputs": [[0, 0, 0], [1, 0, 0]],
             "subgraphs": [{"nodes": [{"op": "null", "name": "x", "inputs": []}],
                            "arg_nodes": [0], "heads": [[0, 0, 0]]}]}],
            "arg_nodes": [0, 1], "heads": [[2, 0, 0]],
            "attrs": {"mxnet_version": ["int", 10500]}})";
        const OpenedModel model = opened(text);
        Diagnostics diagnostics;
        QCOMPARE(saved(model, model.graph, diagnostics), text);
        Graph edited = model.graph;
        edited.edit(NodeId{0}).name = "image";
        std::string expected = text;
        expected.replace(expected.find("data"), 4, "image");
        QCOMPARE(saved(model, edited, diagnostics), expected);
        QVERIFY(diagnostics.empty());
    }

    void whatTheOldFormCannotHoldIsWrittenAnew()
    {
        const OpenedModel model = opened(m_old);
        Graph edited = model.graph;
        edited.edit(NodeId{3}).attrs.set("__lr_mult__", "7");
        Diagnostics diagnostics;
        const OpenedModel again = opened(saved(model, edited, diagnostics));
        QCOMPARE(diagnostics.size(), std::size_t{1});
        QCOMPARE(diagnostics[0].code, std::string("mxnet-upgraded"));
        const auto norm = again.graph.findByName("bn");
        QVERIFY(norm);
        QCOMPARE(*again.graph.node(*norm).attrs.find("__lr_mult__"), std::string("7"));
        QCOMPARE(again.graph.node(*norm).inputs.size(), std::size_t{5});
    }
};

NERVURE_TEST(TstMxnetUpgrade)
#include "tst_mxnet_upgrade.moc"
