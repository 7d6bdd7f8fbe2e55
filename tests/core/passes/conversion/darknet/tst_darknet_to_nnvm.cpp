// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
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
    void theImportersGraphIsNotMade();

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
    const PassRun run = ran("[net]\ninputs=4\n[sam]\n");
    QVERIFY(!run.ok);
    QVERIFY2(firstError(run).find("sam") != std::string::npos, firstError(run).c_str());
}

void TstDarknetToNnvm::theImportersGraphIsNotMade()
{
    const PassRun run = ran("[net]\ninputs=4\n[connected]\n", Semantics::Exact);
    QVERIFY(!run.ok);
    QVERIFY(firstError(run).find("does not make the graph of nnvm.frontend.from_darknet")
            != std::string::npos);
}

NERVURE_TEST(TstDarknetToNnvm)
#include "tst_darknet_to_nnvm.moc"
