// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/passes/conversion/coreml/coreml_params.h"
#include "core/passes/pass_manager.h"
#include "tests/support/core_ml_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

const Builtins &coreMlBuiltins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

Graph networkOf(const std::string &layers)
{
    const auto model =
        openModelText(CoreMl::model({CoreMl::array("data", {1, 4, 4})}, {"out"}, layers),
                      "net.mlmodel", coreMlBuiltins().formats, coreMlBuiltins().ops);
    return model ? model->graph : Graph();
}

PassRun lowered(const Graph &graph, Semantics semantics)
{
    const std::vector<PassRequest> passes{{"CoreMLToNNVM"}};
    return runPasses(
        graph, passes,
        {.passes = coreMlBuiltins().passes, .ops = coreMlBuiltins().ops, .semantics = semantics});
}

/// "conv2d conv2d0, …": operators in the graph's order, or what is wrong.
std::string operatorsOf(const PassRun &run)
{
    std::string text;
    for (const Diagnostic &diagnostic : run.diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic.code + ": " + diagnostic.message;
        }
    }
    for (const NodeId id : run.graph.nodes()) {
        const Node &node = run.graph.node(id);
        if (!node.isVariable()) {
            text += (text.empty() ? "" : ", ") + node.op + ' ' + node.name;
        }
    }
    return text;
}

std::string convolutionLayer(const std::string &padding)
{
    return CoreMl::layer("conv", {"data"}, {"out"}, 100,
                         CoreMl::integer(1, 1) + CoreMl::integer(2, 1) + CoreMl::integer(10, 1)
                             + CoreMl::integers(20, {1, 2}) + CoreMl::integers(30, {1, 1}) + padding
                             + CoreMl::weights(90, {1, 2}));
}

} // namespace

class TstCoremlToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersKeepTheirNamesInFixed()
    {
        const Graph graph = networkOf(convolutionLayer(CoreMl::bytes(51, "")));
        QCOMPARE(operatorsOf(lowered(graph, Semantics::Fixed)),
                 std::string("pad conv_pad, conv2d conv"));
    }

    void exactIsAsTheImporterConverts()
    {
        const std::string edges = CoreMl::bytes(50, "");
        const Graph graph = networkOf(convolutionLayer(edges));
        QCOMPARE(operatorsOf(lowered(graph, Semantics::Exact)), std::string("conv2d conv2d0"));
        const auto params = coreMlParams(graph, coreMlBuiltins().ops);
        QVERIFY(params);
        QCOMPARE(params->size(), std::size_t{1});
        QCOMPARE(params->front().name, std::string("_param_1"));
        QCOMPARE(params->front().source, std::string("conv_weights"));
    }

    void exactRefusesAsTheImporterDoes()
    {
        const auto refusal = [](const std::string &layers) {
            return operatorsOf(lowered(networkOf(layers), Semantics::Exact));
        };
        QCOMPARE(refusal(convolutionLayer(CoreMl::bytes(51, ""))),
                 std::string("AssertionError: Asymmetry padding not supported"));
        QCOMPARE(refusal(CoreMl::layer("b", {"data"}, {"out"}, 250,
                                       CoreMl::integers(1, {1}) + CoreMl::weights(2, {1}))),
                 std::string("NotImplementedError: BiasLayerParams is not supported"));
        QCOMPARE(refusal(CoreMl::layer("m", {"data"}, {"out"}, 240)),
                 std::string("ValueError: Expect minimum 2 inputs"));
        QCOMPARE(refusal(CoreMl::layer("s", {"data"}, {"a", "b"}, 330, CoreMl::integer(1, 2))),
                 std::string("AssertionError: "));
        QCOMPARE(refusal(CoreMl::layer("e", {"data"}, {"out"}, 790)),
                 std::string("TypeError: getattr(): attribute name must be string"));
    }

    void fixedRefusesLayersByName()
    {
        const Graph graph =
            networkOf(CoreMl::layer("mine", {"data"}, {"out"}, 500, CoreMl::bytes(10, "Swish")));
        const std::string found = operatorsOf(lowered(graph, Semantics::Fixed));
        QVERIFY2(found.starts_with("not-lowered: custom 'mine'"), found.c_str());
    }

    void anotherDialectIsRefused()
    {
        Graph graph;
        graph.setDialect(Dialect::Nnvm);
        const std::string found = operatorsOf(lowered(graph, Semantics::Fixed));
        QVERIFY2(found.starts_with("dialect: pass CoreMLToNNVM lowers"), found.c_str());
    }
};

NERVURE_TEST(TstCoremlToNnvm)
#include "tst_coreml_to_nnvm.moc"
