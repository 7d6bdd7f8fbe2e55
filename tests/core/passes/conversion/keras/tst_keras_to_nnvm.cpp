// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/keras/from_keras.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKerasToNnvm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersBecomeOperators();
    void otherDialectsAreRefused();
    void unknownLayersAreRefusedByName();
    void theImportersGraphHasItsNames();
    void theImporterRefusesAsPythonDoes();
    void constantsAreTransposed();

private:
    [[nodiscard]] Graph opened(const std::string &text) const
    {
        return openModelText(text, {}, m_builtins.formats, m_builtins.ops)->graph;
    }
    [[nodiscard]] PassRun ran(const std::string &text, Semantics semantics = Semantics::Fixed) const
    {
        const bool isExact = semantics == Semantics::Exact;
        return runPasses(
            opened(text),
            *parsePipeline(isExact ? "KerasToNNVM" : "InferShape,InferType,KerasToNNVM"),
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = semantics});
    }
    [[nodiscard]] static const Diagnostic *firstError(const PassRun &run)
    {
        for (const Diagnostic &found : run.diagnostics) {
            if (found.severity == Severity::Error) {
                return &found;
            }
        }
        return nullptr;
    }
    /// "op name", one behind the other.
    [[nodiscard]] static std::string named(const Graph &graph)
    {
        std::vector<std::string> names;
        for (const NodeId id : graph.nodes()) {
            names.push_back(graph.node(id).op + ' ' + graph.node(id).name);
        }
        return join(names, ", ");
    }

    Builtins m_builtins = makeBuiltins();
};

namespace {

const char *denseModel = R"({"class_name": "Model", "config": {"name": "m", "layers": [
    {"class_name": "InputLayer", "name": "x", "inbound_nodes": [],
     "config": {"name": "x", "batch_input_shape": [null, 2]}},
    {"class_name": "Dense", "name": "d", "inbound_nodes": [[["x", 0, 0, {}]]],
     "config": {"name": "d", "units": 3, "activation": "relu", "use_bias": true}}],
    "input_layers": [["x", 0, 0]], "output_layers": [["d", 0, 0]]}})";

} // namespace

void TstKerasToNnvm::layersBecomeOperators()
{
    const PassRun run = ran(denseModel);
    QVERIFY(run.ok);
    QCOMPARE(run.graph.dialect(), Dialect::Nnvm);
    QCOMPARE(named(run.graph), std::string("null x, null d/kernel, null d/bias, transpose "
                                           "d_transpose, dense d_dense, relu d"));
    const Node &kernel = run.graph.node(*run.graph.findByName("d/kernel"));
    QCOMPARE(*leadingTuple(*kernel.attrs.find("shape")), (IntTuple{2, 3}));
}

void TstKerasToNnvm::otherDialectsAreRefused()
{
    const PassRun run = ran(R"json({"nodes": [{"op": "null", "name": "x", "inputs": [],
        "attrs": {"shape": "(1, 2)"}}], "arg_nodes": [0], "heads": [[0, 0, 0]]})json");
    QVERIFY(!run.ok);
    QVERIFY(firstError(run)->message.find("lowers Keras's models, found one of nnvm")
            != std::string::npos);
}

void TstKerasToNnvm::unknownLayersAreRefusedByName()
{
    const PassRun run = ran(kerasSequence({1, 2}, kerasLayer("Lambda", "", "mine")));
    QVERIFY(!run.ok);
}

void TstKerasToNnvm::theImportersGraphHasItsNames()
{
    const PassRun run = ran(denseModel, Semantics::Exact);
    QVERIFY(run.ok);
    QCOMPARE(named(run.graph),
             std::string("null x, null _param_1, null _param_2, dense dense0, relu relu0"));
}

void TstKerasToNnvm::theImporterRefusesAsPythonDoes()
{
    const PassRun sequence =
        ran(kerasSequence({1, 2}, kerasLayer("Dense", R"("units": 3)")), Semantics::Exact);
    QVERIFY(!sequence.ok);
    QCOMPARE(firstError(sequence)->code, std::string("AssertionError"));
    const PassRun missing =
        ran(kerasSequence({1, 2}, kerasLayer("Permute", R"("dims": [1])")), Semantics::Exact);
    QVERIFY(!missing.ok);
    QCOMPARE(firstError(missing)->message, std::string("Keras layer Permute not supported."));
}

void TstKerasToNnvm::constantsAreTransposed()
{
    const auto params = kerasParams(opened(denseModel), m_builtins.ops, m_builtins.passes);
    QVERIFY(params.ok());
    QCOMPARE(params->size(), std::size_t{2});
    QCOMPARE(params->at(0).name, std::string("_param_1"));
    QCOMPARE(params->at(0).shape, (Shape{3, 2}));
    QCOMPARE(params->at(0).axes, (IntTuple{1, 0}));
    QCOMPARE(params->at(1).shape, (Shape{3}));
}

NERVURE_TEST(TstKerasToNnvm)
#include "tst_keras_to_nnvm.moc"
