// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/conversion/darknet/darknet_params.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstDarknetToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersBecomeOperators();
    void otherDialectsAreRefused();
    void unknownLayersAreRefusedByName();
    void theImportersGraphHasItsNames();
    void theImporterRefusesAsPythonDoes();

private:
    [[nodiscard]] PassRun ran(const std::string &text, Semantics semantics = Semantics::Fixed) const
    {
        const auto opened = openModelText(text, {}, m_builtins.formats, m_builtins.ops);
        return runPasses(
            opened->graph, *parsePipeline("InferShape,InferType,DarknetToNNVM"),
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = semantics});
    }
    [[nodiscard]] static std::string firstError(const PassRun &run)
    {
        for (const Diagnostic &found : run.diagnostics) {
            if (found.severity == Severity::Error) {
                return found.message;
            }
        }
        return {};
    }

    Builtins m_builtins = makeBuiltins();
};

void TstDarknetToNnvm::layersBecomeOperators()
{
    const PassRun run = ran("[net]\nheight=4\nwidth=4\nchannels=3\nmomentum=.9\n"
                            "[convolutional]\nfilters=2\nactivation=leaky\n[softmax]\n");
    QVERIFY2(run.ok, firstError(run).c_str());
    QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
    std::string ops;
    for (const NodeId id : run.graph.nodes()) {
        const Node &node = run.graph.node(id);
        ops += node.isVariable() ? std::string() : node.op + ' ';
    }
    QCOMPARE(ops, std::string("conv2d leaky_relu reshape softmax reshape "));
    const Node &data = run.graph.node(*run.graph.findByName("data"));
    QCOMPARE(data.attrs.size(), std::size_t{2}); // shape and dtype
    QVERIFY(run.graph.findByName("convolutional_0").has_value());
    QCOMPARE(run.steps.back().provenance.origins.size(), std::size_t{5});
}

void TstDarknetToNnvm::otherDialectsAreRefused()
{
    const PassRun run = ran("{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", "
                            "\"attrs\": {\"shape\": \"(1, 2)\"}, \"inputs\": []}], "
                            "\"arg_nodes\": [0], \"heads\": [[0, 0, 0]]}");
    QVERIFY(!run.ok);
    QVERIFY(firstError(run).find("lowers Darknet's graphs, found one of nnvm")
            != std::string::npos);
}

void TstDarknetToNnvm::unknownLayersAreRefusedByName()
{
    const PassRun run = ran("[net]\ninputs=4\n[iseg]\n");
    QVERIFY(!run.ok);
    QVERIFY2(firstError(run).find("iseg") != std::string::npos, firstError(run).c_str());
}

void TstDarknetToNnvm::theImportersGraphHasItsNames()
{
    const std::string text = "[net]\nheight=4\nwidth=4\nchannels=3\n[convolutional]\nfilters=14\n"
                             "batch_normalize=1\nactivation=leaky\n"
                             "[region]\nnum=2\nclasses=2\nanchors=1,2\n";
    const PassRun run = ran(text, Semantics::Exact);
    QVERIFY2(run.ok, firstError(run).c_str());
    std::string results;
    for (const Entry &head : run.graph.heads()) {
        results += run.graph.node(head.node).name + ' ';
    }
    QCOMPARE(results, std::string("yolo_region0 yolo_region0_bias yolo_region0_attr "));
    const auto opened = openModelText(text, {}, m_builtins.formats, m_builtins.ops);
    const auto params = darknetParams(opened->graph, m_builtins.ops);
    QVERIFY(params.ok());
    std::string names;
    for (const DarknetParam &param : *params) {
        names += param.name + '=' + opened->graph.node(param.source).name + ' ';
    }
    QCOMPARE(names, std::string("conv2d0_weight=convolutional_0_weights "
                                "batch_norm0_moving_mean=convolutional_0_rolling_mean "
                                "batch_norm0_moving_var=convolutional_0_rolling_variance "
                                "batch_norm0_gamma=convolutional_0_scales "
                                "batch_norm0_beta=convolutional_0_biases "
                                "yolo_region0_bias=region_1 yolo_region0_attr=region_1 "));
    QCOMPARE(params->at(5).elements, (std::vector<double>{1, 2, 0.5, 0.5}));
}

/// A route of one layer is a list in its Python, and lists of lists do not compose.
void TstDarknetToNnvm::theImporterRefusesAsPythonDoes()
{
    const PassRun run = ran("[net]\ninputs=4\n[connected]\nactivation=stair\n", Semantics::Exact);
    QVERIFY(!run.ok);
    QCOMPARE(failureOf(run.steps.back())->code, std::string("TypeError"));
    QCOMPARE(failureOf(run.steps.back())->where.node, std::string("connected_0"));
    const PassRun list = ran("[net]\ninputs=4\n[connected]\n[route]\nlayers=-1\n[route]\n"
                             "layers=-1,0\n",
                             Semantics::Exact);
    QVERIFY(!list.ok);
    QCOMPARE(failureOf(list.steps.back())->message,
             std::string("Compose expect `Symbol` as arguments"));
}

NERVURE_TEST(TstDarknetToNnvm)
#include "tst_darknet_to_nnvm.moc"
